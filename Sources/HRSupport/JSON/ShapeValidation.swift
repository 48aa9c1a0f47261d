extension JSONDocument {
  /// Returns every difference between the document and a shape, in the order of the text.
  ///
  /// If there are very many, only the first are returned: more are of no use, and a file of errors would take hours.
  package func problems(against shape: Shape) -> [Diagnostic] {
    var validation = ShapeValidation(document: self)
    validation.check(root, against: shape, owner: nil)
    guard validation.isMore else { return validation.problems }
    return validation.problems + [Diagnostic("and more problems of this file", in: file)]
  }
}

/// One pass over a document. It keeps the first problems, and for the rest only the fact that there are more.
private struct ShapeValidation {
  private static let most = 100
  let document: JSONDocument
  private(set) var problems: [Diagnostic] = []
  private(set) var isMore = false

  mutating func check(_ node: JSONNode, against shape: Shape, owner: JSONNode?) {
    if isMore { return }
    switch shape {
    case .string:
      if node.string == nil { mismatch(node, "a text in double quotes") }
    case .number(let range):
      guard let number = node.number else {
        return mismatch(node, range.map { "a number from \(spoken($0))" } ?? "a number")
      }
      if let range, !range.contains(number) {
        outside(node, shortest(range.lowerBound), shortest(range.upperBound))
      }
    case .integer(let range):
      guard let integer = node.integer else { return mismatch(node, "a whole number") }
      if let range, !range.contains(integer) {
        outside(node, String(range.lowerBound), String(range.upperBound))
      }
    case .boolean:
      if node.boolean == nil { mismatch(node, "true or false") }
    case .choice(let names):
      guard let text = node.string else {
        return mismatch(node, "one of " + names.prefix(12).map { "\"\($0)\"" }.joined(separator: ", "))
      }
      if !names.contains(text) {
        report(
          "unknown \(noun(of: node)) \"\(text)\"", at: node, hint: suggestionHint(for: text, among: names))
      }
    case .list(let element, let atLeast):
      guard let elements = node.elements else { return mismatch(node, "a list") }
      if elements.count < atLeast {
        report(
          "\"\(lastKey(of: node))\" needs at least \(atLeast) entr\(atLeast == 1 ? "y" : "ies")", at: node)
      }
      for inner in elements { check(inner, against: element, owner: node) }
    case .object(let object):
      checkObject(node, object)
    case .map(let element):
      guard let members = node.members else { return mismatch(node, "an object") }
      reportDuplicates(members, in: "\"\(lastKey(of: node))\"")
      for member in members { check(member.value, against: element, owner: node) }
    case .optional(let inner):
      if node.value != .null { check(node, against: inner, owner: owner) }
    case .oneOrMany(let element):
      if let elements = node.elements {
        if elements.isEmpty { report("a sweep needs at least one value", at: node) }
        for inner in elements { check(inner, against: element, owner: node) }
      } else {
        check(node, against: element, owner: owner)
      }
    case .either(let alternatives):
      if let fitting = alternatives.first(where: { $0.fits(node) }), !isNumberInQuotes(node, alternatives) {
        check(node, against: fitting, owner: owner)
      } else if node.members != nil, let object = alternatives.lazy.compactMap(\.objectShape).first {
        // No alternative fits the object: the message names the members that would select one.
        let markers = alternatives.compactMap { $0.objectShape?.marker }.map { "\"\($0)\"" }
        report("\(object.name) needs one of the keys \(markers.joined(separator: ", "))", at: node)
      } else {
        mismatch(node, shape.spoken)
      }
    case .dependent(let key, let shapes):
      let name = owner?[key]?.string
      if let chosen = shapes.first(where: { $0.name == name }) {
        check(node, against: chosen.shape, owner: owner)
      } else if node.members == nil {
        mismatch(node, "an object")
      }
    }
  }

  /// Returns true for a number written as text, such as `"30"`, where a number or a word is allowed: it is not a
  /// misspelt word. A number larger than the whole numbers of JSON readers must be text.
  private func isNumberInQuotes(_ node: JSONNode, _ alternatives: [Shape]) -> Bool {
    guard let number = node.string.flatMap({ Double($0) }), number.magnitude <= 9_007_199_254_740_991 else {
      return false
    }
    return alternatives.contains { shape in
      switch shape {
      case .number, .integer: true
      default: false
      }
    }
  }

  private mutating func checkObject(_ node: JSONNode, _ object: ObjectShape) {
    guard let members = node.members else { return mismatch(node, "an object ({ … })") }
    reportDuplicates(members, in: object.name)
    let known = object.fields.map(\.key)
    for member in members {
      if let field = object.fields.first(where: { $0.key == member.key }) {
        check(member.value, against: field.shape, owner: node)
      } else if let family = object.family, family.fits(member.key) {
        check(member.value, against: family.shape, owner: node)
      } else {
        report(
          "unknown key \"\(member.key)\" in \(object.name)", at: member.keyPlace,
          path: member.value.path, hint: suggestionHint(for: member.key, among: known))
      }
    }
    for field in object.fields where field.isRequired && node[field.key] == nil {
      report("\(object.name) lacks the key \"\(field.key)\"", at: node, hint: field.summary)
    }
  }

  private mutating func reportDuplicates(_ members: [JSONNode.Member], in name: String) {
    var firsts: [String: JSONNode.Member] = [:]
    for member in members {
      let first = firsts[member.key]
      if first == nil { firsts[member.key] = member }
      if let first {
        report(
          "the key \"\(member.key)\" stands twice in \(name)", at: member.keyPlace,
          path: member.value.path, hint: "the first is on line \(first.keyPlace.line); keep one")
      }
    }
  }

  private mutating func mismatch(_ node: JSONNode, _ expected: String) {
    report("expected \(expected), found \(node.described)", at: node)
  }

  private mutating func outside(_ node: JSONNode, _ low: String, _ high: String) {
    let found = "\"\(lastKey(of: node))\" is \(shortest(node.number ?? 0))"
    report(
      low == high ? "\(found); it must be \(low)" : "\(found), outside its range \(low) to \(high)", at: node)
  }

  private mutating func report(
    _ message: String, at node: JSONNode, hint: @autoclosure () -> String? = nil
  ) {
    report(message, at: node.position, path: node.path, hint: hint())
  }

  /// Reports a problem. It is not made if it would not be kept, since the search for its excerpt reads the whole
  /// text.
  private mutating func report(
    _ message: String, at position: JSONPosition, path: String, hint: @autoclosure () -> String? = nil
  ) {
    isMore = problems.count == Self.most
    if !isMore { problems.append(document.problem(message, at: position, path: path, hint: hint())) }
  }

  /// Returns the noun for a node: `detector` for `$.detectors[1]` and for `$.detectors[1].detector`.
  private func noun(of node: JSONNode) -> String {
    let key = lastKey(of: node)
    guard node.path.hasSuffix("]"), key.hasSuffix("s") else { return key }
    return key.hasSuffix("ies") ? key.dropLast(3) + "y" : String(key.dropLast())
  }

  /// Returns the member name of a value: `detector` for `$.detectors[1].detector`, `detectors` for `$.detectors[1]`.
  private func lastKey(of node: JSONNode) -> String {
    let last = node.path.split(separator: ".").last.map(String.init) ?? node.path
    return String(last.prefix { $0 != "[" })
  }
}

/// Returns a range in words: `0.3 to 2`.
private func spoken(_ range: ClosedRange<Double>) -> String {
  "\(shortest(range.lowerBound)) to \(shortest(range.upperBound))"
}

extension Shape {
  var objectShape: ObjectShape? {
    if case .object(let object) = self { object } else { nil }
  }

  /// Returns true if the JSON type (and, for objects, the marker) is that of this alternative.
  func fits(_ node: JSONNode) -> Bool {
    switch self {
    case .string, .choice: node.string != nil
    case .number, .integer: node.number != nil
    case .boolean: node.boolean != nil
    case .list: node.elements != nil
    case .object(let object): node.members != nil && object.marker.map { node[$0] != nil } ?? true
    case .map, .dependent: node.members != nil
    case .optional(let inner): node.value == .null || inner.fits(node)
    case .oneOrMany(let element): node.elements != nil || element.fits(node)
    case .either(let alternatives): alternatives.contains { $0.fits(node) }
    }
  }

  var spoken: String {
    switch self {
    case .string: "a text"
    case .choice(let names): names.count <= 3 ? names.map { "\"\($0)\"" }.joined(separator: " or ") : "a name"
    case .number: "a number"
    case .integer: "a whole number"
    case .boolean: "true or false"
    case .list: "a list"
    case .object, .map, .dependent: "an object"
    case .optional(let inner): "\(inner.spoken) or null"
    case .oneOrMany(let element): "\(element.spoken) or a list of them"
    case .either(let alternatives): alternatives.map(\.spoken).joined(separator: " or ")
    }
  }
}
