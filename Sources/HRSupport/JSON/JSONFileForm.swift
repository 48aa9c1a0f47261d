/// A file that holds one object and begins with the name and version of its format.
package struct JSONFileForm<Value: Sendable>: Sendable {
  /// Name of the format: `hreval-results`.
  let format: String
  /// Name of the kind of file: `results file`.
  let name: String
  /// The only version that is read.
  let version: Int
  /// Advice for a file of another version: `run the experiment again`.
  let again: String
  /// True if the file may hold members that the form does not have: those of a later build.
  let isOpen: Bool
  let form: JSONForm<Value>

  package init(
    _ format: String, _ name: String, version: Int, again: String, isOpen: Bool, _ form: JSONForm<Value>
  ) {
    (self.format, self.name, self.version, self.again) = (format, name, version, again)
    (self.isOpen, self.form) = (isOpen, form)
  }

  package var shape: Shape {
    guard case .object(let object) = form.shape else { return form.shape }
    return .object(
      ObjectShape(
        object.name,
        [
          .init("format", .choice([format]), required: true, "Tells the file from others."),
          .init("version", .integer(version...version), required: true, "Version of this format."),
        ] + object.fields))
  }

  package func json(_ value: Value) -> JSONText {
    let head: [(key: String, value: JSONText)] = [
      ("format", .string(format)), ("version", .integer(version)),
    ]
    return .object(head + form.write(value).members)
  }

  package func text(_ value: Value) -> String { json(value).rendered() }

  /// - Throws: all problems of the text.
  package func read(_ text: String, file: String) throws(Diagnostics) -> Value {
    let document = try JSONDocument(text, file: file)
    var problems = head(document)
    if problems.isEmpty, !isOpen { problems = document.problems(against: shape) }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    var reading = JSONReading(document: document)
    guard let value = form.read(document.root, &reading), reading.problems.isEmpty else {
      throw Diagnostics(reading.problems)
    }
    return value
  }

  /// Returns the problems of format name and version for this build.
  private func head(_ document: JSONDocument) -> [Diagnostic] {
    let root = document.root
    if root["format"]?.string != format {
      let found = root["format"]?.string.map { "; its format is \"\($0)\"" } ?? ""
      return [
        document.problem(
          "this is no \(name) of hreval\(found)", at: root["format"] ?? root,
          hint: "a \(name) starts with \"format\": \"\(format)\"")
      ]
    }
    let found = root["version"]?.number
    if found == Double(version) { return [] }
    return [
      document.problem(
        "the \(name) is of version \(found.map { shortest($0) } ?? "unknown"); this hreval reads version \(version)",
        at: root["version"] ?? root, hint: again)
    ]
  }
}
