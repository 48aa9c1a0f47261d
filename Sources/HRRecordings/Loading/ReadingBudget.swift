internal import HRSupport

/// Rest of ``ReadingLimits/Name/recordingBytes`` while one recording is read, with a check that the data and their
/// copies fit into the memory.
package final class ReadingBudget {
  package let limits: ReadingLimits
  private let memory: MemoryNeed
  private var taken = 0
  /// Size of all numbers that have been announced, in bytes.
  private var foreseen = 0

  /// - Parameters:
  ///   - limits: maximum sizes.
  ///   - availableBytes: memory that the system leaves to the process, in bytes; `nil`: no limit is known.
  package init(_ limits: ReadingLimits = ReadingLimits(), availableBytes: Int? = AvailableMemory.bytes) {
    self.limits = limits
    memory = MemoryNeed(limits, availableBytes: availableBytes)
  }

  var left: Int { max(0, limits[.recordingBytes] - taken) }

  /// Returns the limit that a number of further bytes would need.
  func needed(_ bytes: UInt64) -> UInt64 {
    let sum = UInt64(clamping: taken).addingReportingOverflow(bytes)
    return sum.overflow ? UInt64.max : sum.partialValue
  }

  /// Charges the memory of a number of values of one series.
  ///
  /// - Throws: if there are more than a series may have, or than the limit or the memory allows; then nothing is
  ///   charged.
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

  /// Announces the total number of values of a file, so that a recording is refused with its whole need.
  ///
  /// - Parameters:
  ///   - counts: declared sizes of its series.
  ///   - file: the file that declares them.
  func foresee(numbers counts: [UInt64], in file: String) throws(Diagnostics) {
    let numbers = counts.reduce(0.0) { $0 + Double($1) }
    let sum = Int(saturating: Double(taken) + 8 * numbers)
    // Larger numbers are refused with their own messages.
    guard sum <= limits[.recordingBytes], counts.allSatisfy({ $0 <= UInt64(clamping: limits[.values]) })
    else {
      return
    }
    try memory.hold(sum, place: .init(file: file))
    foreseen = max(foreseen, sum)
  }
}

extension UInt64 {
  /// Product of two counts, or the largest number if it is less than that.
  init(product a: Int, _ b: Int) {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    self = overflow ? .max : UInt64(clamping: product)
  }
}
