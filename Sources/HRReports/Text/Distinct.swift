extension Sequence where Element: Equatable {
  /// Each element once, where it stands first.
  var distinct: [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

extension Sequence {
  /// The elements that share a key, under it; keys in the order in which they come first.
  func gathered<Key: Equatable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    let keyed = map { (key: key($0), element: $0) }
    return keyed.map(\.key).distinct.map { key in
      (key, keyed.filter { $0.key == key }.map(\.element))
    }
  }
}
