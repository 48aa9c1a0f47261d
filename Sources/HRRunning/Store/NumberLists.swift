/// Places of the numbers of a unit's windows, and of its beats, in the bytes of its result. They are read without the
/// rest, whole or by parts: figures of many windows are found in passes over some of them.
///
/// A result with windows begins with its unit, its form, the numbers of windows and detectors, and the place of its
/// beats (8 bytes each; their number of bytes and checksum come first, nothing of either without beats); a byte
/// that says whether there are cadences, and one per detector that says whether it has rows; and the time of each
/// detector's first reading. Then come lists of 8 bytes a window, NaN where there is none: starts, ends, references,
/// cadences, and of each detector rates and confidences. In front of each list are checksums of its parts.
struct NumberLists {
  /// Most windows of a part. Arrays of it are small enough for memory that is used again and again.
  static let partWindows = 4096
  /// Bytes before the byte about cadences.
  static let headBytes = 40

  static func partCount(of windows: Int) -> Int { (windows + partWindows - 1) / partWindows }

  /// Returns the windows of each part.
  static func parts(of windows: Int) -> [Range<Int>] {
    stride(from: 0, to: windows, by: partWindows).map { $0..<min($0 + partWindows, windows) }
  }

  /// Bytes of a list with its checksums.
  static func bytes(of windows: Int) -> Int { 8 * (partCount(of: windows) + windows) }

  /// One of the lists.
  enum List {
    case starts, ends, references, cadences
    case rates(Int)
    case confidences(Int)
  }

  /// Number of windows, each with a row.
  let windows: Int
  let hasCadence: Bool
  /// True for detectors that have rows.
  private let isThere: [Bool]
  /// Bytes before the first list.
  private let start: Int

  /// - Parameters:
  ///   - marks: the byte about cadences, then that of each detector.
  ///   - windows: number of windows, each with a row.
  init?(marks: [UInt8], windows: Int) {
    guard let first = marks.first, marks.allSatisfy({ $0 <= 1 }) else { return nil }
    self.windows = windows
    hasCadence = first == 1
    isThere = marks.dropFirst().map { $0 == 1 }
    start = Self.headBytes + marks.count + 8 * isThere.count
  }

  func has(_ detector: Int) -> Bool { isThere.indices.contains(detector) && isThere[detector] }

  /// Returns the place of a list's checksums, from the result's first byte; `nil` for one that is not there.
  func place(of list: List) -> Int? {
    let before: Int? =
      switch list {
      case .starts: 0
      case .ends: 1
      case .references: 2
      case .cadences: hasCadence ? 3 : nil
      case .rates(let detector): number(of: detector)
      case .confidences(let detector): number(of: detector).map { $0 + 1 }
      }
    return before.map { start + $0 * Self.bytes(of: windows) }
  }

  /// Returns the place of the time of a detector's first reading.
  func firstReadingPlace(of detector: Int) -> Int { start - 8 * (isThere.count - detector) }

  /// Returns the number of lists before those of a detector.
  private func number(of detector: Int) -> Int? {
    has(detector) ? 3 + (hasCadence ? 1 : 0) + 2 * isThere[..<detector].count { $0 } : nil
  }

  /// Returns the checksum of the numbers of a part: FNV-1a over the bits of four rows of numbers side by side, so that
  /// no number waits for the one before, and over the four sums.
  static func checksum(_ numbers: ArraySlice<Double>) -> UInt64 {
    numbers.withUnsafeBufferPointer { numbers in
      var sums = SIMD4<UInt64>(repeating: 0xcbf2_9ce4_8422_2325)
      let prime = SIMD4<UInt64>(repeating: 0x100_0000_01b3)
      let whole = numbers.count / 4 * 4
      for index in stride(from: 0, to: whole, by: 4) {
        let bits = SIMD4(
          numbers[index].bitPattern, numbers[index + 1].bitPattern, numbers[index + 2].bitPattern,
          numbers[index + 3].bitPattern)
        sums = (sums ^ bits) &* prime
      }
      for index in whole..<numbers.count {
        sums[index - whole] = (sums[index - whole] ^ numbers[index].bitPattern) &* prime[0]
      }
      var sum = sums[0]
      for lane in 1..<4 { sum = (sum ^ sums[lane]) &* prime[0] }
      return sum
    }
  }

  /// Returns the checksums of the parts of a list.
  static func checksums(of numbers: [Double]) -> [UInt64] {
    parts(of: numbers.count).map { checksum(numbers[$0]) }
  }
}

/// References, rates and confidences of consecutive windows of a unit; NaN where there is none.
package struct WindowRates: Sendable {
  /// Index of the first window that was asked for; 1 where the window before it was there and was read too.
  package let first: Int
  /// Per minute.
  package let references: [Double]
  package let rates: [Double]
  /// Empty where they were not asked for.
  package let confidences: [Double]
}

/// The windows of a unit with one detector's answers, or without any, as numbers; NaN where there is none.
package struct WindowNumberColumns: Sendable {
  /// In seconds from the recording's start.
  package let starts: [Double]
  package let ends: [Double]
  /// Per minute.
  package let references: [Double]
  /// Steps per minute; empty without an accelerometer.
  package let cadences: [Double]
  /// Per minute; empty without a detector's answers.
  package let rates: [Double]
  package let confidences: [Double]
  package let firstReading: Double?
}
