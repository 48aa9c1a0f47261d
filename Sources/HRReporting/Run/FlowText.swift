internal import HREvaluation
package import HRRecordings
internal import HRSupport

/// The way of a run's recordings in words.
package struct FlowText {
  let flow: RecordingFlow
  /// Maximum number of names in a sentence.
  private static let mostNamed = 12

  /// `12 offered: 3 excluded (by "exclude": …), 0 failed, 1 without a window that has a reference (…), 8 used`
  var text: String {
    let why = reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))"
    let unjudged =
      flow.notJudged.isEmpty
      ? ""
      : ", \(grouped(flow.notJudged.count)) without a window that has a reference (\(flow.notJudged.firstFew))"
    return
      "\(grouped(flow.offered)) offered: \(grouped(flow.excluded.count)) excluded\(why), \(grouped(flow.failed.count)) failed\(unjudged), \(grouped(flow.used.count)) used"
  }

  /// Sentence on what is left out; `nil` where that is nothing.
  var exclusion: String? {
    guard !flow.excluded.isEmpty else { return nil }
    return
      "\(grouped(flow.excluded.count)) of \(counted(flow.offered, "recording")) \(flow.excluded.count == 1 ? "is" : "are") excluded: \(reasons.joined(separator: "; "))."
  }

  private var reasons: [String] { Self.reasons(flow.excluded.map { ($0.recording, $0.reason) }) }

  /// Returns the names of recordings that are left out, by reason: `by "exclude": demo/s01, demo/s02`.
  package static func reasons(_ excluded: [(name: String, reason: ExcludedRecording.Reason)]) -> [String] {
    ExcludedRecording.Reason.allCases.compactMap { reason in
      let names = excluded.filter { $0.reason == reason }.map(\.name)
      guard !names.isEmpty else { return nil }
      let rest = names.count - mostNamed
      return
        "\(reason.words): \(names.prefix(mostNamed).joined(separator: ", "))\(rest > 0 ? " and \(grouped(rest)) more" : "")"
    }
  }
}

extension ExcludedRecording.Reason {
  /// `by "exclude"`
  fileprivate var words: String {
    switch self {
    case .exclude: "by \"exclude\""
    case .select: "not named by \"select\""
    case .split: "in the other part of the split"
    case .limit: "beyond --limit"
    }
  }
}
