internal import HRDiagnostics
internal import HRSystem

/// What is left of ``ReadingLimits/Name/recordingBytes`` while one recording is read, and whether what is made of it
/// fits into the memory.
package final class ReadingBudget {
  package let limits: ReadingLimits
  private let memory: MemoryNeed
  private var taken = 0
  /// Bytes of all numbers that are known to come.
  private var foreseen = 0

  /// - Parameters:
  ///   - limits: how much may be read.
  ///   - room: what the system leaves the process, in bytes; `nil`: no limit is known.
  package init(_ limits: ReadingLimits = ReadingLimits(), room: Int? = MemoryRoom.bytes) {
    self.limits = limits
    memory = MemoryNeed(limits, room: room)
  }

  var left: Int { max(0, limits[.recordingBytes] - taken) }

  /// What the limit would have to be for so many bytes more.
  func needed(_ bytes: UInt64) -> UInt64 {
    let sum = UInt64(clamping: taken).addingReportingOverflow(bytes)
    return sum.overflow ? UInt64.max : sum.partialValue
  }

  /// Takes the memory for so many numbers of one series.
  ///
  /// - Throws: when there are more than a series may have, or than the recording or the memory has room for; nothing is
  ///   taken then.
  func take(numbers count: UInt64, place: Diagnostic.Place) throws(Diagnostics) {
    guard count <= UInt64(clamping: limits[.values]) else {
      throw limits.problem(.values, "it has \(count) numbers", needed: count, place: place)
    }
    let bytes = count.multipliedReportingOverflow(by: 8)
    guard !bytes.overflow, bytes.partialValue <= UInt64(clamping: left) else {
      let needed = bytes.overflow ? UInt64.max : needed(bytes.partialValue)
      throw limits.problem(
        .recordingBytes, "with it the recording has \(needed) bytes of numbers", needed: needed, place: place)
    }
    let sum = taken + Int(clamping: bytes.partialValue)
    try memory.hold(max(sum, foreseen), place: place)
    taken = sum
  }

  /// Says how many numbers a file will take in all, so that the recording is refused with all that it needs.
  ///
  /// - Parameters:
  ///   - counts: of its series, as it declares them.
  ///   - file: that declares them.
  func foresee(numbers counts: [UInt64], in file: String) throws(Diagnostics) {
    let numbers = counts.reduce(0.0) { $0 + Double($1) }
    let sum = Int(saturating: Double(taken) + 8 * numbers)
    // What exceeds these is refused in their own words.
    guard sum <= limits[.recordingBytes], counts.allSatisfy({ $0 <= UInt64(clamping: limits[.values]) })
    else {
      return
    }
    try memory.hold(sum, place: .init(file: file))
    foreseen = max(foreseen, sum)
  }
}
