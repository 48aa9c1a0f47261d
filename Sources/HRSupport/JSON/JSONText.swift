/// A JSON value to be written. Members keep their order, so equal values give equal bytes.
package indirect enum JSONText: Equatable, Sendable {
  case object([(key: String, value: JSONText)])
  case array([JSONText])
  /// A list whose elements are made one at a time when they are written, and not kept.
  case list(count: Int, @Sendable (Int) -> JSONText)
  case string(String)
  case number(Double)
  case integer(Int)
  case boolean(Bool)
  case null

  package static func == (a: JSONText, b: JSONText) -> Bool {
    a.rendered(indented: false) == b.rendered(indented: false)
  }

  /// Returns a number, or null for `nil` and for numbers that JSON cannot represent.
  package static func optional(_ number: Double?) -> JSONText {
    number.map { $0.isFinite ? .number($0) : .null } ?? .null
  }

  package static func optional(_ text: String?) -> JSONText {
    text.map { .string($0) } ?? .null
  }

  /// Returns the JSON text; numbers have the shortest text that reads back as the same value.
  package func rendered(indented: Bool = true) -> String {
    var text = ""
    write(into: &text, indented: indented) { _ in }
    return text
  }

  /// Renders the same text in pieces, so that it is never completely in memory.
  ///
  /// - Parameters:
  ///   - bytes: minimum size of all pieces but the last.
  ///   - take: receives the pieces in their order.
  package func render<Failure>(
    indented: Bool = true, inPiecesOf bytes: Int = 65_536, to take: (String) throws(Failure) -> Void
  ) throws(Failure) {
    var text = ""
    try write(into: &text, indented: indented) { text throws(Failure) in
      guard text.utf8.count >= bytes else { return }
      try take(text)
      text.removeAll(keepingCapacity: true)
    }
    if !text.isEmpty { try take(text) }
  }

  /// - Parameter pass: receives the text after every element of a list or member of an object, and may empty it.
  private func write<Failure>(
    into text: inout String, indented: Bool, _ pass: (inout String) throws(Failure) -> Void
  ) throws(Failure) {
    try write(into: &text, indent: indented ? 0 : nil, pass)
    if indented { text += "\n" }
  }

  private func write<Failure>(
    into text: inout String, indent: Int?, _ pass: (inout String) throws(Failure) -> Void
  ) throws(Failure) {
    switch self {
    case .object(let members):
      try Self.writeList(members.count, "{", "}", into: &text, indent: indent, pass) {
        index, text, inner throws(Failure) in
        text += Self.quoted(members[index].key) + (indent == nil ? ":" : ": ")
        try members[index].value.write(into: &text, indent: inner, pass)
      }
    case .array(let elements):
      try Self.writeElements(elements.count, into: &text, indent: indent, pass) { elements[$0] }
    case .list(let count, let element):
      try Self.writeElements(count, into: &text, indent: indent, pass, element)
    case .string(let string): text += Self.quoted(string)
    case .number(let number): text += number.isFinite ? shortest(number) : "null"
    case .integer(let integer): text += String(integer)
    case .boolean(let boolean): text += boolean ? "true" : "false"
    case .null: text += "null"
    }
  }

  private var isScalar: Bool {
    switch self {
    case .object, .array, .list: false
    case .string, .number, .integer, .boolean, .null: true
    }
  }

  private static func writeElements<Failure>(
    _ count: Int, into text: inout String, indent: Int?, _ pass: (inout String) throws(Failure) -> Void,
    _ element: (Int) -> JSONText
  ) throws(Failure) {
    // Short lists of plain values are more readable on one line.
    let flat = (0..<count).allSatisfy { element($0).isScalar }
    try writeList(count, "[", "]", into: &text, indent: flat ? nil : indent, pass) {
      index, text, inner throws(Failure) in
      try element(index).write(into: &text, indent: inner, pass)
    }
  }

  private static func writeList<Failure>(
    _ count: Int, _ open: String, _ close: String, into text: inout String, indent: Int?,
    _ pass: (inout String) throws(Failure) -> Void,
    _ writeElement: (Int, inout String, Int?) throws(Failure) -> Void
  ) throws(Failure) {
    guard count > 0 else {
      text += open + close
      return
    }
    text += open
    let inner = indent.map { $0 + 2 }
    for index in 0..<count {
      if index > 0 { text += indent == nil ? ", " : "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      try writeElement(index, &text, inner)
      try pass(&text)
    }
    if let indent { text += "\n" + String(repeating: " ", count: indent) }
    text += close
  }

  /// Returns the text in double quotes. Characters that could control a reader are written as escapes of JSON.
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
        // Characters beyond U+FFFF are written as a pair of surrogates.
        for unit in UTF16.encode(steering) ?? UTF16.encodedReplacementCharacter {
          text += "\\u" + String(unit, radix: 16).zeroPadded(to: 4)
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

/// Returns the shortest decimal text that reads back as the same number; whole numbers without a point.
package func shortest(_ number: Double) -> String {
  if let whole = Int64(exactly: number), whole.magnitude < 1_000_000_000_000_000 {
    return String(whole)
  }
  return number.description
}

/// Returns the text of a number with its sign, which is `+` if the number is above 0.
package func signed(_ number: Double, _ text: String) -> String { (number > 0 ? "+" : "") + text }

extension String {
  /// The text of a number with the minus sign of pages.
  package var withMinusSign: String { hasPrefix("-") ? "−" + dropFirst() : self }
}

/// Returns the shortest text of the number rounded to some decimals, half away from zero; no zeros at the end.
package func shortest(_ number: Double, decimals: Int) -> String {
  let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
  return shortest((number * scale).rounded() / scale)
}
