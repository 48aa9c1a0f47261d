internal import HRSupport

/// The header of a WFDB record: a line about the record, then one for each signal or segment.
///
/// Header files, WFDB Applications Guide, header(5): https://physionet.org/physiotools/wag/header-5.htm
struct WFDBHeader {
  struct Signal {
    /// Name of the signal file; `~` if the signal is missing.
    let file: String
    let format: WFDBFormat
    let samplesPerFrame: Int
    /// Delay in frames by which its samples are stored later in the file than those of other signals.
    let skew: Int
    /// Bytes before the first sample; for FLAC, samples of each signal.
    let byteOffset: Int
    /// Codes per unit.
    let gain: Double
    /// Unit as in the header; `nil` if the header states no unit or no gain.
    let unit: String?
    /// Code of the physical value 0.
    let baseline: Int
    /// Value from which the first difference counts.
    let initial: Int
    /// Sum of all codes, of which the lowest 16 bits are compared. Programs without checksums omit it or write 0.
    let checksum: Int?
    let label: String
    let line: Int
  }

  struct Segment {
    /// Name of the record; `~` if nothing was recorded.
    let record: String
    let frames: Int
    let line: Int
  }

  static let missing = "~"
  /// Far beyond usual sizes: headers of a thousand signals or segments have some 100 kB.
  static let mostBytes = 16_000_000
  private static let standardRate = 250.0
  private static let standardGain = 200.0

  /// Frames per second.
  let frameRate: Double
  /// False if the header states no frequency, so that 250 Hz are taken, as WFDB's own library does.
  let statesRate: Bool
  /// Number of frames; `nil` if the header leaves it to the signal files.
  let frames: Int?
  let signals: [Signal]
  /// Segments; `nil` for a record that has signals of its own.
  let segments: [Segment]?
  /// Number of signals that the record line claims.
  let signalCount: Int
  let line: Int
  let path: String

  /// Reads and checks a header.
  static func read(_ path: String) throws(Diagnostics) -> WFDBHeader {
    let bytes = try TextDocument.bytes(path, what: "WFDB header", most: mostBytes)
    return try WFDBHeader([UInt8](bytes), path)
  }

  init(_ bytes: [UInt8], _ path: String) throws(Diagnostics) {
    guard !bytes.isEmpty else {
      throw Diagnostics("the file is empty", in: path, hint: "was the download interrupted?")
    }
    guard !bytes.contains(0) else {
      throw Diagnostics(
        "this is no WFDB header: it holds bytes that are no text", in: path,
        hint: "\"path\" names the header, \"{recording}.hea\", which names the files of its signals")
    }
    var lines = WFDBLines(bytes, path)
    guard let first = lines.next() else {
      throw Diagnostics("the header has no line about its record: it holds nothing but comments", in: path)
    }
    let record = WFDBRecordLine(first)
    let isSegmented = record.segmentCount(&lines)
    let signalCount = record.signalCount(&lines)
    statesRate = record.statesFrameRate
    frameRate = record.frameRate(&lines, standard: Self.standardRate) ?? 0
    frames = record.frames(&lines)
    line = first.number
    self.path = path
    self.signalCount = signalCount ?? 0
    guard lines.problems.isEmpty else { throw Diagnostics(lines.list) }
    var signals: [Signal] = []
    var segments: [Segment] = []
    while let next = lines.next() {
      if isSegmented != nil {
        if let segment = Self.segment(next, &lines) { segments.append(segment) }
      } else if signals.count == signalCount {
        lines.complain(
          "there are more lines than the \(signals.count) signals that the record line claims", next)
        break
      } else if let signal = Self.signal(next, &lines) {
        signals.append(signal)
      }
    }
    if lines.problems.isEmpty {
      if let claimed = isSegmented, claimed != segments.count {
        lines.complain("the record line claims \(claimed) segments, and \(segments.count) follow", first)
      } else if isSegmented == nil, signals.count < self.signalCount {
        lines.complain(
          "the record line claims \(self.signalCount) signals, and \(signals.count) follow", first,
          hint: "was the file cut off?")
      }
    }
    self.signals = signals
    self.segments = isSegmented == nil ? nil : segments
    if lines.problems.isEmpty { Self.checkFiles(signals, &lines) }
    guard lines.problems.isEmpty else { throw Diagnostics(lines.list) }
  }

  private static func segment(_ line: WFDBLine, _ lines: inout WFDBLines) -> Segment? {
    guard line.words.count >= 2, let frames = Int(line.words[1], radix: 10), frames >= 0 else {
      lines.complain(
        "expected the name of a segment and its number of samples, found \"\(line.text.shortened)\"", line)
      return nil
    }
    return Segment(record: line.words[0], frames: frames, line: line.number)
  }

  /// Parses a signal line: `100.dat 212x2:3+24 200(0)/mV 11 1024 995 -22131 0 MLII`.
  private static func signal(_ line: WFDBLine, _ lines: inout WFDBLines) -> Signal? {
    let before = lines.problems.count
    let words = line.words
    guard words.count >= 2 else {
      lines.complain("expected a signal's file and format, found \"\(line.text.shortened)\"", line)
      return nil
    }
    let packing = WFDBPacking(words[1])
    let format = packing.flatMap { WFDBFormat(rawValue: $0.format) }
    if packing == nil {
      lines.complain("\"\(words[1].shortened)\" is no format: expected such as 212, 16x4 or 16+24", line)
    } else if format == nil {
      lines.complain(
        "the format \(words[1].shortened) is not known", line,
        hint: "known: " + WFDBFormat.allCases.dropFirst().map { "\($0.rawValue)" }.joined(separator: ", "))
    }
    let scale = WFDBScale(words.count > 2 ? words[2] : "0")
    if scale == nil {
      lines.complain(
        "\"\(words[2].shortened)\" is no gain: expected codes per unit, such as 200, 200(0)/mV or 200/mV",
        line)
    }
    var wholes: [Int?] = []
    for (index, what) in [
      "the resolution", "the zero", "the initial value", "the checksum", "the block size",
    ].enumerated() {
      let word = words.count > index + 3 ? words[index + 3] : nil
      let number = word.flatMap { Int($0, radix: 10) }
      if let word, number == nil || (number ?? 0).magnitude > 1 << 32 {
        lines.complain("\(what) is \"\(word.shortened)\": expected a whole number", line)
      }
      wholes.append(number)
    }
    guard lines.problems.count == before, let packing, let format, let scale else { return nil }
    return Signal(
      file: words[0], format: words[0] == missing ? .null : format, samplesPerFrame: packing.samplesPerFrame,
      skew: packing.skew, byteOffset: packing.byteOffset, gain: scale.gain == 0 ? standardGain : scale.gain,
      unit: scale.gain == 0 ? nil : scale.unit, baseline: scale.baseline ?? wholes[1] ?? 0,
      initial: wholes[2] ?? 0,
      checksum: wholes[3] == 0 ? nil : wholes[3],
      label: line.rest(after: 8), line: line.number)
  }

  /// Checks that the signals of one file are consecutive and have the same format.
  private static func checkFiles(_ signals: [Signal], _ lines: inout WFDBLines) {
    for (index, signal) in signals.enumerated().dropFirst() where signal.format != .null {
      let before = signals[index - 1]
      if before.file == signal.file {
        if before.format != signal.format || before.byteOffset != signal.byteOffset {
          lines.complain("signals of one file have one format and one byte offset", at: signal.line)
        } else if signal.format.flacBits != nil, before.samplesPerFrame != signal.samplesPerFrame {
          lines.complain(
            "signals of one FLAC file have as many samples per frame as each other", at: signal.line)
        }
      } else if signals[..<index].contains(where: { $0.file == signal.file }) {
        lines.complain(
          "signals of the file \"\(signal.file.shortened)\" must follow each other in the header",
          at: signal.line)
      }
    }
  }
}
