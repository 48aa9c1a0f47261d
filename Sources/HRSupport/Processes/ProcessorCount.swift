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
