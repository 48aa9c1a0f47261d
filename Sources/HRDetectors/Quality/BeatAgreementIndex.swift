internal import HRPlugins
internal import HRSignals

/// Agreement of two beat detectors that err differently: `bSQI`.
///
/// Beats of ``ERMADetector`` and ``MSPTDFast2Detector`` (with their defaults, on the raw wave) that are within
/// `toleranceSeconds` of each other, each matched once, over all beats that either finds
/// (``beatAgreement(_:_:toleranceSeconds:)``). Both put a beat on the largest sample of the systolic peak, so there is
/// no delay between them.
///
/// A beat less than half a second from either end of the wave that only one finds does not count: the length of wave
/// that each needs about a beat is not compared. The measure was made for two detectors of the electrocardiogram.
///
/// - Note: Both read a wave with its peaks upward; of one with its peaks downward they find beats less surely. `nil`
///   for less than 2 s, a flat wave, and where neither finds a beat.
struct BeatAgreementIndex: QualityIndex {
  struct Parameters: ParameterSet {
    var toleranceSeconds = 0.15

    static let table: [Parameter<Self>] = [
      Parameter(
        "toleranceSeconds", \.toleranceSeconds, in: 0.01...0.5, "How far apart the same beat may lie.")
    ]
  }

  static let info = PluginInfo(
    "beatAgreement", version: 1, "Share of beats on which erma and msptdfast2 agree.",
    source: "Q. Li, R. G. Mark and G. D. Clifford, Physiological Measurement 29, 2008 (bSQI)")
  static let better = QualityDirection.higher
  static let extractors = BeatRate.extractors
  static let unit = "share"

  private static let marginSeconds = 0.5
  let parameters: Parameters
  private let first = ERMADetector(parameters: .init())
  private let second = MSPTDFast2Detector(parameters: .init())

  func value(of wave: Signal) -> Double? {
    guard let readable = try? BeatRate.readable(wave) else { return nil }
    let inner =
      wave.startTime
      + Self.marginSeconds...max(
        wave.startTime + Self.marginSeconds, wave.endTime - Self.marginSeconds)
    return Self.agreement(
      first.beats(in: readable), second.beats(in: readable), toleranceSeconds: parameters.toleranceSeconds,
      counting: inner)
  }

  /// - Parameters:
  ///   - a, b: rows of beats, ascending.
  ///   - range: times within which a beat counts that has none of the other row near.
  static func agreement(
    _ a: [Double], _ b: [Double], toleranceSeconds: Double, counting range: ClosedRange<Double>
  ) -> Double? {
    func counted(_ row: [Double], besides other: [Double]) -> [Double] {
      row.filter { beat in
        range.contains(beat) || other.contains { abs($0 - beat) <= toleranceSeconds }
      }
    }
    return beatAgreement(
      counted(a, besides: b), counted(b, besides: a), toleranceSeconds: toleranceSeconds)
  }
}
