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
        place: .init(file: header, line: line), hint: "files of a record lie beside its header")
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
    var paths: [String] = []
    for signal in read.signals where signal.format != .null {
      if let path = try? path(of: signal.file, line: signal.line) { paths.append(path) }
    }
    var seen: [String] = []
    for segment in read.segments ?? [] where segment.record != WFDBHeader.missing {
      guard let path = try? headerPath(of: segment.record, line: segment.line), !seen.contains(path) else {
        continue
      }
      seen.append(path)
      paths.append(path)
      guard let inner = try? WFDBHeader.read(path) else { continue }
      for signal in inner.signals where signal.format != .null {
        if let file = try? self.path(of: signal.file, line: signal.line) { paths.append(file) }
      }
    }
    var known: Set<String> = []
    return paths.filter { TextFile.isFile($0) && known.insert($0).inserted }
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
