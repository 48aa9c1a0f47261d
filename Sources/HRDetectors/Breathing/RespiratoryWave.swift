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

/// A breathing wave read off the beats of one window of pulse wave, four samples per second.
///
/// Beats are those of ``MSPTDFast2Detector``: the peak of each, and the lowest sample between it and the one before.
/// Per beat, at the time of its peak: baseline, the mean of peak and trough before it; amplitude, their difference;
/// frequency, the interval since the peak before. Intervals, and with them their beats, that differ by more than 30 %
/// from their median are left out (missed and extra beats). The values are joined by straight lines, read every quarter
/// of a second from the first to the last, and lose their least-squares line.
///
/// The three modulations: D. J. Meredith et al., Journal of Medical Engineering & Technology 36(1):1-7, 2012; features
/// and rate as P. H. Charlton et al., Physiological Measurement 37(4):610-626, 2016 (RRest), which interpolates at 5
/// Hz.
struct RespiratoryWave {
  static let sampleRate = 4.0
  static let leastSeconds = 16.0
  /// Breaths per minute that are searched.
  static let plausibleBPM = 4.0...60.0
  private static let leastBeats = 8
  private static let toleratedShare = 0.3

  let signal: Signal
  /// Band searched: from 4 breaths per minute to 60, or to half the heart rate if that is less, above which breathing
  /// cannot be detected.
  let bandHz: ClosedRange<Double>

  private static let finder = MSPTDFast2Detector(parameters: MSPTDFast2Detector.Parameters())

  /// - Throws: the reasons of ``BeatRate/readable(_:atLeast:)``; `tooFewBeats` with fewer than eight beats that are
  ///   evenly enough spaced; `noPeak` if the band is empty; `flatSignal` if no value is above 1e-12 in size.
  init(_ modulation: Modulation, of pulses: Signal) throws(Abstention) {
    let wave = try BeatRate.readable(pulses, atLeast: Self.leastSeconds)
    let beats = Self.finder.beats(in: wave)
    guard beats.count > Self.leastBeats, let middle = median(zip(beats.dropFirst(), beats).map { $0 - $1 })
    else { throw .tooFewBeats }
    let peaks = beats.map {
      min(wave.count - 1, max(0, Int(saturating: (($0 - wave.startTime) * wave.sampleRate).rounded())))
    }
    var (times, values): ([Double], [Double]) = ([], [])
    for number in 1..<beats.count {
      let interval = beats[number] - beats[number - 1]
      guard abs(interval - middle) <= Self.toleratedShare * middle, peaks[number] > peaks[number - 1] else {
        continue
      }
      let peak = wave.samples[peaks[number]]
      let trough = wave.samples[peaks[number - 1]...peaks[number]].min() ?? peak
      times.append(beats[number])
      switch modulation {
      case .baseline: values.append((peak + trough) / 2)
      case .amplitude: values.append(peak - trough)
      case .frequency: values.append(interval)
      }
    }
    guard times.count >= Self.leastBeats, middle > 0,
      let even = TimeSeries(times: times, values: values).resampled(to: Self.sampleRate)
    else { throw .tooFewBeats }
    signal = even.replacing(removingLine(even.samples))
    let (low, high) = (
      Self.plausibleBPM.lowerBound / 60, min(Self.plausibleBPM.upperBound / 60, 1 / middle / 2)
    )
    guard low < high else { throw .noPeak }
    guard signal.samples.contains(where: { abs($0) > 1e-12 }) else { throw .flatSignal }
    bandHz = low...high
  }
}
