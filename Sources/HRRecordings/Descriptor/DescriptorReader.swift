package import HRSupport
internal import HRSignals

extension DatasetDescriptor {
  /// Reads a descriptor; throws every problem of it at once, in the order of the text.
  package init(_ document: JSONDocument) throws(Diagnostics) {
    var reader = DescriptorReader(document)
    let descriptor = reader.descriptor()
    guard reader.problems.isEmpty, let descriptor else { throw Diagnostics(reader.problems.inOrderOfText) }
    self = descriptor
  }
}

/// Turns the located tree into a ``DatasetDescriptor``.
///
/// The shape has already reported wrong types and keys. Malformed entries are skipped here without a second message;
/// contradictions between entries are reported.
struct DescriptorReader {
  let document: JSONDocument
  var problems: [Diagnostic]
  private(set) var files: [FileDescription] = []
  private var fileTimings: [JSONNode] = []
  /// True if every entry of `files` was readable; otherwise an unknown name is not reported.
  private var filesAreWhole = true
  private(set) var captureNames: [String] = []
  /// True if the first dates and times in the descriptor are times of day alone.
  var clockIsTimeOfDay: Bool?

  init(_ document: JSONDocument) {
    self.document = document
    problems = document.problems(against: DatasetDescriptor.shape)
  }

  mutating func complain(_ message: String, at node: JSONNode, hint: String? = nil) {
    problems.append(document.problem(message, at: node, hint: hint))
  }

  mutating func descriptor() -> DatasetDescriptor? {
    let root = document.root
    guard root.members != nil else { return nil }
    typealias Key = DatasetKey
    readFiles(root[Key.files])
    let series = readChannels(root[Key.channels])
    let frames = readFrames(root[Key.frames], known: series)
    let given = series + frames
    let channels = Channels.ordered(given.map(\.kind)).compactMap { kind in given.first { $0.kind == kind } }
    let references = root[Key.reference].compactMap { reference($0, channels: channels) }
    checkClocks(channels, references, root)
    reportRepeats(references.map(\.name), in: root.node(Key.reference), "reference")
    if root[Key.channels] == nil, root[Key.frames] == nil, root.node(Key.reference) == nil,
      let files = root.node(Key.files)
    {
      complain(
        "the data set has neither channels nor a reference", at: files,
        hint: "add \"channels\": { \"ppg\": \"column name\" }")
    }
    let recording = recordingTemplate(root)
    let subject = subjectSource(root[Key.subject])
    let metadata = readMetadata(root)
    checkObjects(root)
    let labels = readLabels(root, besides: metadata.map(\.name))
    let acknowledged = acknowledged(root[Key.acknowledged])
    checkFolder(root.node(Key.folder) ?? root.node(Key.name))
    guard let name = root[Key.name], let recording else { return nil }
    return DatasetDescriptor(
      name: name, title: root[Key.title], summary: root[Key.summary], citation: root[Key.citation],
      license: root[Key.license], agreement: root[Key.agreement],
      participantCount: root.node(Key.participants)?[ParticipantsKey.count], homePage: root[Key.homePage],
      fetch: readFetch(root[Key.fetch]),
      folder: root[Key.folder] ?? name, root: root[Key.root], recordingTemplate: recording, subject: subject,
      files: files, channels: channels, references: references, metadata: metadata, labels: labels,
      acknowledged: acknowledged)
  }

  // MARK: Files

  private mutating func readFiles(_ list: [JSONNode]) {
    for node in list {
      guard let file = file(node, isOnly: list.count == 1) else {
        filesAreWhole = false
        continue
      }
      if files.contains(where: { $0.name == file.name }) {
        complain("two files are called \"\(file.name)\"", at: node.place(of: FileKey.name))
      }
      let unknown = file.pattern.captureNames.filter { !captureNames.contains($0) }
      if files.isEmpty {
        captureNames = unknown
        for name in file.inner?.captureNames ?? [] {
          if captureNames.contains(name) {
            complain(
              "{\(name)} is captured by the path already", at: node,
              hint: "call the part of the path by another name, and say \"recording\" by both")
          } else {
            captureNames.append(name)
          }
        }
      } else if let name = unknown.first {
        complain(
          "the first file's path does not have {\(name)}", at: node.place(of: FileKey.path),
          hint: "accompanying files are found by what the first file's path captured; write * for the rest")
      }
      files.append(file)
      fileTimings.append(node)
    }
  }

  private mutating func file(_ node: JSONNode, isOnly: Bool) -> FileDescription? {
    typealias Key = FileKey
    let pathNode = node.place(of: Key.path)
    guard let path = pathNode.string, let pattern = pattern(path, at: pathNode) else { return nil }
    let isFirst = files.isEmpty
    guard let name = node[Key.name] ?? (isOnly || isFirst ? "main" : nil) else {
      complain("this file needs a \"name\" that other keys can call it by", at: node)
      return nil
    }
    guard let reader = node[Key.reader] ?? FileReader(path: path) else {
      guard node.node(Key.reader) == nil else { return nil }
      if let foreign = ForeignFormat.of(path) {
        complain("\"\(path)\" is \(foreign.words), which no reader takes", at: pathNode, hint: foreign.advice)
      } else {
        complain(
          "the ending of \"\(path)\" does not say how to read it", at: pathNode,
          hint: FileReader.advice(for: path) ?? "add \"reader\": one of "
            + FileReader.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
      }
      return nil
    }
    if let csv = node[Key.csv], reader != .csv {
      complain("\"csv\" describes tables, but this file is read as \(reader.rawValue)", at: csv)
    }
    if let objection = reader.objection(toReading: path) {
      complain(objection.message, at: node.node(Key.reader) ?? pathNode, hint: objection.hint)
      return nil
    }
    if reader.statesTimes { refuseTiming(node, of: reader) }
    let except = node[Key.except].compactMap { other in
      other.string.flatMap { self.pattern($0, at: other) }
    }
    let format = csvFormat(node[Key.csv], path: path)
    return FileDescription(
      name: name, pattern: pattern, except: except, reader: reader, format: format,
      inner: innerPlace(node, reader, format),
      tickRate: reader == .wfdbAnnotations ? node[TimingKey.sampleRate]?.number : nil)
  }

  /// Reads the place of several recordings in one file.
  private mutating func innerPlace(
    _ node: JSONNode, _ reader: FileReader, _ format: CSVFormat
  ) -> InnerPlace? {
    typealias Key = FileKey
    if let groups = node.node(Key.recordingGroups), let text = groups.string {
      guard reader == .hdf5, files.isEmpty else {
        complain(
          reader == .hdf5
            ? "\"recordingGroups\" belongs to the first file, which finds the recordings"
            : "\"recordingGroups\" are groups of an HDF5 file, and this file is read as \(reader.rawValue)",
          at: groups)
        return nil
      }
      guard let pattern = pattern(String(text.drop { $0 == "/" }), at: groups) else { return nil }
      if pattern.captureNames.isEmpty {
        complain(
          "nothing in \"recordingGroups\" names the recordings", at: groups,
          hint: "write {recording} for the part that differs: \"/{recording}\"")
      }
      return .groups(pattern)
    }
    guard let column = node[Key.recordingColumn], let place = column.nameOrIndex else { return nil }
    guard reader == .csv, !format.areRows else {
      complain("\"recordingColumn\" is a column of a table", at: column)
      return nil
    }
    if format.keptRows != nil {
      complain("\"recordingColumn\" and \"keepRows\" exclude each other", at: column)
    }
    if case .named(let name) = place, !format.hasHeader {
      complain(
        "a table without header has no column \(JSONText.quoted(name))", at: column,
        hint: "write the column's index, counted from 0")
    }
    return .column(place)
  }

  private mutating func pattern(_ text: String, at node: JSONNode) -> PathPattern? {
    do {
      return try PathPattern(text)
    } catch {
      complain(error.message, at: node, hint: error.hint)
      return nil
    }
  }

  mutating func csvFormat(_ node: JSONNode?, path: String) -> CSVFormat {
    var format = CSVFormat()
    if PackedText.unpackedName(path).lowercased().hasSuffix(".tsv") { format.delimiter = UInt8(ascii: "\t") }
    guard let node else { return format }
    typealias Key = CSVKey
    if let delimiter = node.node(Key.delimiter), let text = delimiter.string {
      if text == CSVFormat.blanks {
        format.isPartedByBlanks = true
      } else if let byte = text.utf8.first, text.utf8.count == 1, byte != UInt8(ascii: "\n"),
        byte != UInt8(ascii: "\"")
      {
        format.delimiter = byte
      } else {
        complain(
          "\"delimiter\" takes one character, or \"blanks\"", at: delimiter,
          hint: "\",\", \";\", \"\\t\" or \" \"; \"blanks\" for columns that are aligned by them")
      }
    }
    if let mark = node[Key.decimalMark].utf8.first { format.decimalMark = mark }
    if format.decimalMark == format.delimiter, !format.isPartedByBlanks {
      complain(
        "the decimal mark cannot also be the delimiter", at: node.place(of: Key.decimalMark),
        hint: "tables with decimal commas usually have \"delimiter\": \";\"")
    }
    format.skipLines = node[Key.skipLines]
    format.commentPrefix = node[Key.commentPrefix]
    format.hasHeader = node[Key.header]
    format.missing = node[Key.missing]
    format.stopAt = node[Key.stopAt]
    format.skipBelowHeader = node[Key.skipBelowHeader]
    format.areRows = node[Key.rows]
    if let below = node.node(Key.skipBelowHeader), format.skipBelowHeader > 0,
      !format.hasHeader || format.areRows
    {
      complain(
        "there is no header, so there are no rows below it", at: below,
        hint: "\"skipLines\" says how many lines to skip")
    }
    if let kept = node[Key.keepRows], format.areRows {
      complain("each row is a series here, so \"keepRows\" has nothing to say", at: kept)
    }
    format.keptRows = node[Key.keepRows].flatMap { keptRows($0, of: format) }
    return format
  }

  private mutating func keptRows(_ node: JSONNode, of format: CSVFormat) -> CSVFormat.KeptRows? {
    guard let column = node[CSVKey.KeepRows.column], let values = node[CSVKey.KeepRows.values] else {
      return nil
    }
    let wanted = column.nameOrIndex
    if case .named(let name)? = wanted, !format.hasHeader {
      complain(
        "a table without header has no column \(JSONText.quoted(name))", at: column,
        hint: "write the column's index, counted from 0")
    }
    return wanted.map { .init(column: $0, values: values) }
  }

  // MARK: Names

  private mutating func recordingTemplate(_ root: JSONNode) -> CaptureTemplate? {
    if let node = root.node(DatasetKey.recording) {
      return node.string.flatMap { template($0, at: node, knowing: captureNames) }
    }
    guard captureNames.contains("recording") else {
      if let first = root[DatasetKey.files].first, !files.isEmpty {
        complain(
          "nothing in the first file's path names its recordings", at: first.place(of: FileKey.path),
          hint: captureNames.isEmpty
            ? "write {recording} for the part that differs: \"data/{recording}.csv\""
            : "add \"recording\": \"\(captureNames.map { "{\($0)}" }.joined(separator: "-"))\"")
      }
      return nil
    }
    return try? CaptureTemplate(root[DatasetKey.recording])
  }

  /// Checks a text made of captures, all of which must exist.
  ///
  /// - Parameter names: `nil` for the captures of the first file and the recording's name.
  mutating func template(_ text: String, at node: JSONNode, knowing names: [String]? = nil)
    -> CaptureTemplate?
  {
    guard !files.isEmpty else { return nil }
    let known = names ?? recordingNames
    do {
      let template = try CaptureTemplate(text)
      if let unknown = template.names.first(where: { !known.contains($0) }) {
        complain(
          "the first file's path does not have {\(unknown)}", at: node,
          hint: known.isEmpty ? "it captures nothing" : suggestionHint(for: unknown, among: known))
        return nil
      }
      return template
    } catch {
      complain(error.message, at: node)
      return nil
    }
  }

  /// Captures of the first file, and the recording's name.
  var recordingNames: [String] { captureNames + (captureNames.contains("recording") ? [] : ["recording"]) }

  private mutating func subjectSource(_ node: JSONNode?) -> SubjectSource? {
    guard let node else {
      guard captureNames.contains("subject"), let template = try? CaptureTemplate("{subject}") else {
        return nil
      }
      return .template(template)
    }
    if let text = node.string { return template(text, at: node).map { .template($0) } }
    return attribute(node).map { .attribute(file: $0.file, $0.attribute) }
  }

  mutating func reportRepeats(_ names: [String], in list: JSONNode?, _ what: String) {
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      if let list { complain("two \(what)s are called \"\(name)\"", at: list, hint: "give each a \"name\"") }
    }
  }

  // MARK: Files by name

  func fileNode(_ index: Int) -> JSONNode { fileTimings[index] }

  /// Returns the index of the file that an entry names; the inherited one if it names none.
  mutating func fileIndex(_ entry: JSONNode, inherited: Int) -> Int? {
    guard let node = entry.node(LocationKey.file) else {
      return files.indices.contains(inherited) ? inherited : nil
    }
    guard let name = node.string else { return nil }
    if let index = files.firstIndex(where: { $0.name == name }) { return index }
    if filesAreWhole {
      complain(
        "there is no file \"\(name)\"", at: node, hint: suggestionHint(for: name, among: files.map(\.name)))
    }
    return nil
  }
}

/// Paths of a descriptor other than the patterns of its recordings.
extension DescriptorReader {
  /// Refuses a path that, as written, goes up or is absolute.
  mutating func refuseDeparture(_ node: JSONNode) {
    guard let path = node.string, ReadingScope.leaves(path) else { return }
    complain("the path \"\(path)\" leaves the data set's root", at: node, hint: PathPattern.rootHint)
  }

  /// Checks the folder under `$HREVAL_DATA`, or the name used in its place.
  mutating func checkFolder(_ node: JSONNode?) {
    guard let node, let folder = node.string, ReadingScope.leaves(folder) else { return }
    complain(
      "\"\(folder)\" cannot name a folder under HREVAL_DATA", at: node,
      hint: "write a name, without / at its start and without ..")
  }

  mutating func readFetch(_ list: [JSONNode]) -> [DatasetDescriptor.FetchItem] {
    list.compactMap { item in
      guard let url = item[FetchKey.url], let sha = item.node(FetchKey.sha256),
        let path = item.node(FetchKey.path)
      else { return nil }
      let digest = sha.string ?? ""
      if digest.count != 64 || !digest.allSatisfy(\.isHexDigit) {
        complain("a SHA-256 has 64 hexadecimal digits", at: sha)
      }
      if path.string.map(ReadingScope.leaves) == true {
        complain("\"path\" must stay below the data set's root", at: path)
      }
      return .init(
        url: url, sha256: digest.lowercased(), bytes: item[FetchKey.bytes], path: path.string ?? "")
    }
  }
}
