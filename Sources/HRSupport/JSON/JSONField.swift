/// A member of an object: its key, property, form and description.
package struct JSONField<Root: Sendable, Value: Sendable>: Sendable {
  let shapes: [ObjectShape.Field]
  let write: @Sendable (Root) -> [(key: String, value: JSONText)]
  private(set) var read: @Sendable (JSONNode, inout JSONReading) -> Value?

  package typealias Path<Part> = any KeyPath<Root, Part> & Sendable

  /// Creates a member that is always written. A missing one is null, if the form allows null.
  package init(_ key: String, _ path: Path<Value>, _ form: JSONForm<Value>, _ summary: String) {
    self.init(key, form, required: true, missing: form.none, summary) {
      form.write($0[keyPath: path])
    }
  }

  /// Creates a member that is always written, and optional in texts written by hand.
  package init(
    _ key: String, _ path: Path<Value>, _ form: JSONForm<Value>, fallback: Value, _ summary: String
  ) {
    self.init(key, form, required: false, missing: fallback, fallback: form.write(fallback), summary) {
      form.write($0[keyPath: path])
    }
  }

  /// Creates a list that is omitted if it is empty.
  package init(_ key: String, ifAny path: Path<Value>, _ form: JSONForm<Value>, _ summary: String)
  where Value: RangeReplaceableCollection {
    self.init(key, form, required: false, missing: Value(), summary) {
      $0[keyPath: path].isEmpty ? nil : form.write($0[keyPath: path])
    }
  }

  /// Creates a member that is omitted if there is no value.
  ///
  /// - Parameter fallback: value of a missing member in texts written by hand.
  package init<Wrapped>(
    _ key: String, ifAny path: Path<Value>, _ form: JSONForm<Wrapped>, fallback: Wrapped? = nil,
    _ summary: String
  ) where Value == Wrapped? {
    let known = JSONForm<Value>(form.shape, write: { $0.map(form.write) ?? .null }) {
      form.read($0, &$1).map { .some($0) }
    }
    self.init(
      key, known, required: false, missing: .some(fallback), fallback: fallback.map(form.write), summary
    ) {
      $0[keyPath: path].map(form.write)
    }
  }

  /// Creates the members of another object as members of this one.
  package init(membersOf path: Path<Value>, _ form: JSONForm<Value>) {
    shapes = form.shape.objectShape?.fields ?? []
    write = { form.write($0[keyPath: path]).members }
    read = form.read
  }

  /// Creates the members of an optional object as members of this one.
  package init<Wrapped>(ifAnyMembersOf path: Path<Value>, _ form: JSONForm<Wrapped>)
  where Value == Wrapped? {
    shapes = (form.shape.objectShape?.fields ?? []).map { .init($0.key, $0.shape, $0.summary) }
    let keys = shapes.map(\.key)
    write = { $0[keyPath: path].map { form.write($0).members } ?? [] }
    read = { node, reading in
      keys.contains { node[$0] != nil } ? form.read(node, &reading).map { .some($0) } : .some(nil)
    }
  }

  /// Returns the member as one that is written, and has this value whenever it is read.
  package func writtenOnly(_ value: Value) -> Self {
    var field = self
    field.read = { _, _ in value }
    return field
  }

  private init(
    _ key: String, _ form: JSONForm<Value>, required: Bool, missing: Value?, fallback: JSONText? = nil,
    _ summary: String, text: @escaping @Sendable (Root) -> JSONText?
  ) {
    shapes = [.init(key, form.shape, required: required, fallback: fallback?.plain, summary)]
    write = { root in text(root).map { [(key, $0)] } ?? [] }
    read = { node, reading in
      if let found = node[key] { return form.read(found, &reading) }
      if missing == nil { reading.problem("the key \"\(key)\" is missing", at: node) }
      return missing
    }
  }
}

extension JSONText {
  /// Members of an object; empty for other values.
  package var members: [(key: String, value: JSONText)] {
    if case .object(let members) = self { members } else { [] }
  }

  /// Plain text of a string, otherwise JSON.
  var plain: String {
    if case .string(let text) = self { text } else { rendered(indented: false) }
  }
}
