/// Shape of a JSON value: one declaration for validation, messages and the JSON Schema.
package indirect enum Shape: Sendable {
  case string
  case number(ClosedRange<Double>?)
  case integer(ClosedRange<Int>?)
  case boolean
  case choice([String])
  case list(Shape, atLeast: Int = 0)
  case object(ObjectShape)
  /// An object with any member names and values of one shape.
  case map(Shape)
  /// A value, or null if there is none.
  case optional(Shape)
  /// A value, or a list of values (a sweep).
  case oneOrMany(Shape)
  /// Alternatives, of which the first with the same JSON type is used; objects are distinguished by
  /// ``ObjectShape/marker``.
  case either([Shape])
  /// An object whose shape depends on the text of a sibling member.
  case dependent(on: String, [(name: String, shape: Shape)])
}

extension Shape {
  package static func object(_ name: String, marker: String? = nil, _ fields: [ObjectShape.Field]) -> Shape {
    .object(ObjectShape(name, marker: marker, fields))
  }

  /// Returns the shape of a text that names a value of a type.
  package static func choice<Value: RawRepresentable & CaseIterable>(of: Value.Type) -> Shape
  where Value.RawValue == String {
    .choice(Value.allCases.map(\.rawValue))
  }
}

/// Members of an object.
package struct ObjectShape: Sendable {
  package struct Field: Sendable {
    package let key: String
    package let shape: Shape
    package let isRequired: Bool
    package let summary: String
    /// Default of a missing member: a text as it is, anything else as JSON.
    package let fallback: String?

    package init(
      _ key: String, _ shape: Shape, required: Bool = false, fallback: String? = nil,
      _ summary: String
    ) {
      self.key = key
      self.shape = shape
      isRequired = required
      self.summary = summary
      self.fallback = fallback
    }
  }

  /// Members with many names and one shape.
  package struct Family: Sendable {
    /// The names, as a regular expression, for the schema.
    package let pattern: String
    /// Returns true if a name belongs to the family.
    package let fits: @Sendable (String) -> Bool
    package let shape: Shape
    package let summary: String

    package init(
      pattern: String, fits: @escaping @Sendable (String) -> Bool, shape: Shape, _ summary: String
    ) {
      self.pattern = pattern
      self.fits = fits
      self.shape = shape
      self.summary = summary
    }
  }

  /// Name of the object for messages: `detector "fft"`, `"windows"`.
  package let name: String
  package let fields: [Field]
  /// Member that distinguishes this object from its alternatives in ``Shape/either(_:)``.
  package let marker: String?
  package let family: Family?

  package init(_ name: String, marker: String? = nil, _ fields: [Field], family: Family? = nil) {
    self.name = name
    self.marker = marker
    self.fields = fields
    self.family = family
  }
}
