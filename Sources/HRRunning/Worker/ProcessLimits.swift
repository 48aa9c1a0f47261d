package import HRSupport
package import HRRecordings

/// Limits of the system for this process, and the number of workers that they allow.
package struct ProcessLimits: Equatable, Sendable {
  /// Number of descriptors that are open now.
  package let openDescriptors: Int
  /// The most that may be open; `nil` for no limit.
  package let mostDescriptors: Int?

  /// Descriptors of a worker in this process: one end of each of its three pipes.
  static let descriptorsPerWorker = 3
  /// Descriptors for everything else: the ends that a worker takes with it, the store, pages, folders that are
  /// listed. A worker needs no more than this for its own files.
  static let spareDescriptors = 16
  /// Measured, with a margin: a build without optimization needs less than 280 MB for twelve short recordings. Long
  /// recordings need more; if their workers do not get it, those recordings fail.
  static let leastAddressSpaceBytes = 320 << 20
  /// As much as the threads that hreval starts for the same work.
  static let leastStackBytes = 4 << 20

  /// Returns the limits after the soft limit on descriptors was raised as far as the workers need and the hard
  /// limit permits.
  package static func current(forWorkers workers: Int) -> ProcessLimits {
    let open = (0..<1024 as Range<Int32>).count { fcntl($0, F_GETFD) >= 0 }
    var limits = ResourceLimit.openFiles.bounds
    let wanted = open + spareDescriptors + descriptorsPerWorker * min(workers, 1 << 20)
    if let soft = limits.soft, soft < wanted {
      ResourceLimit.openFiles.set(to: min(wanted, limits.hard ?? wanted))
      limits = ResourceLimit.openFiles.bounds
    }
    return ProcessLimits(openDescriptors: open, mostDescriptors: limits.soft)
  }

  /// Returns the number of workers that the limit on open files allows.
  ///
  /// - Returns: the number, and a warning if it is less than was wanted.
  /// - Throws: if there are too few descriptors for one worker.
  package func workers(wanted: Int) throws(Diagnostics) -> (count: Int, warning: Diagnostic?) {
    let base = openDescriptors + Self.spareDescriptors
    let most = mostDescriptors.map { max(0, $0 - base) / Self.descriptorsPerWorker } ?? Int.max
    if let mostDescriptors, most < 1 {
      throw Diagnostics(
        "too few files may be open at once: \(mostDescriptors), expected at least \(base + Self.descriptorsPerWorker)",
        hint: "raise the limit: ulimit -n 256")
    }
    guard let mostDescriptors, most < wanted else { return (wanted, nil) }
    let warning = Diagnostic(
      "\(most) worker process\(most == 1 ? "" : "es") instead of \(wanted): only \(mostDescriptors) files may be open at once",
      severity: .warning, hint: "raise the limit: ulimit -n \(base + Self.descriptorsPerWorker * wanted)")
    return (most, warning)
  }

  /// Prepares this process for little memory, and throws if there is less than any command needs: without this the
  /// system would end the program at some later time without a message.
  package static func prepare() throws(Diagnostics) {
    let space = ResourceLimit.addressSpace.bounds.soft
    if space != nil { shareOneArena() }
    let problems = problems(addressSpaceBytes: space, stackBytes: ResourceLimit.stack.bounds.soft)
    guard problems.isEmpty else { throw Diagnostics(problems) }
  }

  /// - Parameters:
  ///   - addressSpaceBytes: that this process may have; `nil` for no limit.
  ///   - stackBytes: the same for its first thread's stack.
  static func problems(addressSpaceBytes: Int?, stackBytes: Int?) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if let addressSpaceBytes, addressSpaceBytes < leastAddressSpaceBytes {
      problems.add(
        "too little memory may be used: \(addressSpaceBytes >> 20) MB of address space, expected at least \(leastAddressSpaceBytes >> 20) MB",
        hint: "raise the limit: ulimit -v \(leastAddressSpaceBytes >> 10)")
    }
    if let stackBytes, stackBytes < leastStackBytes {
      problems.add(
        "too small a stack may be used: \(stackBytes >> 10) kB, expected at least \(leastStackBytes >> 10) kB",
        hint: "raise the limit: ulimit -s 8192")
    }
    return problems
  }

  /// Makes all threads share one arena if the C library is glibc: by default it reserves 64 MB of address space for
  /// each thread, which leaves too little for the data.
  private static func shareOneArena() {
    #if os(Linux)
      typealias Call = @convention(c) (Int32, Int32) -> Int32
      let arenaMax: Int32 = -8
      guard let address = dlsym(nil, "mallopt") else { return }
      _ = unsafeBitCast(address, to: Call.self)(arenaMax, 1)
    #endif
  }

  /// Limits the address space of this process, a worker: an allocation beyond it fails here, and costs one
  /// recording.
  ///
  /// A lower limit of the system stays. Only Linux enforces it; with a sanitizer built in no limit is set.
  package static func limitOwnMemory(to limits: ReadingLimits) {
    guard !BuildKind.hasSanitizer else { return }
    let most = limits[.workerBytes]
    if let present = ResourceLimit.addressSpace.bounds.soft, present <= most { return }
    ResourceLimit.addressSpace.set(to: most)
  }
}
