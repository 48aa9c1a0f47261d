extension Shape {
  /// Returns the declaration as JSON Schema (draft 2020-12).
  package func schema(title: String, identifier: String) -> JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("$id", .string(identifier)),
      ("title", .string(title)),
    ]
    members += schemaMembers
    return .object(members)
  }

  fileprivate var schemaMembers: [(key: String, value: JSONText)] {
    switch self {
    case .string: return [("type", .string("string"))]
    case .number(let range):
      return [("type", .string("number"))]
        + bounds(range.map { (.number($0.lowerBound), .number($0.upperBound)) })
    case .integer(let range):
      return [("type", .string("integer"))]
        + bounds(range.map { (.integer($0.lowerBound), .integer($0.upperBound)) })
    case .boolean: return [("type", .string("boolean"))]
    case .choice(let names): return [("enum", .array(names.map { .string($0) }))]
    case .list(let element, let atLeast):
      return [("type", .string("array")), ("items", .object(element.schemaMembers))]
        + (atLeast > 0 ? [("minItems", .integer(atLeast))] : [])
    case .object(let object): return object.schemaMembers
    case .map(let element):
      return [("type", .string("object")), ("additionalProperties", .object(element.schemaMembers))]
    case .optional(let inner):
      return [("anyOf", .array([.object(inner.schemaMembers), .object([("type", .string("null"))])]))]
    case .oneOrMany(let element):
      return [
        (
          "anyOf",
          .array([
            .object(element.schemaMembers),
            .object([
              ("type", .string("array")), ("minItems", .integer(1)),
              ("items", .object(element.schemaMembers)),
            ]),
          ])
        )
      ]
    case .either(let alternatives):
      return [("anyOf", .array(alternatives.map { .object($0.schemaMembers) }))]
    case .dependent:
      return [("type", .string("object"))]
    }
  }

  private func bounds(_ pair: (JSONText, JSONText)?) -> [(key: String, value: JSONText)] {
    pair.map { [("minimum", $0.0), ("maximum", $0.1)] } ?? []
  }
}

extension ObjectShape {
  fileprivate var schemaMembers: [(key: String, value: JSONText)] {
    let properties: [(key: String, value: JSONText)] = fields.map { field in
      var members: [(key: String, value: JSONText)] = [("description", .string(field.summary))]
      members += field.shape.schemaMembers
      if let fallback = field.fallback {
        members.append(("default", Shape.value(of: fallback, for: field.shape)))
      }
      return (field.key, .object(members))
    }
    var result: [(key: String, value: JSONText)] = [
      ("type", .string("object")), ("properties", .object(properties)),
      ("additionalProperties", .boolean(false)),
    ]
    if let family {
      let members = [("description", JSONText.string(family.summary))] + family.shape.schemaMembers
      result.append(("patternProperties", .object([(family.pattern, .object(members))])))
    }
    let required = fields.filter(\.isRequired).map { JSONText.string($0.key) }
    if !required.isEmpty { result.append(("required", .array(required))) }
    let conditions = fields.flatMap { field in conditionalSchemas(of: field) }
    if !conditions.isEmpty { result.append(("allOf", .array(conditions))) }
    return result
  }

  /// Returns a condition per plugin: `if` the sibling has its name, `then` the parameters have its shape.
  private func conditionalSchemas(of field: Field) -> [JSONText] {
    guard case .dependent(let key, let shapes) = field.shape else { return [] }
    return shapes.map { name, shape in
      .object([
        (
          "if",
          .object([
            ("properties", .object([(key, .object([("const", .string(name))]))])),
            ("required", .array([.string(key)])),
          ])
        ),
        ("then", .object([("properties", .object([(field.key, .object(shape.schemaMembers))]))])),
      ])
    }
  }
}

extension Shape {
  /// Returns the value of a default's text: texts and choices as written, everything else as JSON.
  fileprivate static func value(of fallback: String, for shape: Shape) -> JSONText {
    switch shape {
    case .string, .choice: return .string(fallback)
    case .optional(let inner), .oneOrMany(let inner): return value(of: fallback, for: inner)
    case .number, .integer, .boolean, .list, .object, .map, .either, .dependent:
      guard let document = try? JSONDocument(fallback, file: "") else { return .string(fallback) }
      return JSONText(document.root)
    }
  }
}

extension JSONText {
  /// Creates the text of a node, overrides included.
  package init(_ node: JSONNode) {
    self =
      switch node.value {
      case .object(let members): .object(members.map { ($0.key, JSONText($0.value)) })
      case .array(let elements): .array(elements.map { JSONText($0) })
      case .string(let text): .string(text)
      case .number(let number, _): .number(number)
      case .boolean(let boolean): .boolean(boolean)
      case .null: .null
      }
  }
}
