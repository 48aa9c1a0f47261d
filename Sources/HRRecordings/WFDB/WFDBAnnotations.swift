internal import HRSupport

/// One annotation of a WFDB annotation file.
struct WFDBAnnotation: Equatable {
  /// Time in ticks of the file's clock.
  let time: Int
  /// Symbol of its type: `N` a normal beat, `+` a change of rhythm, `~` one of signal quality.
  let symbol: String
  let subtype: Int
  let channel: Int
  let number: Int
  /// Note: `(AFIB` with `+`. Bytes above 127 are read as Latin-1 letters.
  let note: String

  /// Symbols of beats of all kinds, as in WFDB's `isqrs`.
  static let beats = [
    "N", "L", "R", "a", "V", "F", "J", "A", "S", "E", "j", "/", "Q", "e", "n", "f", "B", "?", "r",
  ]

  /// Types by their codes, as in `ecgcodes.h`.
  static let symbols: [Int: String] = [
    1: "N", 2: "L", 3: "R", 4: "a", 5: "V", 6: "F", 7: "J", 8: "A", 9: "S", 10: "E", 11: "j", 12: "/",
    13: "Q",
    14: "~", 16: "|", 18: "s", 19: "T", 20: "*", 21: "D", 22: "\"", 23: "=", 24: "p", 25: "B", 26: "^",
    27: "t",
    28: "+", 29: "u", 30: "?", 31: "!", 32: "[", 33: "]", 34: "e", 35: "n", 36: "@", 37: "x", 38: "f",
    39: "(",
    40: ")", 41: "r",
  ]

  /// Text of the annotation: its note; for a change of quality without one type and subtype, `~1`; else its type.
  var text: String { note.isEmpty ? symbol == "~" ? "~\(subtype)" : symbol : note }

  /// Returns true if a descriptor's word is its symbol or its whole note.
  func fits(_ word: String) -> Bool { word == symbol || (!note.isEmpty && word == note) }
}

/// A WFDB annotation file in the MIT format: pairs of bytes, in which six bits define the meaning of the other ten.
///
/// Annotation files, WFDB Applications Guide, annot(5): https://physionet.org/physiotools/wag/annot-5.htm
struct WFDBAnnotations {
  /// Annotations in the order of the file.
  private(set) var list: [WFDBAnnotation] = []
  /// Ticks per second, if the file states them.
  private(set) var resolution: Double?

  private static let (skip, number, subtype, channel, note) = (59, 60, 61, 62, 63)
  private static let noteSymbol = 22
  /// Maximum time in ticks: 285 years at 1 MHz.
  private static let latest = 1 << 53

  /// - Parameter bytes: the whole file.
  init(_ bytes: [UInt8], _ path: String) throws(Diagnostics) {
    guard bytes.count >= 2 else {
      throw Diagnostics(
        bytes.isEmpty ? "the file is empty" : "the file has 1 byte: annotations have two or more", in: path,
        hint: "was the download interrupted?")
    }
    var symbols = WFDBAnnotation.symbols
    var isDefining = false
    var at = 0
    var time = 0
    var (lastChannel, lastNumber) = (0, 0)
    func word(_ place: Int) -> Int {
      Int(truncatingIfNeeded: bytes[place]) | Int(truncatingIfNeeded: bytes[place + 1]) << 8
    }
    func cutOff() -> Diagnostics {
      Diagnostics(
        "the file ends inside an annotation", in: path, at: "byte \(at)",
        hint: "was it cut off, or is it no WFDB annotation file in the MIT format?")
    }
    while true {
      guard at + 2 <= bytes.count else {
        // Some programs leave out the end mark; their files are still complete.
        if at == bytes.count { break }
        throw cutOff()
      }
      let first = word(at)
      if first == 0 { break }
      let (code, low) = (first >> 10, first & 0x3FF)
      at += 2
      if code == Self.skip {
        guard at + 4 <= bytes.count else { throw cutOff() }
        time += Int(truncatingIfNeeded: Int32(truncatingIfNeeded: word(at) << 16 | word(at + 2)))
        at += 4
        continue
      }
      guard code < Self.skip else {
        throw Diagnostics(
          "byte \(at - 2) holds a supplement (\(code)) to an annotation, and there is none before it",
          in: path,
          hint: "the file is damaged, or no WFDB annotation file in the MIT format")
      }
      time += low
      var subtype = 0
      var text = ""
      supplements: while at + 2 <= bytes.count {
        let next = word(at)
        let small = Int(truncatingIfNeeded: Int8(truncatingIfNeeded: next))
        switch next >> 10 {
        case Self.number: lastNumber = small
        case Self.subtype: subtype = small
        case Self.channel: lastChannel = next & 0xFF
        case Self.note:
          let count = next & 0x3FF
          guard at + 2 + count <= bytes.count else { throw cutOff() }
          let letters = bytes[(at + 2)..<(at + 2 + count)].prefix { $0 != 0 }
          text = String(String.UnicodeScalarView(letters.map { Unicode.Scalar($0) }))
          // The padding byte after an odd count may be missing at the end of the file.
          at = min(bytes.count - 2, at + count + count % 2)
        default: break supplements
        }
        at += 2
      }
      guard time.magnitude <= Self.latest else {
        throw Diagnostics(
          "an annotation lies at tick \(time), further than any recording", in: path, at: "byte \(at)")
      }
      if code == 0 { continue }
      if time == 0, code == Self.noteSymbol, text.hasPrefix("## ") || isDefining {
        define(text, &symbols, &isDefining)
        continue
      }
      list.append(
        WFDBAnnotation(
          time: time, symbol: symbols[code] ?? "[\(code)]", subtype: subtype, channel: lastChannel,
          number: lastNumber, note: text))
    }
  }

  /// Applies a note about the file itself.
  private mutating func define(_ text: String, _ symbols: inout [Int: String], _ isDefining: inout Bool) {
    let opening = "## time resolution: "
    if text.hasPrefix(opening) {
      let number = text.dropFirst(opening.count).prefix { $0.isNumber || $0 == "." }
      if let rate = Double(number), RecordingLimits.sampleRateHz.contains(rate) { resolution = rate }
    } else if text == "## annotation type definitions" {
      isDefining = true
    } else if text == "## end of definitions" {
      isDefining = false
    } else if isDefining {
      let words = text.split(separator: " ")
      if words.count >= 2, let code = Int(words[0], radix: 10), (1...49).contains(code) {
        symbols[code] = String(words[1])
      }
    }
  }
}

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
