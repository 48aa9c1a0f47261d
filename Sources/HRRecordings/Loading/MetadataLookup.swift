internal import HRSupport

/// Facts about a recording, some of which are keys to others.
extension RecordingLoader {
  /// - Returns: those that are present, in the descriptor's order.
  func metadata() throws(Diagnostics) -> [Fact] {
    var known = entry.captures
    var found: [String: String] = [:]
    var problems: [Diagnostic] = []
    // The descriptor's checks ensure that no entry depends on itself.
    for description in descriptor.metadata.inOrderOfNeed(besides: entry.captures.map(\.name)) {
      guard let value = problems.gather(try value(of: description, knowing: known)) ?? nil else { continue }
      found[description.name] = value
      if !known.contains(where: { $0.name == description.name }) {
        known.append(.init(name: description.name, value: value))
      }
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return descriptor.metadata.compactMap { description in
      found[description.name].map { (description.name, $0) }
    }
  }

  private func value(
    of description: MetadataDescription, knowing known: PathPattern.Captures
  ) throws(Diagnostics) -> String? {
    let value: String?
    switch description.source {
    case .template(let template): value = template.filled(from: known)
    case .attribute(let file, let attribute): value = text(attribute, inFile: file)
    case .values(let values, let key): value = key.filled(from: known).flatMap { values[$0] }
    case .table(let path, let format, let keyColumn, let column, let key):
      value = try key.filled(from: known).flatMap { (key) throws(Diagnostics) in
        try cell(of: column, where: keyColumn, is: key, inTable: path, format)
      }
    }
    guard value != nil || description.isOptional else {
      throw Diagnostics(
        "the recording has no \"\(description.name)\"", in: entry.files.first ?? "",
        hint: "say \"optional\": true in the descriptor's \"metadata\" if some recordings lack it")
    }
    return value
  }

  /// Returns the cell in the row of a key; `nil` without such a row or with an empty cell.
  private func cell(
    of column: String, where keyColumn: String, is key: String, inTable path: String, _ format: CSVFormat
  ) throws(Diagnostics) -> String? {
    let path = DirectoryListing(root: dataset.root).absolute(path)
    let columns: [[String]]
    do {
      columns = try CSVTable.texts(
        path, format: format, columns: [.named(keyColumn), .named(column)], budget: budget)
    } catch {
      throw Diagnostics(error.first)
    }
    guard let keys = columns.first, let values = columns.last, columns.count == 2 else { return nil }
    let rows = keys.indices.filter { keys[$0] == key }
    guard rows.count <= 1 else {
      throw Diagnostics("\(rows.count) rows have \"\(key)\" in column \"\(keyColumn)\"", in: path)
    }
    return rows.first.flatMap { values[$0].isEmpty ? nil : values[$0] }
  }
}

extension MetadataDescription {
  /// Template of the key, or of the value itself.
  var template: CaptureTemplate? {
    switch source {
    case .template(let template), .values(_, let template), .table(_, _, _, _, let template): template
    case .attribute: nil
    }
  }
}

extension [MetadataDescription] {
  /// Returns the entries so that each follows those that it needs; captures need none. Cyclic entries are left out.
  func inOrderOfNeed(besides captures: [String]) -> [MetadataDescription] {
    var ordered: [MetadataDescription] = []
    var left = self
    while true {
      let waiting = left.map(\.name)
      let ready = left.filter { entry in
        entry.template?.names.allSatisfy { captures.contains($0) || !waiting.contains($0) } ?? true
      }
      if ready.isEmpty { return ordered }
      ordered += ready
      left.removeAll { entry in ready.contains { $0.name == entry.name } }
    }
  }
}
