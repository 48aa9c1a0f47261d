package import HRSupport

/// The members of a JSON format as a page: path, type and meaning of each.
///
/// An object that occurs in several places is described at the first.
package struct FieldsPage {
  private var rows: [String] = []
  private var written: Set<String> = []
  /// Path of each object's first description, by its members.
  private var places: [String: String] = [:]
  private let title: String
  private let command: String

  /// - Parameter command: the command that prints the page.
  package init(_ shape: Shape, title: String, command: String) {
    (self.title, self.command) = (title, command)
    add(shape, at: "")
  }

  package var text: String {
    let head = """
      # \(title)

      Made by `\(command)`; do not edit. `[]` stands for each entry of a list, `.*` for each value of an object of any keys.

      | member | type | meaning |
      | --- | --- | --- |

      """
    return head + rows.joined(separator: "\n") + "\n"
  }

  private mutating func add(_ shape: Shape, at path: String) {
    switch shape {
    case .object(let object):
      for field in object.fields { add(field, at: path.isEmpty ? field.key : "\(path).\(field.key)") }
    case .list(let element, _): add(element, at: "\(path)[]")
    case .map(let element): add(element, at: "\(path).*")
    case .optional(let inner), .oneOrMany(let inner): add(inner, at: path)
    case .either(let alternatives): for alternative in alternatives { add(alternative, at: path) }
    case .string, .number, .integer, .boolean, .choice, .dependent: break
    }
  }

  private mutating func add(_ field: ObjectShape.Field, at path: String) {
    var type = Self.type(field.shape)
    if !field.isRequired { type += field.fallback.map { "; else `\($0)`" } ?? "; may be missing" }
    let objects = field.shape.objects.map(Self.identity)
    let known = objects.first.flatMap { places[$0] }.flatMap { place in
      place != path && objects.allSatisfy { places[$0] == place } ? place : nil
    }
    let row =
      "| `\(path)` | \(type) | \(markdownEscaped(field.summary))\(known.map { " As in `\($0)`." } ?? "") |"
    // Alternatives share members; one row tells of them all.
    if written.insert(row).inserted { rows.append(row) }
    guard known == nil else { return }
    for object in objects where places[object] == nil { places[object] = path }
    add(field.shape, at: path)
  }

  private static func identity(_ object: ObjectShape) -> String {
    object.fields.map { "\($0.key)\n\($0.summary)" }.joined(separator: "\n")
  }

  private static func type(_ shape: Shape, many: Bool = false) -> String {
    let s = many ? "s" : ""
    return switch shape {
    case .string: "text\(s)"
    case .number(let range):
      "number\(s)" + (range.map { ", \(shortest($0.lowerBound)) to \(shortest($0.upperBound))" } ?? "")
    case .integer: "whole number\(s)"
    case .boolean: "true or false"
    case .choice(let names):
      names.count > 8 ? "name\(s)" : names.map { "`\($0)`" }.joined(separator: ", ")
    case .list(let element, _): "list\(s) of \(type(element, many: true))"
    case .object, .dependent: "object\(s)"
    case .map(let element): "by name: \(type(element, many: true))"
    case .optional(let inner): "\(type(inner, many: many)) or null"
    case .oneOrMany(let element): "\(type(element)), or a list of \(type(element, many: true))"
    case .either(let alternatives):
      alternatives.map { type($0, many: many) }
        .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        .joined(separator: ", or ")
    }
  }
}

extension Shape {
  /// The objects that it is or contains, in order; those in objects are not among them.
  fileprivate var objects: [ObjectShape] {
    switch self {
    case .object(let object): [object]
    case .list(let inner, _), .map(let inner), .optional(let inner), .oneOrMany(let inner): inner.objects
    case .either(let alternatives): alternatives.flatMap(\.objects)
    case .string, .number, .integer, .boolean, .choice, .dependent: []
    }
  }
}
