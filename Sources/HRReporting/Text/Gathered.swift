internal import HRSupport

extension Sequence {
  /// Groups the elements by key; keys are in the order in which they come first.
  func gathered<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    let keyed = map { (key: key($0), element: $0) }
    return keyed.map(\.key).distinct.map { key in
      (key, keyed.filter { $0.key == key }.map(\.element))
    }
  }
}
