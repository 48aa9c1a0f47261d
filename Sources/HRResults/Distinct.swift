extension Sequence where Element: Equatable {
  /// Each element once, in the order in which they first come.
  package var distinct: [Element] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
