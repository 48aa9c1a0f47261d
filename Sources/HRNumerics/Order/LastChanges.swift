extension [Double] {
  /// For every `step`-th element, from the first on: the place, among these, of the last one up to it since which the
  /// values have changed at all.
  ///
  /// Filters ring on when a signal has gone flat; this shows changes of the signal itself.
  public func lastChanges(step: Int) -> [Int] {
    var changes = [Int](repeating: 0, count: (count + step - 1) / step)
    for place in 1..<Swift.max(changes.count, 1) {
      let last = place * step
      let isChanged = (last - step..<last).contains { self[$0] != self[$0 + 1] }
      changes[place] = isChanged ? place : changes[place - 1]
    }
    return changes
  }
}
