internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Follows the turns of the slope from foot to top and takes the climbs of typical height (`pwd`, pulse wave
/// delineator, B. N. Li, M. C. Dong and M. I. Vai, 2010).
///
/// The wave is low-passed at 25 Hz (Bessel of order 3, forward and backward) and averaged over 0.04 s, and so is its
/// slope. The typical height H is the mean span of up to ten seconds spread over the window. From a starting point on,
/// turns of the slope are feet (from falling to rising, with the lowest sample within 0.04 s no further than 0.016 s
/// off) or tops (likewise). As soon as a top follows a foot and their height h is within 0.4·H < h < 2·H (both
/// excluded), the lowest sample between them is the foot, and:
/// - less than 0.3 s after the last beat's top: H becomes that at the start, and the walk starts one sample further on;
/// - else it is a beat, and the walk goes on 0.1 s later; if its top is more than 2 s after the last one's, that last
///   beat is dropped as a lone artefact.
///
/// After 2 s without a beat H falls to 0.6·H, from 0.4 of its first value back to the first, and the walk starts one
/// sample further on. A slope of exactly zero for 0.04 s is lost signal: the walk starts behind it.
///
/// - Note: The reading is ppg-beats' `pwd_beat_detector`, which is Li's own program, without its notches. Departures:
///   its low-pass uses the coefficients of an analogue filter as those of a digital one and takes 3 samples off for the
///   delay; here the filter is digital and has none. Its 5 and 2 samples are times here, as long as at 125 Hz.
/// - Note: Known weak points: every retry walks again, which is slow where there is no pulse; one artefact doubles the
///   typical height. A lone beat between two pauses of 2 s is lost.
struct PWDDetector: BeatDetector {
  struct Parameters: ParameterSet {
    var leastHeightShare = 0.4
    var mostHeightShare = 2.0

    static let table: [Parameter<Self>] = [
      Parameter("leastHeightShare", \.leastHeightShare, in: 0.1...0.9, "Least climb, in typical heights."),
      Parameter("mostHeightShare", \.mostHeightShare, in: 1...10, "Highest climb, in typical heights."),
    ]
  }

  static let info = PluginInfo(
    "pwd", version: 1, "Climbs from foot to top of typical height.",
    source: "B. N. Li, M. C. Dong, M. I. Vai, Biomed. Signal Process. Control 5(1), 2010; ppg-beats")

  private static let lowPassHz = 25.0

  let parameters: Parameters

  func beats(in wave: Signal) -> [Double] {
    let smooth = 2 * max(1, Int(saturating: (0.016 * wave.sampleRate).rounded())) + 1
    let x = Self.averaged(lowPassed(wave), window: smooth)
    var slope = [Double](repeating: 0, count: x.count)
    for index in 1..<x.count { slope[index] = x[index] - x[index - 1] }
    slope[0] = slope[1]
    let walk = PulseWalk(
      x: x, slope: Self.averaged(slope, window: smooth), sampleRate: wave.sampleRate,
      heights: parameters.leastHeightShare..<parameters.mostHeightShare)
    return walk.tops().map { wave.time(at: $0) }
  }

  private func lowPassed(_ wave: Signal) -> [Double] {
    SecondOrderSections(.bessel(order: 3), band: .lowPass(Self.lowPassHz), sampleRate: wave.sampleRate)?
      .zeroPhase(wave.samples) ?? wave.samples
  }

  /// Centred; at the ends over as many samples as there are on both sides alike.
  private static func averaged(_ x: [Double], window: Int) -> [Double] {
    x.withUnsafeBufferPointer { x in
      (0..<x.count).map { index in
        let reach = min(window / 2, index, x.count - 1 - index)
        var sum = 0.0
        for other in (index - reach)...(index + reach) { sum += x[other] }
        return sum / Double(2 * reach + 1)
      }
    }
  }
}
