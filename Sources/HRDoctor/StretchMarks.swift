internal import HRNumerics
internal import HRSignals

/// Marks of stretches of a channel, by which equal values are found again in this recording or another.
///
/// Sixteen neighbouring samples make a number (a polynomial over their bits, mod 2⁶⁴). About two numbers per second
/// are marks, selected by their own value. Equal stretches therefore have equal marks wherever they begin (as in the
/// winnowing of S. Schleimer et al., 2003). In reverse order they have the same marks but for the lowest bit, which is
/// the direction. Samples with fewer than six different values make none.
struct StretchMarks {
  private static let width = 16
  private static let leastDifferent = 6
  /// Maximum number of marks of one recording.
  private static let most = 600

  private let kind: ChannelKind
  private let channel: Channel
  private let found: [(place: Int, mark: UInt64)]

  init(_ channel: Channel, kind: ChannelKind) {
    self.kind = kind
    self.channel = channel
    found = Self.found(in: channel.values, perMark: max(8, (channel.nominalRate ?? 16) / 2))
  }

  var marks: [UInt64] { found.map(\.mark) }

  /// Returns the marks of a recording: without repetition, the smallest ones if there are too many, ascending.
  static func chosen(_ marks: [[UInt64]]) -> [UInt64] {
    Array(Set(marks.joined()).sorted().prefix(most))
  }

  static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// The number by which the factor gives 1, mod 2⁶⁴.
  private static let inverse: UInt64 = 0xF1DE_83E1_9937_733D

  private static func found(in values: [Double], perMark: Double) -> [(place: Int, mark: UInt64)] {
    guard values.count >= 4 * width else { return [] }
    // The probability of a mark is one in `perMark`, whatever the recording.
    let limit = UInt64.max / UInt64(clamping: Int(saturating: max(1, perMark.rounded())))
    var oldest: UInt64 = 1
    for _ in 0..<width { oldest = oldest &* factor }
    let newest = oldest &* inverse
    let codes = values.map(bits)
    // Sums over the last samples with the powers of the factor falling, and rising.
    var (sum, reversed): (UInt64, UInt64) = (0, 0)
    var found: [(place: Int, mark: UInt64)] = []
    codes.withUnsafeBufferPointer { codes in
      for index in 0..<codes.count {
        sum = sum &* factor &+ codes[index]
        let leaving = index >= width ? codes[index - width] : 0
        sum = sum &- oldest &* leaving
        reversed = (reversed &- leaving) &* inverse &+ newest &* codes[index]
        guard index >= width - 1 else { continue }
        let mark = mark(sum, reversed)
        guard mark < limit, isTelling(values[(index - width + 1)...index]) else { continue }
        found.append((index, mark))
      }
    }
    return found
  }

  /// Returns the mark of numbers by their sums in both directions; its lowest bit is the direction.
  static func mark(_ forward: UInt64, _ reversed: UInt64) -> UInt64 {
    mixed(forward &+ reversed) & ~1 | (forward <= reversed ? 0 : 1)
  }

  private static func bits(_ value: Double) -> UInt64 { mixed(value.bitPattern &+ 1) }

  /// Returns a round of D. Lea's mix of 64 bits: neighbouring numbers become dissimilar.
  static func mixed(_ value: UInt64) -> UInt64 {
    let z = (value ^ (value >> 32)) &* 0xDABA_0B6E_B093_22E3
    return z ^ (z >> 32)
  }

  /// Returns true if there are at least six different values, all finite.
  private static func isTelling(_ values: ArraySlice<Double>) -> Bool {
    guard values.allSatisfy(\.isFinite) else { return false }
    var different = 0
    for index in values.indices {
      let value = values[index]
      if !values[values.startIndex..<index].contains(value) { different += 1 }
      if different == leastDifferent { return true }
    }
    return false
  }

  /// Returns marks of twelve neighbouring intervals, in whole milliseconds: no two hearts have the same sequence.
  static func marks(ofIntervals beats: [Double]) -> [UInt64] {
    let intervals = zip(beats.dropFirst(), beats).map { (1000 * ($0 - $1)).rounded() }
    guard intervals.count >= 12 else { return [] }
    return (0...(intervals.count - 12)).compactMap { start -> UInt64? in
      let part = intervals[start..<(start + 12)]
      guard isTelling(part) else { return nil }
      func sum(_ part: some Sequence<Double>) -> UInt64 { part.reduce(0) { $0 &* factor &+ bits($1) } }
      let mark = mark(sum(part), sum(part.reversed()))
      return mark >> 1 % 4 == 0 ? mark : nil
    }
  }

  // MARK: Within one recording

  private static let leastMarks = 5

  /// Finding about equal values at two places of the channel.
  var repetition: DataFinding? {
    let sorted = found.sorted { ($0.mark, $0.place) < ($1.mark, $1.place) }
    var pairs: [(distance: Int, place: Int)] = []
    for (first, second) in zip(sorted, sorted.dropFirst()) where first.mark == second.mark {
      pairs.append((second.place - first.place, first.place))
    }
    guard pairs.count >= Self.leastMarks else { return nil }
    pairs.sort { ($0.distance, $0.place) < ($1.distance, $1.place) }
    var best: ArraySlice<(distance: Int, place: Int)> = []
    var start = 0
    for index in 1...pairs.count {
      if index < pairs.count, pairs[index].distance == pairs[start].distance { continue }
      if index - start > best.count { best = pairs[start..<index] }
      start = index
    }
    guard best.count >= Self.leastMarks, let first = best.first, let last = best.last else { return nil }
    let (from, to) = (channel.time(at: first.place), channel.time(at: last.place))
    let again = channel.time(at: first.place + first.distance)
    guard to - from >= 3 else { return nil }
    return DataFinding(
      .repeatedStretch, at: "channel \(kind.rawValue)",
      evidence:
        "the values from \(seconds(from, decimals: 1)) to \(seconds(to, decimals: 1)) are the same again from \(seconds(again, decimals: 1)) on",
      mend: "was a piece written twice, or a loss filled with a copy?")
  }
}
