internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Modulation of a pulse wave by breathing.
enum Modulation: String, CaseIterable, Sendable {
  /// The level on which pulses ride rises and falls.
  case baseline
  /// Pulses grow and shrink.
  case amplitude
  /// The heart quickens while breathing in.
  case frequency
}

/// The beats of one window of pulse wave, from which breathing is read.
///
/// Beats are those of ``MSPTDFast2Detector``. Intervals, and with them the beats that end them, that differ by more than
/// 30 % from their median are left out (missed and extra beats).
struct RespiratoryBeats {
  static let leastSeconds = 16.0
  static let leastBeats = 8
  private static let toleratedShare = 0.3

  /// The pulse wave without gaps.
  let wave: Signal
  /// Times of all beats in seconds, ascending, and the sample next to each.
  let times: [Double]
  let peaks: [Int]
  /// Numbers of the beats whose interval since the one before is kept, ascending.
  let kept: [Int]
  /// Median of all intervals in seconds.
  let middleInterval: Double

  private static let finder = MSPTDFast2Detector(parameters: MSPTDFast2Detector.Parameters())

  /// - Throws: the reasons of ``BeatRate/readable(_:atLeast:)``; `tooFewBeats` with fewer than eight beats that are
  ///   evenly enough spaced.
  init(of pulses: Signal) throws(Abstention) {
    let wave = try BeatRate.readable(pulses, atLeast: Self.leastSeconds)
    let times = Self.finder.beats(in: wave)
    guard times.count > Self.leastBeats, let middle = median(zip(times.dropFirst(), times).map { $0 - $1 }),
      middle > 0
    else { throw .tooFewBeats }
    let peaks = times.map {
      min(wave.count - 1, max(0, Int(saturating: (($0 - wave.startTime) * wave.sampleRate).rounded())))
    }
    kept = (1..<times.count).filter {
      abs(times[$0] - times[$0 - 1] - middle) <= Self.toleratedShare * middle && peaks[$0] > peaks[$0 - 1]
    }
    guard kept.count >= Self.leastBeats else { throw .tooFewBeats }
    (self.wave, self.times, self.peaks, middleInterval) = (wave, times, peaks, middle)
  }
}

/// A breathing wave read off the beats of one window of pulse wave, four samples per second.
///
/// The peak of each of the ``RespiratoryBeats``, and the lowest sample between it and the one before. Per beat, at the
/// time of its peak: baseline, the mean of peak and trough before it; amplitude, their difference; frequency, the
/// interval since the peak before. The values are joined by straight lines, read every quarter of a second from the
/// first to the last, and lose their least-squares line.
///
/// The three modulations: D. J. Meredith et al., Journal of Medical Engineering & Technology 36(1):1-7, 2012; features
/// and rate as P. H. Charlton et al., Physiological Measurement 37(4):610-626, 2016 (RRest), which interpolates at 5
/// Hz.
struct RespiratoryWave {
  static let sampleRate = 4.0
  /// Breaths per minute that are searched.
  static let plausibleBPM = 4.0...60.0

  let signal: Signal
  /// Band searched: from 4 breaths per minute to 60, or to half the heart rate if that is less, above which beats show
  /// breathing at another rate (``BreathAlias``).
  let bandHz: ClosedRange<Double>

  /// - Throws: `noPeak` if the band is empty; `flatSignal` if no value is above 1e-12 in size.
  init(_ modulation: Modulation, of beats: RespiratoryBeats) throws(Abstention) {
    let values = beats.kept.map { number in
      let peak = beats.wave.samples[beats.peaks[number]]
      let trough = beats.wave.samples[beats.peaks[number - 1]...beats.peaks[number]].min() ?? peak
      switch modulation {
      case .baseline: return (peak + trough) / 2
      case .amplitude: return peak - trough
      case .frequency: return beats.times[number] - beats.times[number - 1]
      }
    }
    guard
      let even = TimeSeries(times: beats.kept.map { beats.times[$0] }, values: values)
        .resampled(to: Self.sampleRate)
    else { throw .tooFewBeats }
    signal = even.replacing(removingLine(even.samples))
    let (low, high) = (
      Self.plausibleBPM.lowerBound / 60, min(Self.plausibleBPM.upperBound / 60, 1 / beats.middleInterval / 2)
    )
    guard low < high else { throw .noPeak }
    guard signal.samples.contains(where: { abs($0) > 1e-12 }) else { throw .flatSignal }
    bandHz = low...high
  }
}
