internal import HRPlugins

/// Wiener filters and phase vocoder: removes the accelerometer's spectrum from the pulse wave's and follows the peak.
///
/// The spectra are ``WienerSpectra``'s. In each window the largest cleaned bin within ± D beats per minute of the one
/// before (anywhere in the band at first; the lowest of equal ones) counts, at the vocoder's frequency. D is 25, and
/// from the 31st window on the largest change between two readings so far plus 5. Then two corrections, on the readings
/// and not on the bins that are followed: a reading more than 5 from the one before, from the sixth window on, becomes
/// 0.8 of itself plus 0.2 of the continuation of a straight line through the last five; and 0.1 is added for each rise
/// among the last seven changes, and taken off for each fall.
///
/// Works on the published program's own windows (``WristTracker``), with one pulse wave or two.
///
/// - Note: As published it reads nothing below 60 or above 180 bpm. It starts at the first window's largest bin and
///   does not revise it.
/// - Note: The published program has a branch on the recording's number: 15 instead of 30 windows for the test
///   recordings. Here 30 holds for all; `settlingWindows` is a parameter. What it leaves undefined is settled so: an
///   axis without any signal counts as no motion; a flat pulse wave is left out, and without any the window has no
///   reading, does not count, and the next one is read without a vocoder.
struct WFPVDetector: WristTracker {
  struct Parameters: WienerParameters {
    var lowCutoffHz = 1.0
    var highCutoffHz = 3.0
    var memoryWindows = 15
    var level = WindowLevel.published
    var settlingWindows = 30

    static let table: [Parameter<Self>] = rows(
      Parameter(
        "settlingWindows", \.settlingWindows, in: 2...1000,
        "Windows before the range of the search follows the changes seen so far."))
  }

  static let info = PluginInfo(
    "wfpv", version: 1, "Wiener filters with the accelerometer, phase vocoder, and the peak followed.",
    source:
      "A. Temko, IEEE Transactions on Biomedical Engineering 64(9):2016-2024, 2017; program PPG_WFPV_TBME2017",
    tunedOn: .ofCup2015)

  let parameters: Parameters

  /// Range of the published corrections of the vocoder's frequencies, A to B: with all readings between a and b, a
  /// straight line through five of them reaches (b − a) / 2 beyond, so b = 0.8·B + 0.2·(b + (b − a) / 2) + 7·0.1, and a
  /// likewise.
  var rangeBPM: ClosedRange<Double>? {
    let vocoder = WienerSpectra.rangeBPM(bandHz: parameters.bandHz)
    let width = (4 * (vocoder.upperBound - vocoder.lowerBound) + 7) / 3
    let reach = width / 8 + 0.875
    return max(0, vocoder.lowerBound - reach)...vocoder.upperBound + reach
  }

  func estimates(of recording: WristRecording) -> [Estimate] {
    var spectra = WienerSpectra(parameters)
    var follower = WFPVFollower(settlingWindows: parameters.settlingWindows)
    return (0..<recording.count).map { index in
      guard let cleaned = spectra.next(recording.window(index)) else { return .abstained(.flatSignal) }
      let bpm = follower.follow(cleaned)
      return bpm.isFinite && bpm > 0 ? .bpm(bpm) : .abstained(.noPeak)
    }
  }
}

/// Readings from cleaned spectra, window by window.
private struct WFPVFollower {
  let settlingWindows: Int
  var readings: [Double] = []
  var largestChange = 0.0
  var search: ClosedRange<Int>?

  mutating func follow(_ cleaned: WienerSpectra.Cleaned) -> Double {
    let bins = 0...(cleaned.amplitudes.count - 1)
    let window = readings.count + 1
    let best = cleaned.amplitudes.extreme(in: search ?? bins)
    let reachBPM = window > settlingWindows ? largestChange + 5 : 25
    let reach = Int(saturating: (reachBPM / (60 * WienerSpectra.binHz)).rounded())
    search = max(best - reach, bins.lowerBound)...min(best + reach, bins.upperBound)

    var reading = 60 * cleaned.frequencies[best]
    if let last = readings.last, window > 5, abs(reading - last) > 5 {
      reading = 0.8 * reading + 0.2 * Self.continued(readings.suffix(5))
    }
    let recent = readings.suffix(7) + [reading]
    for (before, after) in zip(recent, recent.dropFirst()) {
      if after > before { reading += 0.1 } else if after < before { reading -= 0.1 }
    }
    if let last = readings.last { largestChange = max(largestChange, abs(reading - last)) }
    readings.append(reading)
    return reading
  }

  /// The least-squares line through evenly spaced values, one step on.
  private static func continued(_ values: ArraySlice<Double>) -> Double {
    let n = Double(values.count)
    let mean = values.reduce(0, +) / n
    let middle = (n - 1) / 2
    var product = 0.0
    for (index, value) in values.enumerated() { product += (Double(index) - middle) * value }
    let slope = n > 1 ? product / (n * (n * n - 1) / 12) : 0
    return mean + slope * (n - middle)
  }
}
