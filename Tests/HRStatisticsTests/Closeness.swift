import Testing

/// Expects both to be absent, or equal to a relative (below 1: absolute) tolerance.
func expectClose(
  _ value: Double?, _ expected: Double?, _ tolerance: Double = 1e-9, _ what: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let value, let expected else {
    #expect(value == nil && expected == nil, "\(what)", sourceLocation: sourceLocation)
    return
  }
  #expect(
    abs(value - expected) <= tolerance * max(abs(expected), 1), "\(what): \(value), expected \(expected)",
    sourceLocation: sourceLocation)
}

/// Expects equality to a relative tolerance; a figure that is missing on either side fails.
func expectRelative(
  _ value: Double?, _ expected: Double?, _ tolerance: Double = 1e-9, _ what: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let value, let expected else {
    Issue.record("\(what): a figure is missing", sourceLocation: sourceLocation)
    return
  }
  #expect(
    abs(value - expected) <= tolerance * abs(expected), "\(what): \(value), expected \(expected)",
    sourceLocation: sourceLocation)
}
