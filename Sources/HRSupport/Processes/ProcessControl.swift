internal import Foundation

/// Settings of a process on Linux; on other systems these do nothing.
package enum ProcessControl {
  private static let (setDumpable, setSubreaper): (Int32, Int32) = (4, 36)

  /// Closes this process's memory, environment and open files to other processes of the same user, which could
  /// otherwise read them in `/proc`. (root still can.)
  package static func closeToOthers() { set(setDumpable, to: 0) }

  /// Makes orphans among its descendants its own children, so that none escapes.
  package static func adoptOrphans() { set(setSubreaper, to: 1) }

  private static func set(_ option: Int32, to value: UInt) {
    #if os(Linux)
      typealias Call = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
      // The C library declares a variadic function, which Swift cannot call.
      guard let address = dlsym(nil, "prctl") else { return }
      _ = unsafeBitCast(address, to: Call.self)(option, value, 0, 0, 0)
    #endif
  }

  /// Limits the resources of this process and its children; a lower limit of the system stays.
  ///
  /// - Parameters:
  ///   - memoryBytes: maximum data size of each; only Linux enforces it.
  ///   - fileBytes: size of the largest file that each may write.
  package static func limit(memoryBytes: Int?, fileBytes: Int?) {
    #if os(macOS)
      let (data, file, core, space) = (RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_CORE, RLIMIT_AS)
    #else
      let data = Int32(clamping: RLIMIT_DATA.rawValue)
      let file = Int32(clamping: RLIMIT_FSIZE.rawValue)
      let core = Int32(clamping: RLIMIT_CORE.rawValue)
      let space = Int32(clamping: RLIMIT_AS.rawValue)
    #endif
    // A worker limits its own address space; that limit would be too small for libraries of deep models.
    raise(space)
    if let memoryBytes { lower(data, to: memoryBytes) }
    if let fileBytes { lower(file, to: fileBytes) }
    // No core files: a crash is a row of a table.
    lower(core, to: 0)
  }

  /// Limits that a process can be given.
  package enum Limit: Sendable {
    case processes, openFiles, data

    #if os(macOS)
      fileprivate var resource: Int32 {
        switch self {
        case .processes: RLIMIT_NPROC
        case .openFiles: RLIMIT_NOFILE
        case .data: RLIMIT_DATA
        }
      }
    #else
      fileprivate var resource: Int32 {
        switch self {
        case .processes: Int32(clamping: __RLIMIT_NPROC.rawValue)
        case .openFiles: Int32(clamping: RLIMIT_NOFILE.rawValue)
        case .data: Int32(clamping: RLIMIT_DATA.rawValue)
        }
      }
    #endif
  }

  /// Returns the limit itself or, if that is lower, the system's, which a process cannot raise.
  package static func lower(_ limit: Limit, than bound: Int) -> Int {
    var own = rlimit()
    return getrlimit(limit.resource, &own) == 0 ? min(bound, Int(clamping: own.rlim_max)) : bound
  }

  private static func raise(_ resource: Int32) {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
  }

  private static func lower(_ resource: Int32, to bytes: Int) {
    let wanted = rlim_t(clamping: bytes)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur > wanted else { return }
    limit.rlim_cur = wanted
    limit.rlim_max = min(limit.rlim_max, wanted)
    setrlimit(resource, &limit)
  }
}
