extension ClosedRange<Double> {
  /// Share of the range below a value: 0 up to its start, 1 from its end on, linear between.
  func share(below value: Double) -> Double {
    Swift.min(Swift.max((value - lowerBound) / (upperBound - lowerBound), 0), 1)
  }
}
