internal import HRSupport

/// Fields of an EDF header, and the problems found in them.
struct EDFFields {
  /// A column of the header: one field of each signal, one signal after the other.
  enum Part {
    case label, unit, physicalMinimum, physicalMaximum, digitalMinimum, digitalMaximum, samples

    /// Returns the offset of a signal's field: label 16, transducer 80, unit 8, four limits of 8 each, filters 80.
    func offset(_ index: Int, of count: Int) -> Int {
      let (before, width) =
        switch self {
        case .label: (0, 16)
        case .unit: (96, 8)
        case .physicalMinimum: (104, 8)
        case .physicalMaximum: (112, 8)
        case .digitalMinimum: (120, 8)
        case .digitalMaximum: (128, 8)
        case .samples: (216, 8)
        }
      return EDFHeader.blockBytes + before * count + width * index
    }
  }

  private static let mostProblems = 20

  private let bytes: [UInt8]
  private let path: String
  private(set) var problems: [Diagnostic] = []
  private var unsaid = 0

  init(_ bytes: [UInt8], _ path: String) {
    self.bytes = bytes
    self.path = path
  }

  /// All problems; if there are very many, the first ones and the number of the others.
  var list: [Diagnostic] {
    guard unsaid > 0 else { return problems }
    return problems + [Diagnostic("and \(unsaid) more problems like these", in: path)]
  }

  mutating func complain(_ message: String, _ start: Int, _ count: Int, hint: String? = nil) {
    guard problems.count < Self.mostProblems else {
      unsaid += 1
      return
    }
    problems.add(
      message, place: .init(file: path, path: "header bytes \(start) to \(start + count - 1)"), hint: hint)
  }

  /// Returns the field's text without blanks at its ends, and without zeros, which some programs use as fillers.
  func text(_ start: Int, _ count: Int) -> String {
    let fillers: [UInt8] = [0, 0x20]
    return String(decoding: bytes[start..<(start + count)].trimming(fillers.contains), as: UTF8.self)
  }

  /// Returns a signal's name for messages: `signal 3 "wrist_ppg"`.
  func named(_ index: Int, _ label: String) -> String { "signal \(index) \"\(label)\"" }

  /// Parses a whole number: digits after an optional minus sign.
  mutating func whole(_ start: Int, _ count: Int, _ what: String, of owner: String? = nil) -> Int? {
    let text = text(start, count)
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    if !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(text, radix: 10)
    {
      return number
    }
    complain("\(said(what, owner)) is \"\(text.shortened)\": expected a whole number", start, count)
    return nil
  }

  /// Parses a decimal number in ASCII.
  mutating func number(_ start: Int, _ count: Int, _ what: String, of owner: String? = nil) -> Double? {
    let text = text(start, count)
    if let number = Double(plain: text[...]) { return number }
    complain(
      "\(said(what, owner)) is \"\(text.shortened)\": expected a number", start, count,
      hint: text.contains(",") ? "EDF takes decimal points, not commas" : nil)
    return nil
  }

  private func said(_ what: String, _ owner: String?) -> String {
    owner.map { "\($0): \(what)" } ?? what
  }

  mutating func recordCount() -> Int? {
    guard let count = whole(236, 8, "the number of data records") else { return nil }
    guard count < -1 else { return count }
    complain("the header claims \(count) data records", 236, 8)
    return nil
  }

  mutating func recordSeconds() -> Double? {
    guard let seconds = number(244, 8, "the duration of a data record") else { return nil }
    guard seconds < 0 else { return seconds }
    complain("the duration of a data record is \(shortest(seconds)) s", 244, 8)
    return nil
  }
}
