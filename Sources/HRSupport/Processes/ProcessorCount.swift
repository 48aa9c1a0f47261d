internal import HRNumerics
internal import Foundation

/// Number of processors that this process may use.
package enum ProcessorCount {
  /// Minimum of the machine's processors, those that the affinity mask allows, and the control group's quota rounded
  /// up; at least 1. (Foundation's `activeProcessorCount` ignores the quota.)
  package static var usable: Int {
    var count = ProcessInfo.processInfo.activeProcessorCount
    #if os(Linux)
      if let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let allowed = processors(inStatus: status)
      {
        count = min(count, allowed)
      }
      // Smallest limit of the process's own group and the groups around it.
      if let quota = ControlGroup.texts("cpu.max").compactMap(processors(cpuMax:)).min() {
        count = min(count, quota)
      }
    #endif
    return max(1, count)
  }

  /// Returns the processors of a control group's `cpu.max` (`quota period`), rounded up; `nil` without a limit.
  static func processors(cpuMax text: String) -> Int? {
    let parts = text.split(whereSeparator: \.isWhitespace)
    guard parts.count == 2, let quota = Double(parts[0]), let period = Double(parts[1]), period > 0, quota > 0
    else { return nil }
    return max(1, Int(saturating: (quota / period).rounded(.up)))
  }

  /// Returns the processors of the affinity mask in a `/proc/…/status` text; `nil` if it has none.
  static func processors(inStatus text: String) -> Int? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed:") }) else {
      return nil
    }
    let bits = line.dropFirst("Cpus_allowed:".count).compactMap(\.hexDigitValue).reduce(0) {
      $0 + $1.nonzeroBitCount
    }
    return bits > 0 ? bits : nil
  }
}

#if os(Linux)
  /// Control groups of this process.
  enum ControlGroup {
    /// Returns the texts of a file in the process's own group and in the groups around it, where it exists.
    ///
    /// - Parameters:
    ///   - name: name of the file.
    ///   - controller: controller of the first version of control groups; empty for the second version.
    static func texts(_ name: String, of controller: String = "") -> [String] {
      guard let membership = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8),
        var group = path(of: controller, in: membership)
      else { return [] }
      let root = "/sys/fs/cgroup" + (controller.isEmpty ? "" : "/\(controller)")
      var texts: [String] = []
      while true {
        let path = root + (group == "/" ? "" : group) + "/" + name
        if let text = try? String(contentsOfFile: path, encoding: .utf8) { texts.append(text) }
        guard let slash = group.lastIndex(of: "/"), group != "/" else { break }
        group = slash == group.startIndex ? "/" : String(group[..<slash])
      }
      return texts
    }

    /// Returns the group that a `/proc/…/cgroup` text names for a controller: `4:memory:/jobs/7`; `0::/` of the
    /// second version.
    static func path(of controller: String, in membership: String) -> String? {
      for line in membership.split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { continue }
        let names = parts[1].split(separator: ",")
        if controller.isEmpty ? parts[0] == "0" && names.isEmpty : names.contains(Substring(controller)) {
          return String(parts[2])
        }
      }
      return nil
    }
  }
#endif

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
    Int(text.trimmingCharacters(in: .whitespacesAndNewlines), radix: 10)
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
