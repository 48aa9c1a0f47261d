internal import HREvaluation

/// Detectors that are shown better than a baseline in one scenario, and the best one, in words. No detector is named
/// best by a figure alone.
struct StandingText {
  let standing: Standing
  /// Addition to the sentence on the best detector: the number of other detectors in prior analyses.
  var after = ""

  /// `Over the windows both answered, shown better than "fft": "peak"; shown worse: "jumpy".`, then the best
  /// detector.
  var sentences: [String] {
    standing.against.map { against in
      let better = "better than \"\(against.baseline)\""
      let shown =
        against.better.isEmpty
        ? "none is shown \(better)" : "shown \(better): \(Self.named(against.better))"
      return "Over the windows both answered, \(shown)"
        + (against.worse.isEmpty ? "." : "; shown worse: \(Self.named(against.worse)).")
    } + [best]
  }

  private var best: String {
    guard let best = standing.best else { return Self.noneIsBest }
    let others =
      best.others == 1 ? "the other detector" : "each of the \(best.others) other detectors"
    let how = best.pairCount.map {
      "signed-rank tests of each two, Holm's correction for \(counted($0, "pair"))"
    }
    return
      "Shown best: \"\(best.detector)\", which errs less than \(others) with which it has windows in common, over these windows (\(how ?? "the verdicts above"))\(after)."
  }

  private static let noneIsBest = "None is shown best."

  /// Returns the best detectors over all scenarios, in one sentence:
  /// `Shown best: "peak" (clean); none in white 0 dB.`
  ///
  /// - Parameters:
  ///   - standings: one per scenario.
  ///   - after: addition at the end.
  static func summary(_ standings: [Standing], after: String = "") -> String? {
    guard !standings.isEmpty else { return nil }
    let shown = standings.gathered { $0.best?.detector }
    let best = shown.compactMap { detector, standings -> String? in
      detector.map { "\"\($0)\"\(shown.count == 1 ? "" : places(standings))" }
    }
    guard !best.isEmpty else { return noneIsBest }
    let none = shown.first { $0.key == nil }.map { "; none\(places($0.elements))" } ?? ""
    return
      "Shown best, over the windows that it and each other answered: \(best.joined(separator: ", "))\(none)\(after)."
  }

  private static func places(_ standings: [Standing]) -> String {
    " (\(standings.map(\.scenario).joined(separator: ", ")))"
  }

  private static func named(_ labels: [String]) -> String {
    labels.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
