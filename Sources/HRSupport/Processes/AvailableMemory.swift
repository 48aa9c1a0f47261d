internal import HRNumerics

/// Memory that the system leaves to a process on this machine.
package enum AvailableMemory {
  /// Smallest limit in bytes: of this process's address space and data (`ulimit -v`, `ulimit -d`), of its control
  /// group and the groups around it, and the machine's memory with its swap space; `nil` if none is known.
  package static let bytes: Int? = known.min()

  private static var known: [Int] {
    let own = [ResourceLimit.addressSpace, .data].compactMap(\.bounds.soft)
    #if os(Linux)
      let groups =
        ControlGroup.texts("memory.max") + ControlGroup.texts("memory.limit_in_bytes", of: "memory")
      let machine = (try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8)).flatMap(bytes(inMemInfo:))
      return own + groups.compactMap(bytes(inGroup:)) + [machine].compactMap(\.self)
    #else
      return own
    #endif
  }

  /// Returns the limit in a control group's file; `nil` without a limit (`max`).
  static func bytes(inGroup text: String) -> Int? {
    text.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0, radix: 10) }
  }

  /// Returns memory and swap space in a `/proc/meminfo` text; `nil` if it states no memory.
  static func bytes(inMemInfo text: String) -> Int? {
    func kibibytes(_ name: String) -> Int? {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return line.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0, radix: 10) }
    }
    return kibibytes("MemTotal").map { Int(saturating: 1024 * Double($0 + (kibibytes("SwapTotal") ?? 0))) }
  }
}
