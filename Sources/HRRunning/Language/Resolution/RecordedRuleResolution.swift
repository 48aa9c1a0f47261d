internal import HRSupport

extension ExperimentResolver {
  /// Resolves the rule of an entry; reports values that can never give an estimate, or that would have no effect.
  mutating func recordedRule(_ node: JSONNode, path: RecordedPath) -> RecordedRule {
    let (stable, strict, floor) = (RecordedKey.stable, RecordedKey.strict, RecordedKey.minimumConfidence)
    let rule = RecordedRule(stable: node[stable], strict: node[strict], minimumConfidence: node[floor])

    func report(_ key: String, _ message: String, hint: String) {
      complain(message, at: node[key] ?? node, hint: hint)
    }
    if rule.strict == .only {
      switch document.root[ExperimentKey.mode] {
      case .continuous:
        report(
          strict.name, "\"strict\": \"only\" belongs to spot mode",
          hint: "a strict value is of a whole measurement: set \"mode\": \"spot\", or leave \"strict\" out")
      case .spot:
        let idle = [(stable.name, rule.stable == .only), (floor.name, rule.minimumConfidence > 0)]
        for (key, isSet) in idle where isSet {
          report(
            key, "\"\(key)\" is about the series, which \"strict\": \"only\" does not look at",
            hint: "leave one of the two out")
        }
      }
    }
    if path.isTable {
      if rule.stable == .only {
        report(
          stable.name, "a CSV file marks no reading as stable, so none would count",
          hint: "leave \"stable\" out, or leave the others out of the file")
      }
      if rule.strict == .only {
        report(
          strict.name, "a CSV file has no strict value",
          hint: "leave \"strict\" out: in spot mode the latest reading of the measurement is its estimate")
      }
    }
    return rule
  }

  /// Resolves the range of rates that an entry declares.
  ///
  /// - Returns: `nil` if none is declared, or if it has a problem, which is then reported.
  mutating func declaredRange(_ node: JSONNode?) -> ClosedRange<Double>? {
    guard let node, let bounds = node.elements else { return nil }
    let numbers = bounds.compactMap(\.number)
    guard bounds.count == 2 else {
      // Fewer are reported by the shape.
      if bounds.count > 2 {
        complain("\"rangeBPM\" has \(bounds.count) numbers", at: node, hint: Self.rangeHint)
      }
      return nil
    }
    guard numbers.count == 2 else { return nil }
    guard numbers[0] < numbers[1] else {
      complain(
        "\"rangeBPM\" goes from \(shortest(numbers[0])) to \(shortest(numbers[1]))", at: node,
        hint: Self.rangeHint)
      return nil
    }
    return numbers[0]...numbers[1]
  }

  private static let rangeHint = "the lowest and the highest rate that the program can give, as in [30, 240]"
}
