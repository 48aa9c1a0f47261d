/// JSON as written: numbers as text, and keys in order, including repeated ones, so that any faulty text can be
/// written.
indirect enum JSONTree: Equatable, Sendable {
  /// Numbers, `true`, `null`, and any other text that is to be written as it is.
  case raw(String)
  case text(String)
  case list([JSONTree])
  case object([Member])

  struct Member: Equatable, Sendable {
    var key: String
    var value: JSONTree
  }

  /// Number of values, including this one.
  var count: Int {
    switch self {
    case .raw, .text: 1
    case .list(let elements): elements.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    }
  }

  /// Changes the value at a position, counted from the root downwards in the order of the text.
  mutating func change(at place: Int, _ body: (inout JSONTree) -> Void) {
    var left = place
    visit(&left, body)
  }

  private mutating func visit(_ left: inout Int, _ body: (inout JSONTree) -> Void) {
    if left == 0 { body(&self) }
    left -= 1
    guard left >= 0 else { return }
    switch self {
    case .raw, .text: return
    case .list(var elements):
      for index in elements.indices where left >= 0 { elements[index].visit(&left, body) }
      self = .list(elements)
    case .object(var members):
      for index in members.indices where left >= 0 { members[index].value.visit(&left, body) }
      self = .object(members)
    }
  }

  /// Returns the value at a position.
  func value(at place: Int) -> JSONTree {
    var copy = self
    var found = self
    copy.change(at: place) { found = $0 }
    return found
  }

  /// - Parameter raw: true leaves control characters in texts as they are, which JSON forbids.
  func written(raw: Bool = false) -> String {
    var text = ""
    write(to: &text, raw: raw)
    return text
  }

  private func write(to text: inout String, raw: Bool) {
    switch self {
    case .raw(let token): text += token
    case .text(let value): text += Self.quoted(value, raw: raw)
    case .list(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        element.write(to: &text, raw: raw)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        text += (index > 0 ? ",\n" : "") + Self.quoted(member.key, raw: raw) + ": "
        member.value.write(to: &text, raw: raw)
      }
      text += "}"
    }
  }

  static func quoted(_ value: String, raw: Bool = false) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _ where scalar.value < 0x20 && !raw:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
