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
