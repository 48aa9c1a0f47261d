internal import HRSupport

/// One reading of a WFDB annotation file.
struct WFDBAnnotationReading {
  /// Far beyond usual sizes: hours of beats have some megabytes.
  private static let mostBytes = 256_000_000

  let annotations: WFDBAnnotations
  /// Ticks per second.
  let rate: Double
  private let path: String
  private let budget: ReadingBudget

  /// Reads a file. The rate is that of the file itself, else of the record that it belongs to, else the descriptor's.
  ///
  /// - Parameters:
  ///   - stated: the descriptor's rate.
  ///   - scope: folders that may contain the record's header.
  init(
    _ path: String, stated: Double?, scope: ReadingScope, budget: ReadingBudget
  ) throws(Diagnostics) {
    let most = min(Self.mostBytes, budget.left)
    let bytes = try TextDocument.bytes(path, what: "annotation file", most: most)
    annotations = try WFDBAnnotations([UInt8](bytes), path)
    self.path = path
    self.budget = budget
    if let resolution = annotations.resolution {
      rate = resolution
      return
    }
    let header = Self.header(beside: path)
    if TextFile.isFile(header) {
      if let objection = scope.objection(toReading: header) { throw Diagnostics(objection) }
      rate = try WFDBHeader.read(header).frameRate
    } else if let stated {
      rate = stated
    } else {
      throw Diagnostics(
        "nothing says how long a tick of these annotations is: the file has no time resolution, and there is no \(header.split(separator: "/").last ?? "")",
        in: path,
        hint: "put the record's header beside it, or give the file a \"sampleRate\" in the descriptor")
    }
  }

  /// Returns the path of the header of the record that annotations belong to.
  static func header(beside path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return path + ".hea" }
    return String(path.dropLast(name[dot...].count)) + ".hea"
  }

  /// Returns the time of an annotation in seconds from the record's start.
  func seconds(_ annotation: WFDBAnnotation) -> Double { Double(annotation.time) / rate }

  func contents(for request: FileRequest) throws(Diagnostics) -> FileContents {
    var contents = FileContents(path: path)
    if request.wantsMarks {
      // A text takes about as much memory as six numbers; two more are its times.
      try budget.take(numbers: UInt64(clamping: 8 * annotations.list.count), place: .init(file: path))
      contents.marks = annotations.list.map {
        FileMark(seconds: seconds($0), duration: nil, text: $0.text, kind: $0.symbol)
      }
    }
    for case .annotations(let words) in request.cells.map(\.cell) {
      let found = annotations.list.filter { annotation in
        words.isEmpty
          ? WFDBAnnotation.beats.contains(annotation.symbol) : words.contains { annotation.fits($0) }
      }
      guard !found.isEmpty else {
        throw Diagnostics(
          words.isEmpty
            ? "no annotation is a beat"
            : "no annotation is " + words.map(JSONText.quoted).joined(separator: " or "),
          in: path, hint: known)
      }
      try budget.take(numbers: UInt64(clamping: found.count), place: .init(file: path))
      contents.columns[.annotations(words)] = found.map(seconds).sorted()
    }
    return contents
  }

  /// Texts of the annotations that exist, as a hint for a request of others.
  private var known: String {
    var words: [String] = []
    for annotation in annotations.list where words.count < 12 {
      for word in [annotation.symbol, annotation.note] where !word.isEmpty && !words.contains(word) {
        words.append(word)
      }
    }
    return words.isEmpty
      ? "it has none at all"
      : "known here: " + words.map { JSONText.quoted($0.shortened) }.joined(separator: ", ")
  }
}
