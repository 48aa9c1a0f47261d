extension ClosedRange<Double> {
  /// How much of it lies below a value: 0 up to its start, 1 from its end on, evenly between.
  func share(below value: Double) -> Double {
    Swift.min(Swift.max((value - lowerBound) / (upperBound - lowerBound), 0), 1)
  }
}
