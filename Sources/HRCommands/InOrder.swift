/// Puts back in order what comes in any.
struct InOrder<Element> {
  private var next = 0
  private var waiting: [Int: Element] = [:]

  /// - Parameter position: counted from 0, each once.
  /// - Returns: what may go out now, in order.
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
