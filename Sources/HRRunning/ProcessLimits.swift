internal import Foundation
package import HRDiagnostics
package import HRRecordings

/// What the system allows this process, and how many workers that is enough for.
package struct ProcessLimits: Equatable, Sendable {
  /// Open now.
  package let openDescriptors: Int
  /// The most that may be open; `nil` for no limit.
  package let mostDescriptors: Int?

  /// The ends of a worker's three pipes on this side.
  static let descriptorsPerWorker = 3
  /// For what else is opened: the ends that a worker takes with it, the store, pages, folders that are listed. A worker
  /// needs no more than this for its own files.
  static let spareDescriptors = 16
  /// Measured, with room to spare: a build without optimization needs less than 280 MB for twelve short recordings. Long
  /// recordings need more, which their workers then lack; that costs those recordings.
  static let leastAddressSpaceBytes = 320 << 20
  /// As much as the threads that hreval starts for the same work are given.
  static let leastStackBytes = 4 << 20

  /// The limits as they are, after the soft limit on descriptors was raised as far as the workers need and the hard one
  /// lets it.
  package static func current(forWorkers workers: Int) -> ProcessLimits {
    let open = (0..<1024 as Range<Int32>).count { fcntl($0, F_GETFD) >= 0 }
    var limits = limit(descriptors)
    let wanted = open + spareDescriptors + descriptorsPerWorker * min(workers, 1 << 20)
    if let soft = limits.soft, soft < wanted {
      set(descriptors, to: min(wanted, limits.hard ?? wanted))
      limits = limit(descriptors)
    }
    return ProcessLimits(openDescriptors: open, mostDescriptors: limits.soft)
  }

  /// How many of the wanted workers there can be.
  ///
  /// - Returns: the number, and a warning where it is less than was wanted.
  /// - Throws: where there is not enough for one.
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

  /// Makes this process ready for little memory, and refuses less than any command can work with: without it the
  /// system ends the program in the middle, and nothing is said.
  package static func prepare() throws(Diagnostics) {
    let space = limit(addressSpace).soft
    if space != nil { shareOneArena() }
    let problems = problems(addressSpaceBytes: space, stackBytes: limit(stack).soft)
    guard problems.isEmpty else { throw Diagnostics(problems) }
  }

  /// - Parameters:
  ///   - addressSpaceBytes: this process may have; `nil` for no limit.
  ///   - stackBytes: the same of its first thread's stack.
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

  /// Lets all threads take memory from one place, where the C library is glibc: it would reserve 64 MB of address space
  /// for each, and leave too little for what is really needed.
  private static func shareOneArena() {
    #if os(Linux)
      typealias Call = @convention(c) (Int32, Int32) -> Int32
      let arenaMax: Int32 = -8
      guard let address = dlsym(nil, "mallopt") else { return }
      _ = unsafeBitCast(address, to: Call.self)(arenaMax, 1)
    #endif
  }

  /// Bounds the address space of this process, a worker: what asks for more fails here, and costs a recording.
  ///
  /// A lower limit of the system stays. Only Linux holds to it; with a sanitizer built in there is none.
  package static func limitOwnMemory(to limits: ReadingLimits) {
    guard !BuildKind.hasSanitizer else { return }
    let most = limits[.workerBytes]
    if let present = limit(addressSpace).soft, present <= most { return }
    set(addressSpace, to: most)
  }

  // MARK: The system's calls

  #if os(macOS)
    private static let (descriptors, addressSpace, stack) = (RLIMIT_NOFILE, RLIMIT_AS, RLIMIT_STACK)
  #else
    private static let descriptors = Int32(clamping: RLIMIT_NOFILE.rawValue)
    private static let addressSpace = Int32(clamping: RLIMIT_AS.rawValue)
    private static let stack = Int32(clamping: RLIMIT_STACK.rawValue)
  #endif

  /// `nil` for no limit.
  private static func limit(_ resource: Int32) -> (soft: Int?, hard: Int?) {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return (nil, nil) }
    // "No limit" is the largest number, signed or not.
    func finite(_ value: rlim_t) -> Int? {
      Int(exactly: value).flatMap { $0 == Int.max ? nil : $0 }
    }
    return (finite(limit.rlim_cur), finite(limit.rlim_max))
  }

  private static func set(_ resource: Int32, to soft: Int) {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = rlim_t(soft)
    // Refused, it stays as it is, which is what counts.
    setrlimit(resource, &limit)
  }
}
