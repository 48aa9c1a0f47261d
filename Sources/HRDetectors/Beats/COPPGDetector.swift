internal import HRPlugins
internal import HRSignals

/// Takes the local maxima near the wave's upper decile (`coppg`, C. Orphanidou et al., 2015).
///
/// The window is cut into stretches that start every 10 s and last 13 s (both ends included; the last one ends with its
/// ten seconds). In each, with p10 and p90 the lowest and highest decile of its samples, a local maximum (above the
/// sample before, and above the one after or level with it and above the one after that) is a peak if it is nearer to
/// p90 than to p10 + 0.3·(p90 − p10), to p10 + 0.7·(p90 − p10) and to p10: above p10 + 0.85·(p90 − p10), that is. Of
/// these one is kept if at least ⅓ s has passed since the one before it, kept or not; the first of a stretch is always
/// dropped, which the overlap makes good, but for the first of the window. The beats are those of all stretches.
///
/// - Note: The reading is ppg-beats' `coppg_beat_detector`; its deciles (MATLAB's, at n·p + ½) are taken over. It means
///   to take tops of two equal samples too but compares the wrong ones; here it does. A last stretch of fewer than
///   three samples, on which it stops, is passed over.
/// - Note: Known weak points: noise puts several maxima on one top, of which the first, not the highest, is taken, and
///   none if the one before is close; slow drift takes beats out of reach of the decile. Made for a filtered wave.
struct COPPGDetector: BeatDetector {
  struct Parameters: ParameterSet {
    var lowQuantile = 0.1
    var highQuantile = 0.9

    static let table: [Parameter<Self>] = [
      Parameter("lowQuantile", \.lowQuantile, in: 0...0.4, "Share of samples below the wave's foot level."),
      Parameter("highQuantile", \.highQuantile, in: 0.6...1, "Share of samples below the wave's top level."),
    ]
  }

  static let info = PluginInfo(
    "coppg", version: 1, "Local maxima near the wave's upper decile.",
    source: "C. Orphanidou et al., IEEE J. Biomed. Health Inform. 19(3), 2015; ppg-beats")

  private static let stretchSeconds = 10.0
  private static let overlapSeconds = 3.0
  private static let leastIntervalSeconds = 1.0 / 3

  let parameters: Parameters

  func beats(in wave: Signal) -> [Double] {
    // Stretches overlap, so a peak may be found twice.
    stretches(of: wave).flatMap { peaks(in: $0, of: wave.samples, sampleRate: wave.sampleRate) }
      .ascendingOnce.map { wave.time(at: $0) }
  }

  private func stretches(of wave: Signal) -> [Range<Int>] {
    let last = Double(wave.count - 1) / wave.sampleRate
    let count = Int(saturating: (last / Self.stretchSeconds + 1e-9).rounded(.down)) + 1
    return (0..<count).compactMap { number in
      let start = Double(number) * Self.stretchSeconds
      let end = start + Self.stretchSeconds + (number == count - 1 ? 0 : Self.overlapSeconds)
      let first = Int(saturating: (start * wave.sampleRate - 1e-6).rounded(.up))
      let past = min(wave.count, Int(saturating: (end * wave.sampleRate + 1e-6).rounded(.down)) + 1)
      return past - first < 3 ? nil : first..<past
    }
  }

  private func peaks(in range: Range<Int>, of x: [Double], sampleRate: Double) -> [Int] {
    let low = quantile(x, range, parameters.lowQuantile)
    let high = quantile(x, range, parameters.highQuantile)
    let limit = low + 0.85 * (high - low)
    var result: [Int] = []
    var before: Int?
    for index in (range.lowerBound + 1)..<(range.upperBound - 1)
    where x[index] > limit && x[index] > x[index - 1] {
      let next = index + 2 < range.upperBound ? x[index + 2] : -.infinity
      guard x[index + 1] < x[index] || (x[index + 1] == x[index] && next < x[index + 1]) else { continue }
      if let before, Double(index - before) >= Self.leastIntervalSeconds * sampleRate { result.append(index) }
      before = index
    }
    return result
  }

  /// Quantile by linear interpolation between the order statistics at n·p + ½, counted from 1 (MATLAB's definition).
  private func quantile(_ x: [Double], _ range: Range<Int>, _ share: Double) -> Double {
    let position = min(max(share * Double(range.count) - 0.5, 0), Double(range.count - 1))
    let index = Int(saturating: position)
    let low = x.element(atRank: index, in: range)
    let high = x.element(atRank: min(index + 1, range.count - 1), in: range)
    return low + (position - Double(index)) * (high - low)
  }
}
