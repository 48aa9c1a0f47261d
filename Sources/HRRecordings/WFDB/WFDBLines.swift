internal import HRSupport

/// A line of a WFDB header.
struct WFDBLine {
  let number: Int
  let text: String
  /// Words separated by blanks and tabs.
  let words: [String]

  /// Returns the text after a number of words, without blanks at its ends: a signal's description.
  func rest(after count: Int) -> String {
    guard words.count > count else { return "" }
    var rest = text[...]
    for _ in 0..<count { rest = rest.drop { !$0.isBlank }.drop(while: \.isBlank) }
    return String(rest)
  }
}

/// The lines of a WFDB header one by one, without blank lines and comments, and the problems found in them.
struct WFDBLines {
  private static let mostProblems = 20

  private let path: String
  private var left: ArraySlice<UInt8>
  private var number = 0
  private(set) var problems: [Diagnostic] = []
  private var unsaid = 0

  init(_ bytes: [UInt8], _ path: String) {
    left = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    self.path = path
  }

  /// All problems; if there are very many, the first ones and the number of the others.
  var list: [Diagnostic] {
    unsaid == 0 ? problems : problems + [Diagnostic("and \(unsaid) more problems like these", in: path)]
  }

  mutating func next() -> WFDBLine? {
    while !left.isEmpty {
      let bytes = left.prefix { $0 != UInt8(ascii: "\n") }
      left = left.dropFirst(bytes.count + 1)
      number += 1
      let text = String(String(decoding: bytes, as: UTF8.self).trimming(\.isBlank))
      if text.isEmpty || text.hasPrefix("#") { continue }
      let words = text.split(whereSeparator: \.isBlank).map(String.init)
      return WFDBLine(number: number, text: text, words: words)
    }
    return nil
  }

  mutating func complain(_ message: String, _ line: WFDBLine, hint: String? = nil) {
    complain(message, at: line.number, hint: hint)
  }

  mutating func complain(_ message: String, at line: Int, hint: String? = nil) {
    guard problems.count < Self.mostProblems else {
      unsaid += 1
      return
    }
    problems.append(Diagnostic(message, place: .init(file: path, line: line), hint: hint))
  }
}

/// Name, segments, signals, rate and length of a record line: `100/3 2 360/1(0) 650000 12:00:00 1/1/1990`.
struct WFDBRecordLine {
  private let line: WFDBLine

  init(_ line: WFDBLine) {
    self.line = line
  }

  private func word(_ index: Int) -> String? { line.words.count > index ? line.words[index] : nil }

  /// Returns the number of segments; `nil` for a record that has signals of its own.
  func segmentCount(_ lines: inout WFDBLines) -> Int? {
    let parts = line.words[0].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    guard parts.count == 2, let count = Int(parts[1], radix: 10), count > 0 else {
      lines.complain(
        "\"\(line.words[0].shortened)\" is no record: expected its name, or name/number of segments", line)
      return nil
    }
    return count
  }

  func signalCount(_ lines: inout WFDBLines) -> Int? {
    guard let word = word(1) else {
      lines.complain(
        "expected a record's name and its number of signals, found \"\(line.text.shortened)\"", line,
        hint: "is this the header of a WFDB record?")
      return nil
    }
    guard let count = Int(word, radix: 10), count >= 0 else {
      lines.complain(
        "the number of signals is \"\(word.shortened)\": expected a whole number", line,
        hint: "is this the header of a WFDB record?")
      return nil
    }
    return count
  }

  /// False if the line ends before the frequency.
  var statesFrameRate: Bool { word(2) != nil }

  /// Returns frames per second; the counter's frequency and base, which may follow, are not needed.
  func frameRate(_ lines: inout WFDBLines, standard: Double) -> Double? {
    guard let word = word(2) else { return standard }
    let rate = word.prefix { $0 != "/" }
    guard let number = Double(plain: rate), RecordingLimits.sampleRateHz.contains(number) else {
      lines.complain(
        "the sampling frequency is \"\(rate.prefix(40))\": expected a number from \(shortest(RecordingLimits.sampleRateHz.lowerBound)) to \(shortest(RecordingLimits.sampleRateHz.upperBound)) Hz",
        line)
      return nil
    }
    return number
  }

  /// Returns the number of frames; `nil` if it is absent or 0.
  func frames(_ lines: inout WFDBLines) -> Int? {
    guard let word = word(3) else { return nil }
    guard let count = Int(word, radix: 10), count >= 0 else {
      lines.complain("the number of samples is \"\(word.shortened)\": expected a whole number", line)
      return nil
    }
    return count == 0 ? nil : count
  }
}

/// Format fields of a signal line: `16x4:2+24`.
struct WFDBPacking {
  let format: Int
  private(set) var samplesPerFrame = 1
  private(set) var skew = 0
  private(set) var byteOffset = 0

  init?(_ word: String) {
    guard let (format, rest) = Self.number(word[...]) else { return nil }
    self.format = format
    var left = rest
    for mark in ["x", ":", "+"] where left.hasPrefix(mark) {
      guard let (number, rest) = Self.number(left.dropFirst()) else { return nil }
      left = rest
      switch mark {
      case "x": samplesPerFrame = number
      case ":": skew = number
      default: byteOffset = number
      }
    }
    guard left.isEmpty, samplesPerFrame > 0 else { return nil }
  }

  /// Parses a number of at most a thousand million, so that sums of a few do not overflow.
  private static func number(_ text: Substring) -> (Int, Substring)? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits, radix: 10), number <= 1_000_000_000 else { return nil }
    return (number, text.dropFirst(digits.count))
  }
}

/// Scale from codes to units: `7247(0)/mV`.
struct WFDBScale {
  let gain: Double
  let baseline: Int?
  let unit: String?

  init?(_ word: String) {
    var left = word[...]
    var unit: String?
    if let slash = left.firstIndex(of: "/") {
      unit = String(left[left.index(after: slash)...])
      left = left[..<slash]
    }
    self.unit = unit
    if left.hasSuffix(")"), let open = left.firstIndex(of: "(") {
      guard let number = Int(left[left.index(after: open)...].dropLast(), radix: 10),
        number.magnitude <= 1 << 32
      else { return nil }
      baseline = number
      left = left[..<open]
    } else {
      baseline = nil
    }
    guard let gain = Double(plain: left) else { return nil }
    self.gain = gain
  }
}

extension Double {
  /// Parses a finite decimal number in ASCII.
  init?(plain text: Substring) {
    let known = Array("+-.0123456789eE".utf8)
    guard text.utf8.count <= 40, text.utf8.allSatisfy(known.contains), let number = Double(text),
      number.isFinite
    else { return nil }
    self = number
  }
}

extension Character {
  fileprivate var isBlank: Bool {
    self == " " || self == "\t" || self == "\r" || self == "\u{0B}" || self == "\u{0C}"
  }
}
