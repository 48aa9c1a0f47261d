/// The choice of a peak in TROIKA, with its checks.
///
/// At first the highest peak in the range of the search, each height over its rate's square, which undoes the second
/// difference: it would favour the double. Then candidates are sought within 29 bpm of the last reading and, for the
/// first harmonic, within twice that of its double. A candidate whose double is one too (within 3 bpm of rate) is
/// taken; of several the one nearest the last reading. Without such a pair the nearest of all, halves of the harmonics
/// included. Without any the last reading is kept. A change of 11 bpm or more is cut to 3.7, once in that direction.
///
/// That first choice (the paper takes the highest peak of a wrist at rest) and the reset are own choices: after
/// `patience` windows on end with readings that were kept or cut, the search starts anew.
struct TroikaFollower {
  private(set) var bpm: Double?
  private let searchBPM: ClosedRange<Double>
  private var doubts = 0

  private static let reachBPM = 29.0
  private static let pairBPM = 3.0
  private static let largestChangeBPM = 11.0
  private static let cutChangeBPM = 3.7
  private static let patience = 5

  init(searchBPM: ClosedRange<Double>) {
    self.searchBPM = searchBPM
  }

  /// - Returns: `nil` where there has been no peak yet.
  mutating func follow(_ amplitudes: [Double]) -> Double? {
    let peaks = SparsePeaks(amplitudes)
    guard let last = bpm, doubts < Self.patience else {
      bpm = peaks.highest(in: searchBPM, over: { $0 * $0 })?.bpm ?? bpm
      doubts = 0
      return bpm
    }
    let near = peaks.candidates(in: last - Self.reachBPM...last + Self.reachBPM).map(\.bpm)
      .filter(searchBPM.contains)
    let doubles = peaks.candidates(in: 2 * (last - Self.reachBPM)...2 * (last + Self.reachBPM)).map(\.bpm)
    let paired = near.filter { rate in doubles.contains { abs($0 / 2 - rate) <= Self.pairBPM } }
    let choice = paired.isEmpty ? near + doubles.map { $0 / 2 } : paired
    guard let chosen = choice.min(by: { abs($0 - last) < abs($1 - last) }) else {
      doubts += 1
      return last
    }
    if abs(chosen - last) >= Self.largestChangeBPM {
      doubts += 1
      bpm = chosen > last ? last + Self.cutChangeBPM : last - Self.cutChangeBPM
    } else {
      doubts = 0
      bpm = chosen
    }
    return bpm
  }
}
