/// Requested annotations of an EDF+ file, and the texts of some others.
///
/// An annotation is `+12.5`, perhaps byte 21 and a duration, byte 20, and texts that each end with byte 20; byte 0 ends
/// it. An annotation without text only states the onset of its record.
struct EDFAnnotations {
  private static let mostOthers = 100

  private let wanted: [String]
  private let keepsAll: Bool
  private var found: [(seconds: Double, text: String)] = []
  /// Other texts, without repetition, in the order met; incomplete if there are very many.
  private(set) var others: [String] = []

  /// All annotations, if they are to be kept.
  private(set) var marks: [FileMark] = []

  /// - Parameters:
  ///   - wanted: the requested texts.
  ///   - keepsAll: true if all are kept as ``marks``, with their durations.
  init(wanted: [String], keepsAll: Bool) {
    self.wanted = wanted
    self.keepsAll = keepsAll
  }

  var areWanted: Bool { !wanted.isEmpty || keepsAll }

  /// Returns the onsets in seconds, ascending, of annotations with one of these texts; the file may have any order.
  func times(of texts: [String]) -> [Double] {
    found.filter { texts.contains($0.text) }.map(\.seconds).sorted()
  }

  /// Adds the annotations of one record.
  ///
  /// - Returns: the first annotation that cannot be read; `nil` where there is none.
  mutating func add(_ bytes: ArraySlice<UInt8>) -> String? {
    for list in bytes.split(separator: 0) {
      let parts = list.split(separator: 0x14, omittingEmptySubsequences: false)
      let times = parts[0].split(separator: 0x15, omittingEmptySubsequences: false)
      guard parts.count >= 2, parts[parts.count - 1].isEmpty, let seconds = Self.seconds(times[0]) else {
        return String(decoding: list.prefix(40), as: UTF8.self)
      }
      var duration: Double?
      if times.count > 1 {
        guard times.count == 2, let length = Self.length(times[1]) else {
          return String(decoding: list.prefix(40), as: UTF8.self)
        }
        duration = length
      }
      for part in parts.dropFirst().dropLast() where !part.isEmpty {
        let text = String(decoding: part, as: UTF8.self)
        if keepsAll {
          marks.append(FileMark(seconds: seconds, duration: duration, text: text))
        }
        if wanted.contains(text) {
          found.append((seconds, text))
        } else if others.count < Self.mostOthers, !others.contains(text) {
          others.append(text)
        }
      }
    }
    return nil
  }

  /// Parses a duration: digits, with a point before a fraction.
  static func length(_ text: ArraySlice<UInt8>) -> Double? {
    guard let first = text.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else { return nil }
    return seconds((Array("+".utf8) + text)[...])
  }

  /// Parses an onset: a sign and digits, with a point before a fraction.
  static func seconds(_ text: ArraySlice<UInt8>) -> Double? {
    let known = Array("+-.0123456789".utf8)
    guard (2...40).contains(text.count), let sign = text.first, sign == known[0] || sign == known[1],
      text.allSatisfy(known.contains), let seconds = Double(String(decoding: text, as: UTF8.self)),
      abs(seconds) <= RecordingLimits.latestSecond
    else { return nil }
    return seconds
  }
}
