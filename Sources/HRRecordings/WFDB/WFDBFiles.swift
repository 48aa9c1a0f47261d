internal import HRSupport

/// Files that a WFDB header names; they are always in the header's folder.
struct WFDBFiles {
  let header: String
  let scope: ReadingScope

  private var folder: String { TextFile.directory(of: header) }

  /// Returns the path of a file that a line of the header names.
  func path(of name: String, line: Int) throws(Diagnostics) -> String {
    guard !name.contains("/"), !name.contains("\\"), name != ".", name != ".." else {
      throw Diagnostics(
        "the name \"\(name.shortened)\" leads out of the header's folder, so the file is not read",
        place: .init(file: header, line: line), hint: "files of a record must be beside its header")
    }
    let path = TextFile.resolve(name, in: folder)
    if let objection = scope.objection(toReading: path) { throw Diagnostics(objection) }
    return path
  }

  /// Returns the path of the header of a segment, or of the record that annotations belong to.
  func headerPath(of record: String, line: Int) throws(Diagnostics) -> String {
    try path(of: "\(record).hea", line: line)
  }

  /// Returns every existing file that the header names, with those of segments, in the order met and without
  /// repetition. Unreadable headers give none, since reading the recording reports them.
  func named() -> [String] {
    guard let read = try? WFDBHeader.read(header) else { return [] }
    var paths = signalPaths(read)
    let segments = (read.segments ?? []).filter { $0.record != WFDBHeader.missing }
    for path in segments.compactMap({ try? headerPath(of: $0.record, line: $0.line) }).distinct {
      paths.append(path)
      if let inner = try? WFDBHeader.read(path) { paths += signalPaths(inner) }
    }
    var known: Set<String> = []
    return paths.filter { TextFile.isFile($0) && known.insert($0).inserted }
  }

  private func signalPaths(_ header: WFDBHeader) -> [String] {
    header.signals.filter { $0.format != .null }.compactMap { try? path(of: $0.file, line: $0.line) }
  }
}

extension FileDescription {
  /// Returns files that are read with a file of this format although no descriptor names them.
  func companions(of path: String, scope: ReadingScope) -> [String] {
    switch reader {
    case .wfdb: return WFDBFiles(header: path, scope: scope).named()
    case .wfdbAnnotations:
      let header = WFDBAnnotationReading.header(beside: path)
      return TextFile.isFile(header) && scope.objection(toReading: header) == nil ? [header] : []
    default: return []
    }
  }
}
