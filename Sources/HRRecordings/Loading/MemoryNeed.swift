internal import HRDiagnostics
internal import HRNumerics
internal import HRSystem

/// Whether a worker has the memory for a recording.
///
/// Measured on recordings of 4 and 24 hours, from one detector on one channel to three on four channels with motion put
/// in: a worker's address space is about 110 MB, and 2.0 to 6.8 times the memory of the numbers that are read. The least
/// of it is asked for here, so nothing is refused that would have had room. What filters, extractors and damage copy
/// comes on top; where that exceeds the memory, the worker ends and the recording fails by that.
package struct MemoryNeed {
  private static let worker = 100_000_000
  private static let leastFactor = 2
  /// What does for most; the limit that is proposed allows it.
  private static let usualFactor = 4

  private let limit: Int
  private let room: Int?

  /// - Parameters:
  ///   - limits: of which ``ReadingLimits/Name/workerBytes`` counts.
  ///   - room: what the system leaves the process, in bytes; `nil`: no limit is known.
  init(_ limits: ReadingLimits, room: Int?) {
    (limit, self.room) = (limits[.workerBytes], room)
  }

  /// - Parameters:
  ///   - numbers: bytes of all numbers that are read of a recording.
  ///   - place: where they stand.
  /// - Throws: where even the least that is needed for them is not there.
  func hold(_ numbers: Int, place: Diagnostic.Place) throws(Diagnostics) {
    let least = Self.worker + Self.leastFactor * numbers
    let needs = "the recording needs at least \(Self.gigabytes(least, rounded: .up)) of memory"
    // A worker's own bound is the limit itself.
    if let room, room < min(least, limit) {
      throw Diagnostics(
        "\(needs), and there are \(Self.gigabytes(room, rounded: .down))\(Self.here)", place: place,
        hint: "more may be allowed by ulimit -v, the container or the scheduler (--mem)")
    }
    guard least > limit else { return }
    throw Diagnostics(
      "\(needs), and the limit is \(Self.gigabytes(limit, rounded: .down))", place: place,
      hint: ReadingLimits.hint(
        .workerBytes, needed: UInt64(clamping: Self.worker + Self.usualFactor * numbers)))
  }

  private static func gigabytes(_ bytes: Int, rounded rule: FloatingPointRoundingRule) -> String {
    "\(shortest((Double(bytes) / 1e7).rounded(rule) / 100, decimals: 2)) GB"
  }

  private static let here = " on this machine"

  /// How a worker that ran out of memory says it.
  package static let exhausted = "there was too little memory (the limit workerBytes, or ulimit -v)"

  /// Whether a recording failed for the memory of this machine, so that it may do elsewhere.
  ///
  /// - Parameters:
  ///   - reason: why it failed.
  ///   - limits: of the experiment.
  ///   - room: what the system leaves a process here.
  package static func isOfMachine(
    _ reason: String, limits: ReadingLimits, room: Int? = MemoryRoom.bytes
  ) -> Bool {
    guard let room, room < limits[.workerBytes] else { return false }
    return reason.contains(exhausted) || reason.contains("GB\(here)")
  }
}
