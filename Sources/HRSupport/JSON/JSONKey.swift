/// A key of an object that people write: its name, form, default and description in one row.
///
/// The object's ``Shape`` reports every problem of its members. Their values are read separately: a member that is
/// missing or of another type has its default, so that the rest can be checked.
package struct JSONKey<Value: Sendable>: Sendable {
  package let field: ObjectShape.Field
  fileprivate let missing: Value
  fileprivate let value: @Sendable (JSONNode) -> Value?

  package var name: String { field.key }

  /// Creates a key whose default is part of the description.
  package init(_ name: String, _ form: JSONForm<Value>, fallback: Value, _ summary: String) {
    field = .init(name, form.shape, fallback: form.write(fallback).plain, summary)
    (missing, value) = (fallback, form.loose)
  }

  /// - Parameter missing: value of a missing member, which the description does not state.
  package init(
    _ name: String, _ form: JSONForm<Value>, required: Bool = false, missing: Value, _ summary: String
  ) {
    field = .init(name, form.shape, required: required, summary)
    (self.missing, value) = (missing, form.loose)
  }

  /// Creates a key without a default.
  package init<Wrapped>(
    _ name: String, _ form: JSONForm<Wrapped>, required: Bool = false, _ summary: String
  ) where Value == Wrapped? {
    field = .init(name, form.shape, required: required, summary)
    missing = nil
    value = { form.loose($0).map { .some($0) } }
  }

  /// Returns the member with another shape, such as one that names plugins, or with other words.
  package func with(
    shape: Shape? = nil, required: Bool? = nil, fallback: String? = nil, _ summary: String? = nil
  ) -> ObjectShape.Field {
    .init(
      name, shape ?? field.shape, required: required ?? field.isRequired,
      fallback: fallback ?? field.fallback, summary ?? field.summary)
  }
}

extension JSONNode {
  package subscript<Value>(_ key: JSONKey<Value>) -> Value {
    self[key.name].flatMap(key.value) ?? key.missing
  }

  /// Returns the value of a key as written; `nil` if it is missing.
  package func node<Value>(_ key: JSONKey<Value>) -> JSONNode? { self[key.name] }

  /// Returns the place of a message about a key: its value, or the object without it.
  package func place<Value>(of key: JSONKey<Value>) -> JSONNode { self[key.name] ?? self }
}

extension JSONForm where Value == JSONNode {
  /// A value that is read elsewhere.
  package static func node(_ shape: Shape) -> Self { Self(shape, write: { JSONText($0) }, value: { $0 }) }
  /// A value whose shape ``JSONKey/with(shape:required:fallback:_:)`` gives.
  package static var node: Self { node(.either([])) }
}
