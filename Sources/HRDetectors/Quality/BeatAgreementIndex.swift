package import HRPlugins
package import HRSignals

/// Whether two beat detectors that err differently find the same beats: `bSQI`.
///
/// Beats of ``ERMADetector`` and ``MSPTDFast2Detector`` (with their defaults, on the raw wave) that lie within
/// `toleranceSeconds` of each other, each matched once, over all beats that either finds. Both put a beat on the
/// largest sample of the systolic peak, so that no delay lies between them.
///
/// Beats are matched in the order of time: of two rows, the earlier unmatched beat is dropped until the next of both lie
/// close enough. A beat less than half a second from either end of the wave that only one finds does not count: which
/// of the two needs more of a wave about a beat is not what is asked. The measure was made for two detectors of the
/// electrocardiogram.
///
/// - Note: Both read a wave with its peaks upward; of one with its peaks downward they find beats less surely. `nil` for
///   less than 2 s, a flat wave, and where neither finds a beat.
package struct BeatAgreementIndex: QualityIndex {
  package struct Parameters: ParameterSet {
    package var toleranceSeconds = 0.15

    package init() {}

    package static let table: [Parameter<Self>] = [
      Parameter(
        "toleranceSeconds", \.toleranceSeconds, in: 0.01...0.5, "How far apart the same beat may lie.")
    ]
  }

  package static let info = PluginInfo(
    "beatAgreement", version: 1, "Share of beats on which erma and msptdfast2 agree.",
    source: "Q. Li, R. G. Mark and G. D. Clifford, Physiological Measurement 29, 2008 (bSQI)")
  package static let better = QualityDirection.higher
  package static let unit = "share"

  private static let marginSeconds = 0.5
  private let toleranceSeconds: Double
  private let first = ERMADetector(.init())
  private let second = MSPTDFast2Detector(.init())

  package init(_ parameters: Parameters) {
    toleranceSeconds = parameters.toleranceSeconds
  }

  package func value(of wave: Signal) -> Double? {
    guard case .success(let readable) = BeatRate.readable(wave) else { return nil }
    return Self.agreement(
      first.beats(in: readable), second.beats(in: readable), toleranceSeconds: toleranceSeconds,
      counting: wave.startTime
        + Self.marginSeconds...max(
          wave.startTime + Self.marginSeconds, wave.endTime - Self.marginSeconds))
  }

  /// - Parameters:
  ///   - a, b: rows of beats, ascending.
  ///   - range: where beats that only one row has count.
  /// - Returns: matched beats over all; `nil` for none.
  static func agreement(
    _ a: [Double], _ b: [Double], toleranceSeconds: Double,
    counting range: ClosedRange<Double> = -Double.infinity...Double.infinity
  ) -> Double? {
    var (i, j, matched, alone) = (0, 0, 0, 0)
    while i < a.count || j < b.count {
      let (one, other) = (i < a.count ? a[i] : .infinity, j < b.count ? b[j] : .infinity)
      if abs(one - other) <= toleranceSeconds + TimeRange.slack {
        matched += 1
        i += 1
        j += 1
        continue
      }
      if range.contains(min(one, other)) { alone += 1 }
      if one < other { i += 1 } else { j += 1 }
    }
    return matched + alone > 0 ? Double(matched) / Double(matched + alone) : nil
  }
}
