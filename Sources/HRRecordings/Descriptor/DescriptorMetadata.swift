internal import HRSupport

/// Facts about recordings, and captures in paths of HDF5 objects.
extension DescriptorReader {
  mutating func readMetadata(_ list: JSONNode?) -> [MetadataDescription] {
    let nodes = list?.elements ?? []
    let names = nodes.compactMap { $0["name"]?.string }
    var entries: [(node: JSONNode, entry: MetadataDescription)] = []
    for node in nodes {
      // A capture of the same name comes first, so that "hand" may be "{hand}".
      let others = recordingNames + names.filter { $0 != node["name"]?.string }
      guard let entry = metadatum(node, knowing: others.distinct) else { continue }
      entries.append((node, entry))
    }
    reportRepeats(names, in: list, "metadata entry")
    let all = entries.map(\.entry)
    let ordered = all.inOrderOfNeed(besides: recordingNames)
    for (node, entry) in entries where !ordered.contains(where: { $0.name == entry.name }) {
      let needed = entry.template?.names.filter { name in all.contains { $0.name == name } } ?? []
      complain(
        "\"\(entry.name)\" is looked up by \(needed.map { "\"\($0)\"" }.joined(separator: " and ")), which is in turn looked up by it",
        at: node["key"] ?? node["value"] ?? node,
        hint: "a key is made of captures, and of entries that do not need this one")
    }
    return all
  }

  /// Checks captures in paths of objects.
  mutating func checkObjects(_ node: JSONNode) {
    for member in node.members ?? [] {
      if member.key == "object", let path = member.value.string {
        checkObject(path, at: member.value)
      } else if member.key != "metadata" || member.value.elements != nil {
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
    guard let name = node["name"]?.string else { return nil }
    if name == "dataset" {
      complain(
        "a metadata entry is called \"dataset\"", at: node["name"] ?? node,
        hint: "so reports call the data set itself when they group recordings; choose another name")
    }
    let source: MetadataDescription.Source?
    if let value = node["value"] {
      source = value.string.flatMap { template($0, at: value, knowing: names) }.map { .template($0) }
    } else if node["attribute"] != nil || node["object"] != nil {
      source = attribute(node).map { .attribute(file: $0.file, $0.attribute) }
    } else if let table = node["table"] {
      refuseDeparture(table)
      guard let path = table.string, let keyColumn = node["keyColumn"]?.string,
        let column = node["column"]?.string,
        let key = template(node["key"]?.string ?? "{subject}", at: node["key"] ?? node, knowing: names)
      else { return nil }
      source = .table(
        path: path, format: csvFormat(node["csv"], path: path), keyColumn: keyColumn, column: column, key: key
      )
    } else if let members = node["values"]?.members {
      guard let key = template(node["key"]?.string ?? "{subject}", at: node["key"] ?? node, knowing: names)
      else {
        return nil
      }
      let pairs = members.compactMap { member in member.value.string.map { (member.key, $0) } }
      source = .values(Dictionary(pairs) { first, _ in first }, key: key)
    } else {
      source = nil
    }
    return source.map {
      MetadataDescription(name: name, source: $0, isOptional: node["optional"]?.boolean ?? false)
    }
  }
}

/// Texts and numbers in the data files that describe a recording.
extension DescriptorReader {
  /// Reads the location of an attribute of an object, or of an object that is a text or a number itself.
  mutating func attribute(_ node: JSONNode) -> (file: Int, attribute: FileRequest.Attribute)? {
    let name = node["attribute"]?.string
    if node["attribute"] ?? node["object"] == nil {
      complain("\"attribute\" or \"object\" is needed", at: node)
    }
    guard name != nil || (node["attribute"] == nil && node["object"] != nil),
      let file = fileIndex(node["file"], inherited: 0)
    else {
      return nil
    }
    guard files[file].reader.naming == .objects else {
      complain(
        "only HDF5 \(name == nil ? "and MAT files have objects" : "files have attributes"), and \"\(files[file].name)\" is read as \(files[file].reader.rawValue)",
        at: node)
      return nil
    }
    return (file, FileRequest.Attribute(object: node["object"]?.string ?? "/", name: name))
  }
}
