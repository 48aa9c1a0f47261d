internal import HREvaluation
internal import HRStatistics
internal import HRSupport

/// Detectors whose limits of agreement the experiment calls acceptable.
struct AcceptableText {
  let evaluation: Evaluation

  /// Answer for a scenario, with the observed limits; `nil` if the experiment declares no limits, or no detector
  /// answered.
  func answer(_ scenario: Int) -> String? {
    guard let difference = difference(scenario), let leader = evaluation.leader(ofScenario: scenario) else {
      return nil
    }
    let rows = evaluation.rows(ofScenario: scenario)
    let figure = evaluation.plan.scenarios[scenario].figure
    let place = figure.map { " of \($0.title)" } ?? ""
    let shown = rows.filter { $0.acceptable(evaluation.plan) == .shown }
    let refuted = rows.count { $0.acceptable(evaluation.plan) == .refuted }
    let against = refuted > 0 && rows.count > 1 ? ", and refuted for \(refuted)" : ""
    let name = Findings.named(evaluation.detector(of: leader))
    let observed =
      leader.limits.map { "observed limits \(Self.words($0.limits))\(evaluation.plan.inUnit(of: scenario))" }
      ?? "no limits"
    guard shown.isEmpty else {
      let others =
        shown.count == rows.count
        ? "all \(rows.count) detectors" : "\(shown.count) of \(counted(rows.count, "detector"))"
      let who = rows.count == 1 ? name : others
      let own = leader.acceptable(evaluation.plan) == .shown ? "" : ", but not for \(name)"
      return
        "Limits of agreement\(place) within ±\(difference) are shown for \(who)\(own)\(against) (\(name): \(observed))."
    }
    let none = rows.count == 1 ? "for \(name)" : "for any of \(counted(rows.count, "detector"))"
    let why = leader.acceptable(evaluation.plan).map { ", \(Self.word($0, evaluation.clusterWord))" } ?? ""
    return
      "Limits of agreement\(place) within ±\(difference) are not shown \(none)\(against) (\(name): \(observed)\(why))."
  }

  /// Verdict with its reason, as lists and tables have it.
  static func word(_ verdict: AcceptableAgreement, _ clusterWord: String) -> String {
    switch verdict {
    case .shown: "shown"
    case .refuted: "refuted"
    case .unclear: "unclear"
    case .unknown(.noIntervals): "not known: too few \(clusterWord)"
    case .unknown(.noLimits): "not known: too few estimates"
    case .unknown(.doubts): "not known: too skewed, or heavy tails"
    }
  }

  /// `−83.0 to 63.0`
  static func words(_ limits: Interval) -> String {
    "\(pageNumber(limits.low, decimals: 1)) to \(pageNumber(limits.high, decimals: 1))"
  }

  /// Heading; `nil` if the experiment declares no limits.
  var heading: String? {
    guard declared else { return nil }
    let all = evaluation.plan.scenarios.indices.compactMap(difference).distinct
    return all.count == 1
      ? "Limits of agreement within ±\(all[0]):" : "Limits of agreement within what the experiment accepts:"
  }

  /// `clean: shown for fusion; refuted for peak, fft; unclear for hue.`, one per scenario; and the meaning of the
  /// words.
  var sentences: [String] {
    guard declared else { return [] }
    let verdicts = evaluation.plan.scenarios.indices.compactMap { scenario -> String? in
      let parts = words.compactMap { verdict, words -> String? in
        let names = names(scenario) { $0 == verdict }
        return names.isEmpty ? nil : "\(words.before) \(names.joined(separator: ", "))\(words.after)"
      }
      guard !parts.isEmpty else { return nil }
      let label = evaluation.plan.scenarios[scenario].label
      let own = evaluation.plan.variability == nil ? "" : difference(scenario).map { " (±\($0))" } ?? ""
      return "\(label)\(own): \(parts.joined(separator: "; "))."
    }
    return verdicts + [
      "Shown: the 95 % confidence intervals of both limits of agreement are within \(evaluation.plan.acceptableDifferenceBPM.map { "±\(shortest($0)) bpm" } ?? "that"). Refuted: the interval of one limit is wholly outside."
    ]
  }

  private var declared: Bool { evaluation.plan.scenarios.indices.contains { difference($0) != nil } }

  /// The acceptable difference of a scenario with its unit: `10 bpm`.
  private func difference(_ scenario: Int) -> String? {
    evaluation.plan.acceptableDifference(of: scenario).map {
      shortest($0) + evaluation.plan.inUnit(of: scenario)
    }
  }

  private var words: [(AcceptableAgreement, words: (before: String, after: String))] {
    [
      (.shown, ("shown for", "")), (.refuted, ("refuted for", "")), (.unclear, ("unclear for", "")),
      (.unknown(.noIntervals), ("not known for", " (too few \(evaluation.clusterWord))")),
      (.unknown(.noLimits), ("not known for", " (too few estimates)")),
      (.unknown(.doubts), ("not known for", " (\(evaluation.clusterWord) too skewed, or heavy tails)")),
    ]
  }

  /// Returns the detectors with a verdict.
  private func names(_ scenario: Int, _ isMeant: (AcceptableAgreement?) -> Bool) -> [String] {
    evaluation.rows(ofScenario: scenario).filter { isMeant($0.acceptable(evaluation.plan)) }
      .map { Findings.named(evaluation.detector(of: $0)) }
  }

  // MARK: Page

  /// Maximum number of names in a list of the box; the others are counted.
  private static let mostNamed = 8

  /// Returns the box of a scenario; empty if no limits are declared.
  func box(ofScenario scenario: Int) -> String {
    guard let difference = difference(scenario) else { return "" }
    let count = evaluation.rows(ofScenario: scenario).count
    func line(_ title: String, _ style: String, _ isMeant: (AcceptableAgreement?) -> Bool) -> String {
      let names = evaluation.rows(ofScenario: scenario).bestFirst.filter {
        isMeant($0.acceptable(evaluation.plan))
      }
      .map { row in
        Findings.named(evaluation.detector(of: row))
          + (row.limits.map { " (\(Self.words($0.limits)))" } ?? "")
      }
      guard !names.isEmpty else { return "" }
      let more = names.count > Self.mostNamed ? " and \(names.count - Self.mostNamed) more" : ""
      let shown = HTMLText.escaped(names.prefix(Self.mostNamed).joined(separator: ", "))
      return
        "<li><span class=\"told\(style)\">\(title)</span> \(names.count) of \(count): \(shown)\(more)</li>"
    }
    let lines =
      line("Shown for", " good") { $0 == .shown } + line("Refuted for", " bad") { $0 == .refuted }
      + line("Unclear for", "") { $0 == .unclear }
      + line("Not known for", "") { if case .unknown = $0 { true } else { false } }
    return """
      <div class="box"><h3>Does ±\(difference) hold?</h3><ul>\(lines)</ul>
      <p class="small faint">In brackets: the observed limits of agreement. Shown: the 95 % confidence intervals of both limits of agreement are within ±\(difference). Refuted: \
      the interval of one limit is wholly outside.</p></div>
      """
  }
}
