package import HRSignals
internal import RealModule

/// Recordings at constant heart and breathing rates with one kind of respiratory modulation each: the grid of the
/// synthetic data set of RRest (P. H. Charlton, T. Bonnici, L. Tarassenko et al., Physiol. Meas. 37:610, 2016).
///
/// Heart rates of 30, 35, … 200 bpm at 20 breaths per minute, and 4, 6, … 60 breaths per minute at 80 bpm, each with
/// each ``Modulation``: 189 recordings of 210 s with PPG and ECG at 500 Hz (there 192, as 80 bpm at 20 breaths is in
/// both rows of the grid). Nothing is random and there is no noise. Beats and breaths are the reference; each recording
/// is its own subject.
///
/// Grid, depths and phases are those of RRest. The waves are not. RRest repeats one measured beat; here a
/// ``PulseTrain`` and an ``Electrocardiogram`` follow the interval as everywhere in hreval, the pulse with a range of
/// exactly 1 without modulation, and R peaks of 1 mV.
package struct RespirationGrid: RecordingSeries, Equatable, Sendable {
  /// Kind of modulation by breathing. φ is the phase of breathing: 0 at the start, and the chest is fullest at π/2.
  package enum Modulation: String, CaseIterable, Sendable {
    /// Base line: 0.1 · sin φ is added (in ranges of a pulse; in mV in the ECG).
    case baseline = "bw"
    /// Amplitude: deviations from the mean pulse wave (in the ECG, from the zero line) times 1 + 0.1 · cos φ.
    case amplitude = "am"
    /// Frequency: a beat at t comes at t + 0.05 s · sin φ(t), and waves stretch with their interval.
    case frequency = "fm"
  }

  package struct Cell: Equatable, Sendable {
    package let heartRateBPM: Int
    package let breathsPerMinute: Int
    package let modulation: Modulation

    /// Name such as `hr080_rr04_bw`.
    package var id: String {
      let heart = heartRateBPM < 100 ? "0\(heartRateBPM)" : "\(heartRateBPM)"
      return "hr\(heart)_rr\(SynthesisPlan.twoDigits(breathsPerMinute))_\(modulation.rawValue)"
    }
  }

  package static let cells: [Cell] = {
    let rates =
      stride(from: 30, through: 200, by: 5).map { (heart: $0, breaths: 20) }
      + stride(from: 4, through: 60, by: 2).filter { $0 != 20 }.map { (heart: 80, breaths: $0) }
    return rates.flatMap { rate in
      Modulation.allCases.map {
        Cell(heartRateBPM: rate.heart, breathsPerMinute: rate.breaths, modulation: $0)
      }
    }
  }()

  static let sampleRate = 500.0
  static let depth = 0.1
  static let shiftSeconds = 0.05
  static let transitSeconds = 0.2
  static let tWaveMillivolts = 0.3

  package let waveform: Waveform
  package let seconds = 210.0

  package init(waveform: Waveform) {
    self.waveform = waveform
  }

  package var count: Int { Self.cells.count }

  package func id(_ index: Int) -> String { Self.cells[index].id }

  package func recording(_ index: Int) -> Recording {
    let cell = Self.cells[index]
    let beats = Beats(beats(of: cell), movedFromIntervalsOf: 60 / Double(cell.heartRateBPM))
    let breathing = Self.breathing(of: cell)
    let made = Int(saturating: seconds * Self.sampleRate)
    let pulse = pulse(of: beats, at: cell.heartRateBPM, count: made)
    let heart = Electrocardiogram.waves(
      of: beats, tWaveMillivolts: Self.tWaveMillivolts, sampleRate: Self.sampleRate, count: made)
    var channels = Channels()
    channels[.ppg] = .uniform(modulated(pulse.wave, around: pulse.mean, by: cell.modulation, breathing))
    channels[.ecg] = .uniform(modulated(heart, around: 0, by: cell.modulation, breathing))
    return Recording(
      id: cell.id, subject: cell.id,
      metadata: [
        .init(name: "modulation", value: cell.modulation.rawValue),
        .init(name: "heartRate", value: "\(cell.heartRateBPM)"),
        .init(name: "breathingRate", value: "\(cell.breathsPerMinute)"),
      ],
      channels: channels, reference: .beats(beats.beats.map(\.time).filter { $0 >= 0 && $0 < seconds }),
      breaths: breathing.fullest(before: seconds))
  }

  private static func breathing(of cell: Cell) -> Breathing {
    Breathing(hz: Double(cell.breathsPerMinute) / 60, phase: 0, wanderHz: 0, wanderRadians: 0)
  }

  /// Beats at half an interval after 0 and every interval before and after that, as far as waves reach into the
  /// recording.
  private func beats(of cell: Cell) -> [HeartBeat] {
    let interval = 60 / Double(cell.heartRateBPM)
    let breathing = Self.breathing(of: cell)
    let lead = Int(saturating: (BeatProcess.leadSeconds / interval).rounded(.up))
    let last = Int(saturating: (seconds / interval).rounded(.up)) + lead
    return (-lead...last).map { number in
      let regular = (Double(number) + 0.5) * interval
      let shift =
        switch cell.modulation {
        case .frequency: Self.shiftSeconds * Double.sin(breathing.phase(at: regular))
        case .baseline, .amplitude: 0.0
        }
      return HeartBeat(time: regular + shift, origin: .sinus, pulse: 1)
    }
  }

  /// A pulse wave, scaled such that regular beats span 0…1; with the mean of regular beats.
  private func pulse(of beats: Beats, at bpm: Int, count: Int) -> (wave: [Double], mean: Double) {
    let interval = 60 / Double(bpm)
    let regular = (-20...20).map { HeartBeat(time: Double($0) * interval, origin: .sinus, pulse: 1) }
    let steps = 1000
    let cycle = train(Beats(regular)).samples(sampleRate: Double(steps) / interval, count: steps)
    let low = cycle.reduce(.infinity, min)
    let range = cycle.reduce(-.infinity, max) - low
    let mean = (cycle.reduce(0, +) / Double(steps) - low) / range
    let wave = train(beats).samples(sampleRate: Self.sampleRate, count: count)
    return (wave.map { ($0 - low) / range }, mean)
  }

  private func train(_ beats: Beats) -> PulseTrain {
    PulseTrain(
      beats: beats, heights: Array(repeating: 1, count: beats.beats.count),
      transitSeconds: Self.transitSeconds, waveform: waveform, shape: .typical)
  }

  private func modulated(
    _ wave: [Double], around mean: Double, by modulation: Modulation, _ breathing: Breathing
  ) -> Signal {
    let samples = wave.enumerated().map { index, value -> Double in
      let phase = breathing.phase(at: Double(index) / Self.sampleRate)
      switch modulation {
      case .baseline: return value + Self.depth * Double.sin(phase)
      case .amplitude: return mean + (value - mean) * (1 + Self.depth * Double.cos(phase))
      case .frequency: return value
      }
    }
    return Signal(samples: samples, sampleRate: Self.sampleRate)
  }
}
