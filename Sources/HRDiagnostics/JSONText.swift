/// A JSON value to be written. Members keep the order they were given in, so equal values give equal bytes.
package indirect enum JSONText: Equatable, Sendable {
  case object([(key: String, value: JSONText)])
  case array([JSONText])
  case string(String)
  case number(Double)
  case integer(Int)
  case boolean(Bool)
  case null

  package static func == (a: JSONText, b: JSONText) -> Bool {
    a.rendered(indented: false) == b.rendered(indented: false)
  }

  /// `nil` and numbers JSON cannot say become null.
  package static func optional(_ number: Double?) -> JSONText {
    number.map { $0.isFinite ? .number($0) : .null } ?? .null
  }

  package static func optional(_ text: String?) -> JSONText {
    text.map { .string($0) } ?? .null
  }

  /// Numbers are written as the shortest text that reads back the same.
  package func rendered(indented: Bool = true) -> String {
    var text = ""
    write(into: &text, indent: indented ? 0 : nil)
    if indented { text += "\n" }
    return text
  }

  private func write(into text: inout String, indent: Int?) {
    switch self {
    case .object(let members):
      Self.writeList(members, "{", "}", into: &text, indent: indent) { member, text, inner in
        text += Self.quoted(member.key) + (indent == nil ? ":" : ": ")
        member.value.write(into: &text, indent: inner)
      }
    case .array(let elements):
      // Short lists of plain values read better on one line.
      let flat = elements.allSatisfy(\.isScalar)
      Self.writeList(elements, "[", "]", into: &text, indent: flat ? nil : indent) { element, text, inner in
        element.write(into: &text, indent: inner)
      }
    case .string(let string): text += Self.quoted(string)
    case .number(let number): text += number.isFinite ? shortest(number) : "null"
    case .integer(let integer): text += String(integer)
    case .boolean(let boolean): text += boolean ? "true" : "false"
    case .null: text += "null"
    }
  }

  private var isScalar: Bool {
    switch self {
    case .object, .array: false
    case .string, .number, .integer, .boolean, .null: true
    }
  }

  private static func writeList<Element>(
    _ list: [Element], _ open: String, _ close: String, into text: inout String, indent: Int?,
    _ writeElement: (Element, inout String, Int?) -> Void
  ) {
    guard !list.isEmpty else {
      text += open + close
      return
    }
    text += open
    let inner = indent.map { $0 + 2 }
    for (index, element) in list.enumerated() {
      if index > 0 { text += indent == nil ? ", " : "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      writeElement(element, &text, inner)
    }
    if let indent { text += "\n" + String(repeating: " ", count: indent) }
    text += close
  }

  /// The text in double quotes. What could steer a reader is written as an escape, which every JSON reader turns back.
  package static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case let steering where steering.steersReaders:
        // Beyond U+FFFF a pair of surrogates.
        for unit in UTF16.encode(steering) ?? UTF16.encodedReplacementCharacter {
          let hex = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

/// The shortest decimal text that reads back as the same number; whole numbers without a point.
package func shortest(_ number: Double) -> String {
  if let whole = Int64(exactly: number), whole.magnitude < 1_000_000_000_000_000 {
    return String(whole)
  }
  return number.description
}

/// The same of the number rounded to so many decimals, half away from zero; no zeros at the end.
package func shortest(_ number: Double, decimals: Int) -> String {
  let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
  return shortest((number * scale).rounded() / scale)
}
