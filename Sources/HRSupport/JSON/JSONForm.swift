/// JSON form of a value: its shape, its writing and its reading, in one declaration.
package struct JSONForm<Value: Sendable>: Sendable {
  package let shape: Shape
  package let write: @Sendable (Value) -> JSONText
  /// Reads a value; `nil` if the text holds none, with the reason in the problems of the reading.
  package let read: @Sendable (JSONNode, inout JSONReading) -> Value?
  /// Value of a text whose problems the shape reports: anything of the right type, within its bounds or not, and of
  /// a list the elements of the right type.
  let loose: @Sendable (JSONNode) -> Value?
  /// Value for null and for a missing member; `nil` if a value is required.
  let none: Value?
  /// Name of the value in a message: `a number`.
  let spoken: String

  package init(
    _ shape: Shape, none: Value? = nil, spoken: String? = nil,
    write: @escaping @Sendable (Value) -> JSONText, loose: (@Sendable (JSONNode) -> Value?)? = nil,
    read: @escaping @Sendable (JSONNode, inout JSONReading) -> Value?
  ) {
    (self.shape, self.none, self.write, self.read) = (shape, none, write, read)
    self.spoken = spoken ?? shape.spoken
    self.loose =
      loose ?? { node in
        var unheard = JSONReading(document: JSONDocument(file: "", text: "", root: node))
        return read(node, &unheard)
      }
  }

  /// Creates a form that reads a value from one node, or reports that it expected one.
  package init(
    _ shape: Shape, spoken: String? = nil, write: @escaping @Sendable (Value) -> JSONText,
    loose: (@Sendable (JSONNode) -> Value?)? = nil, value: @escaping @Sendable (JSONNode) -> Value?
  ) {
    let expected = spoken ?? shape.spoken
    self.init(shape, spoken: expected, write: write, loose: loose ?? value) { node, reading in
      value(node) ?? reading.expected(expected, node)
    }
  }

  /// Returns the form of another type with the same text.
  ///
  /// - Parameter to: converts the value read; `nil` if it is not a value of that type.
  package func mapped<Other: Sendable>(
    to: @escaping @Sendable (Value) -> Other?, from: @escaping @Sendable (Other) -> Value,
    spoken: String? = nil
  ) -> JSONForm<Other> {
    let expected = spoken ?? self.spoken
    return JSONForm<Other>(shape, spoken: expected, write: { write(from($0)) }) { node, reading in
      read(node, &reading).flatMap { to($0) ?? reading.expected(expected, node) }
    }
  }

  /// Returns the form with a check of the value read; the value is used only if the check reports no problem.
  package func checked(
    _ check: @escaping @Sendable (Value, JSONNode, inout JSONReading) -> Void
  ) -> JSONForm {
    reading { node, reading in
      guard let value = read(node, &reading) else { return nil }
      let before = reading.problems.count
      check(value, node, &reading)
      return reading.problems.count == before ? value : nil
    }
  }
}

/// Problems found while a document is read.
package struct JSONReading {
  package let document: JSONDocument
  package private(set) var problems: [Diagnostic] = []

  package mutating func problem(_ message: String, at node: JSONNode, hint: String? = nil) {
    problems.append(document.problem(message, at: node, hint: hint))
  }

  /// Reports an unexpected node; always returns `nil`.
  mutating func expected<Value>(_ expected: String, _ node: JSONNode) -> Value? {
    problem("expected \(expected), found \(node.described)", at: node)
    return nil
  }
}

/// A value with its key in an object of any keys.
@dynamicMemberLookup
package struct Named<Value: Equatable & Sendable>: Equatable, Sendable {
  package let name: String
  package let value: Value

  package init(name: String, value: Value) { (self.name, self.value) = (name, value) }

  package subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Part { value[keyPath: path] }
}

extension JSONForm where Value == String {
  package static var text: Self { text(.string) }
  /// A text of another shape: one of some names.
  package static func text(_ shape: Shape) -> Self { Self(shape, write: { .string($0) }, value: \.string) }
}

extension JSONForm where Value == Bool {
  package static var boolean: Self { Self(.boolean, write: { .boolean($0) }, value: \.boolean) }
}

extension JSONForm where Value == Double {
  package static var number: Self { number(nil) }
  /// A number from 0 to 1.
  package static var share: Self { number(0...1) }

  package static func number(_ range: ClosedRange<Double>?) -> Self {
    let spoken = range.map { "a number from \(shortest($0.lowerBound)) to \(shortest($0.upperBound))" }
    return Self(.number(range), spoken: spoken, write: { .number($0) }, loose: \.number) { node in
      node.number.flatMap { range?.contains($0) ?? true ? $0 : nil }
    }
  }
}

extension JSONForm where Value == Int {
  /// A whole number from 0 up to 2⁵³ − 1, which every reader of JSON represents exactly.
  package static var count: Self { integer(0...9_007_199_254_740_991, spoken: "a whole number from 0 up") }

  package static func integer(_ range: ClosedRange<Int>, spoken: String? = nil) -> Self {
    let spoken = spoken ?? "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Self(.integer(range), spoken: spoken, write: { .integer($0) }, loose: \.integer) { node in
      node.integer.flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension JSONForm where Value == UInt64 {
  /// A seed: a number, or text if it is larger than the whole numbers of JSON readers.
  package static var seed: Self {
    Self(
      .either([JSONForm<Int>.count.shape, .string]), spoken: "a whole number from 0 up",
      write: { seed in Int(exactly: seed).map { .integer($0) } ?? .string(String(seed)) }
    ) { node in
      if case .number(let number, let text) = node.value {
        return UInt64(text, radix: 10) ?? UInt64(exactly: number)
      }
      return node.string.flatMap { UInt64($0, radix: 10) }
    }
  }
}

extension JSONForm where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  package static var choice: Self {
    let names = Value.allCases.map(\.rawValue)
    return Self(
      .choice(names), spoken: names.map { "\"\($0)\"" }.joined(separator: " or "),
      write: { .string($0.rawValue) }
    ) { $0.string.flatMap { Value(rawValue: $0) } }
  }
}

extension JSONForm {
  /// Returns the form of a value, or null if there is none.
  package static func optional<Wrapped>(_ inner: JSONForm<Wrapped>) -> Self where Value == Wrapped? {
    Self(.optional(inner.shape), none: .some(nil), write: { $0.map(inner.write) ?? .null }) { node, reading in
      if node.value == .null { return .some(nil) }
      guard inner.shape.fits(node) else { return reading.expected("\(inner.spoken) or null", node) }
      return inner.read(node, &reading).map { .some($0) }
    }
  }

  package static func list<Element>(_ element: JSONForm<Element>, atLeast: Int = 0) -> Self
  where Value == [Element] {
    let write: @Sendable ([Element]) -> JSONText = { list in
      .list(count: list.count) { element.write(list[$0]) }
    }
    return Self(
      .list(element.shape, atLeast: atLeast), write: write, loose: { $0.elements?.compactMap(element.loose) }
    ) { node, reading in
      guard let nodes = node.elements, nodes.count >= atLeast else { return reading.expected("a list", node) }
      let elements = nodes.map { element.read($0, &reading) }
      return elements.contains { $0 == nil } ? nil : elements.compactMap(\.self)
    }
  }

  /// Returns the form of a list that may be written as its only element.
  package static func oneOrMany<Element>(_ element: JSONForm<Element>) -> Self where Value == [Element] {
    let list = JSONForm.list(element)
    return Self(
      .oneOrMany(element.shape),
      write: { $0.count == 1 ? element.write($0[0]) : list.write($0) },
      loose: { list.loose($0) ?? element.loose($0).map { [$0] } }
    ) { node, reading in
      node.elements != nil ? list.read(node, &reading) : element.read(node, &reading).map { [$0] }
    }
  }

  /// Returns the form of an object of any keys, in their order.
  package static func map<Element: Equatable>(_ element: JSONForm<Element>) -> Self
  where Value == [Named<Element>] {
    Self(
      .map(element.shape), write: { .object($0.map { (key: $0.name, value: element.write($0.value)) }) }
    ) { node, reading in
      guard let members = node.members else { return reading.expected("an object", node) }
      let read = members.map { member in
        element.read(member.value, &reading).map { Named(name: member.key, value: $0) }
      }
      return read.contains { $0 == nil } ? nil : read.compactMap(\.self)
    }
  }

  /// Returns the form of an object, with one row per member.
  ///
  /// - Parameters:
  ///   - name: name of the object for messages: `a recording`.
  ///   - make: combines the members' values, usually the initializer.
  package static func object<each Part>(
    _ name: String, _ make: @escaping @Sendable (repeat each Part) -> Value,
    _ fields: repeat JSONField<Value, each Part>
  ) -> Self {
    let all = (repeat each fields)
    return written(name, repeat each fields).reading { node, reading in
      guard node.members != nil else { return reading.expected("an object", node) }
      let parts = (repeat (each all).read(node, &reading))
      do throws(Missing) {
        return make(repeat try taken(each parts))
      } catch {
        return nil
      }
    }
  }

  /// Returns the form of an object that is only written, as a ``JSONField/writtenOnly(_:)`` member or part of one.
  /// Reading it gives no value.
  package static func written<each Part>(
    _ name: String, _ fields: repeat JSONField<Value, each Part>
  ) -> Self {
    var shapes: [ObjectShape.Field] = []
    repeat shapes += (each fields).shapes
    let all = (repeat each fields)
    let write: @Sendable (Value) -> JSONText = { value in
      var members: [(key: String, value: JSONText)] = []
      repeat members += (each all).write(value)
      return .object(members)
    }
    return Self(.object(ObjectShape(name, shapes)), write: write) { _, _ in nil }
  }

  private func reading(_ read: @escaping @Sendable (JSONNode, inout JSONReading) -> Value?) -> Self {
    Self(shape, none: none, spoken: spoken, write: write, read: read)
  }
}

private struct Missing: Error {}

private func taken<Part>(_ part: Part?) throws(Missing) -> Part {
  guard let part else { throw Missing() }
  return part
}
