internal import HRSupport
internal import HRSignals

/// The range of rates that an entry of recorded output declares: `"rangeBPM": [40, 200]`.
enum DeclaredRange {
  static let field = ObjectShape.Field(
    "rangeBPM", .list(.number(0...10_000), atLeast: 2),
    "Lowest and highest rate the program can give; what lies outside counts as failed. Left out: "
      + Measurand.allCases.map { measurand in
        let range = measurand.conceivablePerMinute
        return "\(shortest(range.lowerBound)) to \(shortest(range.upperBound)) \(measurand.events)"
      }.joined(separator: ", ") + " per minute.")
}

extension ExperimentResolver {
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

  private static let rangeHint =
    "the lowest and the highest rate that the program can give, as in [30, 240]"
}
