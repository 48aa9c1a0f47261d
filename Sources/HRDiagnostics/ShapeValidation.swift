extension JSONDocument {
  /// Every way in which the document departs from a shape, in the order of the text.
  ///
  /// Of very many the first stand for all: nobody reads on, and a file of nothing else would take hours.
  package func problems(against shape: Shape) -> [Diagnostic] {
    var found = FoundProblems()
    check(root, against: shape, owner: nil, into: &found)
    guard found.isMore else { return found.list }
    return found.list + [Diagnostic("and more problems of this file", in: file)]
  }

  private func check(
    _ node: JSONNode, against shape: Shape, owner: JSONNode?, into found: inout FoundProblems
  ) {
    switch shape {
    case .string:
      if node.string == nil { found.append(mismatch(node, "a text in double quotes")) }
    case .number(let range):
      guard let number = node.number else {
        found.append(mismatch(node, range.map { "a number from \(spoken($0))" } ?? "a number"))
        return
      }
      if let range, !range.contains(number) {
        found.append(outside(node, shortest(range.lowerBound), shortest(range.upperBound)))
      }
    case .integer(let range):
      guard let integer = node.integer else {
        found.append(mismatch(node, "a whole number"))
        return
      }
      if let range, !range.contains(integer) {
        found.append(outside(node, String(range.lowerBound), String(range.upperBound)))
      }
    case .boolean:
      if node.boolean == nil { found.append(mismatch(node, "true or false")) }
    case .choice(let names):
      guard let text = node.string else {
        found.append(mismatch(node, "one of " + names.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ")))
        return
      }
      if !names.contains(text) {
        found.append(
          problem(
            "unknown \(noun(of: node)) \"\(text)\"", at: node, hint: suggestionHint(for: text, among: names)))
      }
    case .list(let element, let atLeast):
      guard let elements = node.elements else {
        found.append(mismatch(node, "a list"))
        return
      }
      if elements.count < atLeast {
        found.append(
          problem(
            "\"\(lastKey(of: node))\" needs at least \(atLeast) entr\(atLeast == 1 ? "y" : "ies")", at: node))
      }
      for inner in elements { check(inner, against: element, owner: node, into: &found) }
    case .object(let object):
      checkObject(node, object, into: &found)
    case .map(let element):
      guard let members = node.members else {
        found.append(mismatch(node, "an object"))
        return
      }
      reportDuplicates(members, in: "\"\(lastKey(of: node))\"", into: &found)
      for member in members { check(member.value, against: element, owner: node, into: &found) }
    case .optional(let inner):
      if node.value != .null { check(node, against: inner, owner: owner, into: &found) }
    case .oneOrMany(let element):
      if let elements = node.elements {
        if elements.isEmpty { found.append(problem("a sweep needs at least one value", at: node)) }
        for inner in elements { check(inner, against: element, owner: node, into: &found) }
      } else {
        check(node, against: element, owner: owner, into: &found)
      }
    case .either(let alternatives):
      if let fitting = alternatives.first(where: { $0.fits(node) }), !isNumberInQuotes(node, alternatives) {
        check(node, against: fitting, owner: owner, into: &found)
      } else if node.members != nil, let object = alternatives.lazy.compactMap(\.objectShape).first {
        // An object of no recognised kind: say which members would make it one.
        let markers = alternatives.compactMap { $0.objectShape?.marker }.map { "\"\($0)\"" }
        found.append(
          problem("\(object.name) needs one of the keys \(markers.joined(separator: ", "))", at: node))
      } else {
        let words = alternatives.map(\.spoken)
        found.append(mismatch(node, words.joined(separator: " or ")))
      }
    case .dependent(let key, let shapes):
      let name = owner?[key]?.string
      if let chosen = shapes.first(where: { $0.name == name }) {
        check(node, against: chosen.shape, owner: owner, into: &found)
      } else if node.members == nil {
        found.append(mismatch(node, "an object"))
      }
    }
  }

  /// `"30"` where a number or a word may stand is a number written as text, not a misspelt word. What is larger than JSON
  /// readers take for whole numbers can only be text.
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

  private func checkObject(
    _ node: JSONNode, _ object: ObjectShape, into found: inout FoundProblems
  ) {
    guard let members = node.members else {
      found.append(mismatch(node, "an object ({ … })"))
      return
    }
    reportDuplicates(members, in: object.name, into: &found)
    let known = object.fields.map(\.key)
    for member in members {
      if let field = object.fields.first(where: { $0.key == member.key }) {
        check(member.value, against: field.shape, owner: node, into: &found)
      } else {
        found.append(
          problem(
            "unknown key \"\(member.key)\" in \(object.name)", at: member.keyPlace,
            path: member.value.path, hint: suggestionHint(for: member.key, among: known)))
      }
    }
    for field in object.fields where field.isRequired && node[field.key] == nil {
      found.append(problem("\(object.name) lacks the key \"\(field.key)\"", at: node, hint: field.summary))
    }
  }

  private func reportDuplicates(
    _ members: [JSONNode.Member], in name: String, into found: inout FoundProblems
  ) {
    var firsts: [String: JSONNode.Member] = [:]
    for member in members {
      let first = firsts[member.key]
      if first == nil { firsts[member.key] = member }
      if let first {
        found.append(
          problem(
            "the key \"\(member.key)\" stands twice in \(name)", at: member.keyPlace,
            path: member.value.path, hint: "the first is on line \(first.keyPlace.line); keep one"))
      }
    }
  }

  private func mismatch(_ node: JSONNode, _ expected: String) -> Diagnostic {
    problem("expected \(expected), found \(node.described)", at: node)
  }

  private func outside(_ node: JSONNode, _ low: String, _ high: String) -> Diagnostic {
    let found = "\"\(lastKey(of: node))\" is \(shortest(node.number ?? 0))"
    return problem(
      low == high ? "\(found); it must be \(low)" : "\(found), outside its range \(low) to \(high)", at: node)
  }

  /// What a named thing is: `detector` for `$.detectors[1]` and for `$.detectors[1].detector`.
  private func noun(of node: JSONNode) -> String {
    let key = lastKey(of: node)
    guard node.path.hasSuffix("]"), key.hasSuffix("s") else { return key }
    return key.hasSuffix("ies") ? key.dropLast(3) + "y" : String(key.dropLast())
  }

  /// The member name a value belongs to: `detector` for `$.detectors[1].detector`, `detectors` for `$.detectors[1]`.
  private func lastKey(of node: JSONNode) -> String {
    let last = node.path.split(separator: ".").last.map(String.init) ?? node.path
    return String(last.prefix { $0 != "[" })
  }
}

/// The first problems of a file; the rest are only known to be there.
private struct FoundProblems {
  private static let most = 100
  private(set) var list: [Diagnostic] = []
  private(set) var isMore = false

  /// - Parameter problem: is not even made where it is not kept, since its excerpt is searched in the whole text.
  mutating func append(_ problem: @autoclosure () -> Diagnostic) {
    if list.count < Self.most { list.append(problem()) } else { isMore = true }
  }
}

/// `0.3 to 2`
private func spoken(_ range: ClosedRange<Double>) -> String {
  "\(shortest(range.lowerBound)) to \(shortest(range.upperBound))"
}

extension Shape {
  var objectShape: ObjectShape? {
    if case .object(let object) = self { object } else { nil }
  }

  /// Whether the JSON type (and, for objects, the marker) is this alternative's.
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
