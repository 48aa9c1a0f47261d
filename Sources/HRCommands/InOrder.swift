/// Restores the order of elements that arrive in any order.
struct InOrder<Element> {
  private var next = 0
  private var waiting: [Int: Element] = [:]

  /// - Parameter position: counted from 0, each once.
  /// - Returns: the elements that can be released now, in order.
  mutating func released(by element: Element, at position: Int) -> [Element] {
    waiting[position] = element
    var released: [Element] = []
    while let element = waiting.removeValue(forKey: next) {
      released.append(element)
      next += 1
    }
    return released
  }
}
