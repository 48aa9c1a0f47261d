internal import HRSupport

/// Keys of a fact about recordings.
enum MetadataKey {
  static let name = JSONKey("name", .text, required: true, "What strata call it.")
  static let value = JSONKey(
    "value", .node(.string), required: true, "Text made of captures: \"{hand}\".")
  static let table = JSONKey(
    "table", .node(.string), required: true, "CSV file below the root with one row per key.")
  static let keyColumn = JSONKey("keyColumn", .text, required: true, "Column that holds the key.")
  static let column = JSONKey("column", .text, required: true, "Column that holds the value.")
  static let values = JSONKey("values", .node(.map(.string)), required: true, "The value for each key.")
  static let key = JSONKey("key", .text, fallback: "{subject}", "The key, made of captures.")

  /// Fields of each kind of fact; the first one distinguishes it from the others.
  private static let kinds: [[ObjectShape.Field]] = [
    [value.field],
    [
      LocationKey.attribute.with(required: true, "Name of an HDF5 attribute."),
      LocationKey.object.with(fallback: "/", "HDF5 path of the object that has it."), LocationKey.file.field,
    ],
    [
      table.field, FileKey.csv.with("How the table is laid out."), keyColumn.field, column.field, key.field,
    ],
    [values.field, key.field],
    [
      LocationKey.object.with(required: true, "HDF5 or MAT path of a text or a number."),
      LocationKey.file.field,
    ],
  ]

  static let shape = Shape.either(
    kinds.map { fields in
      .object(
        "a metadata entry", marker: fields[0].key, [name.field] + fields + [ChannelKey.optional.field])
    })
}

/// Facts about recordings, and captures in paths of HDF5 objects.
extension DescriptorReader {
  mutating func readMetadata(_ root: JSONNode) -> [MetadataDescription] {
    typealias Key = MetadataKey
    let nodes = root[DatasetKey.metadata]
    let names = nodes.compactMap { $0[Key.name] }
    var entries: [(node: JSONNode, entry: MetadataDescription)] = []
    for node in nodes {
      // A capture of the same name comes first, so that "hand" may be "{hand}".
      let others = recordingNames + names.filter { $0 != node[Key.name] }
      guard let entry = metadatum(node, knowing: others.distinct) else { continue }
      entries.append((node, entry))
    }
    reportRepeats(names, in: root.node(DatasetKey.metadata), "metadata entry")
    let all = entries.map(\.entry)
    let ordered = all.inOrderOfNeed(besides: recordingNames)
    for (node, entry) in entries where !ordered.contains(where: { $0.name == entry.name }) {
      let needed = entry.template?.names.filter { name in all.contains { $0.name == name } } ?? []
      complain(
        "\"\(entry.name)\" is looked up by \(needed.map { "\"\($0)\"" }.joined(separator: " and ")), which is in turn looked up by it",
        at: node.node(Key.key) ?? node.place(of: Key.value),
        hint: "a key is made of captures, and of entries that do not need this one")
    }
    return all
  }

  /// Checks captures in paths of objects.
  mutating func checkObjects(_ node: JSONNode) {
    for member in node.members ?? [] {
      if member.key == LocationKey.object.name, let path = member.value.string {
        checkObject(path, at: member.value)
      } else if member.key != DatasetKey.metadata.name || member.value.elements != nil {
        checkObjects(member.value)
      }
    }
    for element in node.elements ?? [] { checkObjects(element) }
  }

  mutating func checkObject(_ path: String, at node: JSONNode) {
    // A number in braces is a cell of a MAT file.
    let names = path.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
      .map { String($0.prefix { $0 != "}" }) }.filter { $0.first?.isLetter == true && $0 != "object" }
    guard !files.isEmpty, let unknown = names.first(where: { !recordingNames.contains($0) }) else { return }
    complain(
      "the first file's path does not have {\(unknown)}", at: node,
      hint: suggestionHint(for: unknown, among: recordingNames))
  }

  private mutating func metadatum(_ node: JSONNode, knowing names: [String]) -> MetadataDescription? {
    typealias Key = MetadataKey
    guard let name = node[Key.name] else { return nil }
    if name == "dataset" {
      complain(
        "a metadata entry is called \"dataset\"", at: node.place(of: Key.name),
        hint: "so reports call the data set itself when they group recordings; choose another name")
    }
    let source: MetadataDescription.Source?
    if let value = node[Key.value] {
      source = value.string.flatMap { template($0, at: value, knowing: names) }.map { .template($0) }
    } else if node.node(LocationKey.attribute) != nil || node.node(LocationKey.object) != nil {
      source = attribute(node).map { .attribute(file: $0.file, $0.attribute) }
    } else if let table = node[Key.table] {
      refuseDeparture(table)
      guard let path = table.string, let keyColumn = node[Key.keyColumn], let column = node[Key.column],
        let key = template(node[Key.key], at: node.place(of: Key.key), knowing: names)
      else { return nil }
      source = .table(
        path: path, format: csvFormat(node[FileKey.csv], path: path), keyColumn: keyColumn, column: column,
        key: key)
    } else if let values = node[Key.values]?.texts {
      source = template(node[Key.key], at: node.place(of: Key.key), knowing: names)
        .map { .values(values, key: $0) }
    } else {
      source = nil
    }
    return source.map {
      MetadataDescription(name: name, source: $0, isOptional: node[ChannelKey.optional])
    }
  }
}

/// Texts and numbers in the data files that describe a recording.
extension DescriptorReader {
  /// Reads the location of an attribute of an object, or of an object that is a text or a number itself.
  mutating func attribute(_ node: JSONNode) -> (file: Int, attribute: FileRequest.Attribute)? {
    let name = node[LocationKey.attribute]
    let (attribute, object) = (node.node(LocationKey.attribute), node.node(LocationKey.object))
    if attribute ?? object == nil { complain("\"attribute\" or \"object\" is needed", at: node) }
    guard name != nil || (attribute == nil && object != nil), let file = fileIndex(node, inherited: 0) else {
      return nil
    }
    guard files[file].reader.naming == .objects else {
      complain(
        "only HDF5 \(name == nil ? "and MAT files have objects" : "files have attributes"), and \"\(files[file].name)\" is read as \(files[file].reader.rawValue)",
        at: node)
      return nil
    }
    return (file, FileRequest.Attribute(object: object?.string ?? "/", name: name))
  }
}

extension JSONNode {
  /// Texts of an object of any keys; `nil` for anything else.
  var texts: [String: String]? {
    members.map { members in
      Dictionary(members.compactMap { member in member.value.string.map { (member.key, $0) } }) { first, _ in
        first
      }
    }
  }
}
