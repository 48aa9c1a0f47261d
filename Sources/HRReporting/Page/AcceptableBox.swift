internal import HRSupport
internal import HREvaluation

/// Detectors whose limits of agreement the experiment calls acceptable, in one scenario.
struct AcceptableBox {
  let evaluation: Evaluation
  let scenario: Int

  /// Maximum number of names in a list; the others are counted.
  private static let mostNamed = 8

  /// The box; empty if no limits are declared.
  var html: String {
    guard let bound = evaluation.plan.acceptableDifferenceBPM else { return "" }
    let found = evaluation.rows(ofScenario: scenario).map {
      (detector: evaluation.detector(of: $0), verdict: $0.acceptable(evaluation.plan))
    }
    func line(_ title: String, _ style: String, _ isMeant: (AcceptableAgreement?) -> Bool) -> String {
      let names = found.filter { isMeant($0.verdict) }.map { Findings.named($0.detector) }
      guard !names.isEmpty else { return "" }
      let more = names.count > Self.mostNamed ? " and \(names.count - Self.mostNamed) more" : ""
      let shown = names.prefix(Self.mostNamed).joined(separator: ", ")
      return
        "<li><span class=\"told\(style)\">\(title)</span> \(names.count) of \(found.count): \(HTMLText.escaped(shown))\(more)</li>"
    }
    let lines =
      line("Shown for", " good") { $0 == .shown } + line("Refuted for", " bad") { $0 == .refuted }
      + line("Unclear for", "") { $0 == .unclear }
      + line("Not known for", "") { if case .unknown = $0 { true } else { false } }
    return """
      <div class="box"><h3>Does ±\(shortest(bound)) bpm hold?</h3><ul>\(lines)</ul>
      <p class="small faint">Shown: the 95 % intervals of both limits of agreement lie within ±\(shortest(bound)) bpm. Refuted: that \
      of one limit lies wholly outside.</p></div>
      """
  }
}
