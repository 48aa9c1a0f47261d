internal import HRNumerics

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
