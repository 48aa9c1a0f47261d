internal import HRSupport

/// Rule for readings that count: `"stable"`, `"strict"` and `"minimumConfidence"` of an entry of recorded output.
enum RecordedRuleShape {
  static let fields = [
    ObjectShape.Field(
      "stable", .choice(of: RecordedRule.Stable.self),
      fallback: RecordedRule().stable.rawValue,
      "any: readings not marked stable are scored like the others; only: a window's estimate is its latest stable reading."
    ),
    ObjectShape.Field(
      "strict", .choice(of: RecordedRule.Strict.self),
      fallback: RecordedRule().strict.rawValue,
      "Of spot mode. prefer: the one strict value of a measurement where it is given, else its series; only: it or nothing; never: the series."
    ),
    ObjectShape.Field(
      "minimumConfidence", .number(0...1), fallback: shortest(RecordedRule().minimumConfidence),
      "A reading of the series with a lower confidence, or with none, is no estimate; 0 asks for none."),
  ]
}

extension ExperimentResolver {
  /// Resolves the rule of an entry; reports values that can never give an estimate, or that would have no effect.
  mutating func recordedRule(_ node: JSONNode, path: RecordedPath) -> RecordedRule {
    var rule = RecordedRule()
    if let stable = node["stable"]?.choice(of: RecordedRule.Stable.self) { rule.stable = stable }
    if let strict = node["strict"]?.choice(of: RecordedRule.Strict.self) { rule.strict = strict }
    if let floor = node["minimumConfidence"]?.number { rule.minimumConfidence = floor }

    func report(_ key: String, _ message: String, hint: String) {
      complain(message, at: node[key] ?? node, hint: hint)
    }
    if rule.strict == .only {
      let mode = document.root["mode"]?.choice() ?? MeasurementMode.continuous
      switch mode {
      case .continuous:
        report(
          "strict", "\"strict\": \"only\" belongs to spot mode",
          hint: "a strict value is of a whole measurement: set \"mode\": \"spot\", or leave \"strict\" out")
      case .spot:
        let idle = [("stable", rule.stable == .only), ("minimumConfidence", rule.minimumConfidence > 0)]
        for (key, isSet) in idle where isSet {
          report(
            key, "\"\(key)\" is about the series, which \"strict\": \"only\" does not look at",
            hint: "leave one of the two out")
        }
      }
    }
    if path.isCSV {
      if rule.stable == .only {
        report(
          "stable", "a CSV file marks no reading as stable, so none would count",
          hint: "leave \"stable\" out, or leave the others out of the file")
      }
      if rule.strict == .only {
        report(
          "strict", "a CSV file has no strict value",
          hint: "leave \"strict\" out: in spot mode the latest reading of the measurement is its estimate")
      }
    }
    return rule
  }
}
