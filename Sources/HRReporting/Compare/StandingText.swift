internal import HREvaluation

/// Detectors that are shown better than a baseline in one scenario, and the best one, in words. No detector is named
/// best by a figure alone.
struct StandingText {
  let standing: Standing
  /// Returns the addition to a sentence that names the best detectors.
  var after: ([String]) -> String = { _ in "" }

  /// `On the windows that both answered, shown to be better than "fft": "peak"; …`, then the best
  /// detector.
  var sentences: [String] {
    standing.against.map { against in
      let better = "better than \"\(against.baseline)\""
      let shown =
        against.better.isEmpty
        ? "no detector is shown to be \(better)" : "shown to be \(better): \(Self.named(against.better))"
      return "On common windows, \(shown)"
        + (against.worse.isEmpty ? "." : "; shown to be worse: \(Self.named(against.worse)).")
    } + [best]
  }

  private var best: String {
    guard let best = standing.best else { return Self.noneIsBest }
    let others =
      best.others == 1 ? "the other detector" : "each of the \(best.others) other detectors"
    let how = best.pairCount.map {
      "by signed-rank tests of each pair, with Holm's correction for \(counted($0, "pair"))"
    }
    return
      "Shown to be best: \"\(best.detector)\". Its error is smaller than that of \(others), on common windows (\(how ?? "by the verdicts above"))\(after([best.detector]))."
  }

  static let noneIsBest = "No detector is shown to be better than all others."

  /// Returns the best detectors over all scenarios, in one sentence:
  /// `Shown to be best: "peak" (clean); none in white 0 dB.`
  ///
  /// - Parameters:
  ///   - standings: one per scenario.
  ///   - after: returns the addition at the end, of the detectors that are named.
  static func summary(_ standings: [Standing], after: ([String]) -> String = { _ in "" }) -> String? {
    guard !standings.isEmpty else { return nil }
    let shown = standings.gathered { $0.best?.detector }
    let best = shown.compactMap { detector, standings -> String? in
      detector.map { "\"\($0)\"\(shown.count == 1 ? "" : places(standings))" }
    }
    guard !best.isEmpty else { return noneIsBest }
    let none = shown.first { $0.key == nil }.map { "; no detector\(places($0.elements))" } ?? ""
    return
      "Shown to be better than all others, on common windows: \(best.joined(separator: ", "))\(none)\(after(shown.compactMap(\.key)))."
  }

  private static func places(_ standings: [Standing]) -> String {
    " (\(standings.map(\.scenario).joined(separator: ", ")))"
  }

  private static func named(_ labels: [String]) -> String {
    labels.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
