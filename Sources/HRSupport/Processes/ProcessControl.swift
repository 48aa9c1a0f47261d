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
    // A worker limits its own address space; that limit would be too small for libraries of deep models.
    ResourceLimit.addressSpace.raise()
    if let memoryBytes { ResourceLimit.data.lower(to: memoryBytes) }
    if let fileBytes { ResourceLimit.fileSize.lower(to: fileBytes) }
    // No core files: a crash is a row of a table.
    ResourceLimit.coreFile.lower(to: 0)
  }
}
