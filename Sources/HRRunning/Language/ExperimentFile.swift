package import HRSupport

/// An experiment as its author wrote it, with overrides applied, not resolved.
package struct ExperimentFile: Codable, Sendable {
  package let document: JSONDocument
  /// Folder that relative paths start from.
  package let directory: String
  /// Largest number of recordings of each data set.
  package let limit: Int?
  /// True if only the test part of its split is run.
  package let isFinal: Bool

  package init(document: JSONDocument, directory: String, limit: Int? = nil, isFinal: Bool = false) {
    self.isFinal = isFinal
    self.document = document
    self.directory = directory
    self.limit = limit
  }

  /// Reads a file and applies `--set` overrides.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - overrides: `path=value`, each.
  ///   - limit: largest number of recordings of each data set.
  ///   - isFinal: true if the test part is run.
  /// - Throws: every override that cannot be applied, or the file's first syntax error.
  package init(
    path: String, overrides: [String] = [], limit: Int? = nil, isFinal: Bool = false
  ) throws(Diagnostics) {
    let text = try TextFile.read(path, what: "experiment")
    var document = try JSONDocument(text, file: path)
    var problems: [Diagnostic] = []
    for override in overrides {
      do {
        document = try document.applying(override: override)
      } catch {
        problems += error.list
      }
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    self.init(document: document, directory: TextFile.directory(of: path), limit: limit, isFinal: isFinal)
  }
}

extension ExperimentFile {
  /// Names and paths of its data sets, as it writes them; those of other forms are left to the resolution.
  package var datasetNames: [String] {
    (document.root["datasets"]?.elements ?? []).compactMap { $0.string ?? $0["dataset"]?.string }
  }
}

extension JSONDocument {
  /// Applies one `path=value`: `windows.hopSeconds=1`, `detectors[0].label=mine`, `seed=3`.
  ///
  /// The value is read as JSON, or as text if it is not JSON. Missing members on the path are added.
  package func applying(override: String) throws(Diagnostics) -> JSONDocument {
    guard let equals = override.firstIndex(of: "=") else {
      throw Diagnostics(
        "--set \(override): expected path=value", hint: "for example --set windows.hopSeconds=1")
    }
    let path = override[..<equals]
    let valueText = String(override[override.index(after: equals)...])
    let parsed = (try? JSONDocument(valueText, file: "--set"))?.root.value
    let steps = try Self.steps(of: String(path), override: override)
    let root = try Self.replacing(
      root, steps[...], with: parsed ?? .string(valueText), override: override)
    return JSONDocument(file: file, text: text, root: root)
  }

  private enum Step {
    case key(String)
    case index(Int)
  }

  private static func steps(of path: String, override: String) throws(Diagnostics) -> [Step] {
    var steps: [Step] = []
    for part in path.split(separator: ".", omittingEmptySubsequences: false) {
      if part == "$", steps.isEmpty { continue }
      let key = part.prefix { $0 != "[" }
      var rest = part.dropFirst(key.count)
      if !key.isEmpty { steps.append(.key(String(key))) }
      while rest.first == "[", let close = rest.firstIndex(of: "]"),
        let index = Int(rest[rest.index(after: rest.startIndex)..<close], radix: 10)
      {
        steps.append(.index(index))
        rest = rest[rest.index(after: close)...]
      }
      guard rest.isEmpty, !(key.isEmpty && part.isEmpty) else {
        throw Diagnostics(
          "--set \(override): \"\(path)\" is not a path", hint: "write detectors[0].label=mine")
      }
    }
    return steps
  }

  private static func replacing(
    _ node: JSONNode, _ steps: ArraySlice<Step>, with value: JSONNode.Value, override: String
  ) throws(Diagnostics) -> JSONNode {
    guard let step = steps.first else {
      return JSONNode(value, position: node.position, path: node.path)
    }
    let rest = steps.dropFirst()
    switch step {
    case .key(let key):
      guard var members = node.members else {
        throw Diagnostics("--set \(override): \(node.path) is \(node.described), not an object")
      }
      let path = "\(node.path).\(key)"
      let empty = JSONNode(rest.isEmpty ? .null : .object([]), position: node.position, path: path)
      if let index = members.firstIndex(where: { $0.key == key }) {
        let inner = try replacing(members[index].value, rest, with: value, override: override)
        members[index] = JSONNode.Member(key: key, keyPlace: members[index].keyPlace, value: inner)
      } else {
        let inner = try replacing(empty, rest, with: value, override: override)
        members.append(JSONNode.Member(key: key, keyPlace: node.position, value: inner))
      }
      return JSONNode(.object(members), position: node.position, path: node.path)
    case .index(let index):
      guard var elements = node.elements, elements.indices.contains(index) else {
        throw Diagnostics(
          "--set \(override): \(node.path) has no entry [\(index)]",
          hint: node.elements.map { "it has \($0.count) entries, counted from 0" })
      }
      elements[index] = try replacing(elements[index], rest, with: value, override: override)
      return JSONNode(.array(elements), position: node.position, path: node.path)
    }
  }
}
