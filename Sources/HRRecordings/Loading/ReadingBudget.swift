internal import CHRFiles
internal import HRNumerics
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
  static func product(_ a: Int, _ b: Int) -> UInt64 {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? .max : UInt64(clamping: product)
  }
}

/// Memory that a worker needs for a recording.
///
/// Measured on recordings of 4 and 24 hours, from one detector on one channel to three on four channels with added
/// motion. A worker's address space was about 110 MB, and 2.0 to 6.8 times the memory of the numbers that are read.
/// The smallest need is checked here, so no recording is refused that would have fitted. Copies by filters,
/// extractors and damage come on top; if these exceed the memory, the worker ends and the recording fails for that
/// reason.
package struct MemoryNeed {
  private static let worker = 100_000_000
  private static let leastFactor = 2
  /// Factor that is enough for most recordings; the proposed limit allows for it.
  private static let usualFactor = 4

  private let limit: Int
  private let availableBytes: Int?

  /// - Parameters:
  ///   - limits: ``ReadingLimits/Name/workerBytes`` is used.
  ///   - availableBytes: memory that the system leaves to the process, in bytes; `nil`: no limit is known.
  init(_ limits: ReadingLimits, availableBytes: Int?) {
    (limit, self.availableBytes) = (limits[.workerBytes], availableBytes)
  }

  /// - Parameters:
  ///   - numbers: size of all numbers that are read of a recording, in bytes.
  ///   - place: location of the numbers.
  /// - Throws: if less memory is available than the smallest need for them.
  func hold(_ numbers: Int, place: Diagnostic.Place) throws(Diagnostics) {
    let least = Self.worker + Self.leastFactor * numbers
    let needs = "the recording needs at least \(Self.gigabytes(least, rounded: .up)) of memory"
    // A worker's own bound is the limit itself.
    if let availableBytes, availableBytes < min(least, limit) {
      throw Diagnostics(
        "\(needs), and there are \(Self.gigabytes(availableBytes, rounded: .down))\(Self.here)", place: place,
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

  /// Message of a worker that ran out of memory.
  package static let exhausted = "there was too little memory (the limit workerBytes, or ulimit -v)"

  /// Returns true if a recording failed because of the memory of this machine, so that it may succeed on another.
  ///
  /// - Parameters:
  ///   - reason: the reason why it failed.
  ///   - limits: limits of the experiment.
  ///   - availableBytes: memory that the system leaves to a process on this machine, in bytes.
  package static func isOfMachine(
    _ reason: String, limits: ReadingLimits, availableBytes: Int? = AvailableMemory.bytes
  ) -> Bool {
    guard let availableBytes, availableBytes < limits[.workerBytes] else { return false }
    return reason.contains(exhausted) || reason.contains("GB\(here)")
  }
}

/// Treatment of memory that is no longer used.
package enum FreedMemory {
  /// Returns freed memory to the system at once from now on, if the C library is glibc, which else keeps it for
  /// pieces of other sizes. This costs time, so it is for data that exceed the memory.
  package static func returnAtOnce() { hr_return_freed_memory() }
}
