internal import HRSupport

/// The sandbox of a program, made by bubblewrap (`bwrap`): a file system without data, no network, and bounds.
///
/// Root's rights would reach beyond it: with them a program mounts system folders again, writable. If hreval runs
/// as root, the program therefore becomes another user, and cannot regain root's rights. The program of any other
/// user has a user namespace, in which it has no rights either.
struct ProgramSandbox: Sendable {
  /// Number of the descriptor from which bubblewrap reads the filter of system calls.
  static let filter: Int32 = 3
  /// Folders of the system, with programs and without data.
  static let systemFolders = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/nix", "/snap",
  ]
  private static let ownFolder = "/program"

  private let bwrap: String
  private let prlimit: String
  /// Makes the program another user; `nil` if hreval does not run as root.
  private let setpriv: String?
  /// Number of the program's user.
  let user: UInt32

  /// - Parameter number: of the program among those of the experiment.
  static func find(number: Int) throws(Diagnostics) -> ProgramSandbox {
    #if os(Linux)
      let isRoot = geteuid() == 0 || getuid() == 0
      let bwrap = try tool("bwrap", of: "bubblewrap")
      let prlimit = try tool("prlimit", of: "util-linux")
      guard SandboxFilter.program != nil else {
        throw Diagnostics(
          "there is no sandbox: the numbers of this processor's system calls are not known here")
      }
      guard isRoot else {
        return ProgramSandbox(bwrap: bwrap, prlimit: prlimit, setpriv: nil, user: geteuid())
      }
      let maps = ["uid", "gid"].map { TextFile.beginning(of: "/proc/self/\($0)_map", bytes: 1 << 16) ?? "" }
      guard let user = user(process: getpid(), program: number, maps: maps) else {
        throw Diagnostics(
          "there is no sandbox: hreval runs as root in a user namespace without other users, so a program cannot be "
            + "another user than hreval",
          hint: "run hreval outside of the namespace, as the user that you are there")
      }
      return ProgramSandbox(
        bwrap: bwrap, prlimit: prlimit, setpriv: try tool("setpriv", of: "util-linux"), user: user)
    #else
      throw Diagnostics("there is no sandbox: it is made by bubblewrap (bwrap), which is for Linux")
    #endif
  }

  private static func tool(_ name: String, of package: String) throws(Diagnostics) -> String {
    if let found = SearchPath.find(name) ?? SearchPath.find(name, in: "/usr/bin:/bin:/usr/sbin:/sbin") {
      return found
    }
    throw Diagnostics(
      "there is no sandbox: \(package) (\(name)) is not installed",
      hint: "on Debian and Ubuntu: apt install \(package)")
  }

  /// Returns the number of a program's user, which is also that of its group.
  ///
  /// Each program of each process has its own, from 1879048192 to 2147483647, which no distribution assigns: Linux
  /// counts processes by user. In a container without such users it is `nobody`.
  ///
  /// - Parameters:
  ///   - process: hreval's.
  ///   - program: number of the program among those of the experiment.
  ///   - maps: of users and of groups, as in `/proc/self/uid_map`: first number inside, first outside, count.
  /// - Returns: `nil` if the maps have neither.
  static func user(process: Int32, program: Int, maps: [String]) -> UInt32? {
    let first: UInt32 = 0x7000_0000
    let own = first + (UInt32(clamping: process) & 0x3F_FFFF) * 64 + UInt32(clamping: program) % 64
    let nobody: UInt32 = 65534
    return [own, nobody].first { number in
      maps.allSatisfy { map in
        map.split(separator: "\n").contains { line in
          let numbers = line.split(separator: " ").compactMap { UInt64($0, radix: 10) }
          return numbers.count == 3 && UInt64(clamping: number) >= numbers[0]
            && UInt64(clamping: number) < numbers[0] + numbers[2]
        }
      }
    }
  }

  // MARK: The command

  /// Returns the command that starts a program in the sandbox.
  ///
  /// - Parameters:
  ///   - stage: its files.
  ///   - command: with the folders that it may also read, and its bounds.
  func line(_ stage: ProgramStage, of command: ProgramCommand) -> [String] {
    beginning(command.bounds) + ["--seccomp", String(Self.filter)]
      + command.alsoReads.flatMap { folder in
        // bubblewrap would make these folders accessible to root only.
        Self.parents(of: folder).flatMap { ["--perms", "0755", "--dir", $0] } + ["--ro-bind", folder, folder]
      }
      + ["--ro-bind", stage.folder, Self.ownFolder, "--chdir", Self.ownFolder]
      // The rest must not be writable, as it would have no bound.
      + ["--remount-ro", "/dev", "--remount-ro", "/", "--"] + inside(command) + [stage.executable]
      + stage.arguments
  }

  /// Returns the folders above a folder, from the top, without those that the sandbox has already.
  private static func parents(of folder: String) -> [String] {
    let parts = folder.split(separator: "/")
    return parts.indices.dropFirst().map { "/" + parts[..<$0].joined(separator: "/") }.filter { $0 != "/tmp" }
  }

  private func beginning(_ bounds: ProgramCommand.Bounds) -> [String] {
    var words = [bwrap]
    // Root's program becomes another user inside, for which rights are needed until then.
    if setpriv == nil { words += ["--unshare-user", "--cap-drop", "ALL"] }
    words += [
      "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
      "--die-with-parent", "--new-session",
    ]
    for folder in Self.systemFolders where TextFile.exists(folder) {
      if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder) {
        words += ["--symlink", target, folder]
      } else {
        words += ["--ro-bind", folder, folder]
      }
    }
    words += ["--proc", "/proc", "--dev", "/dev"]
    for folder in ["/tmp", "/dev/shm"] {
      words += ["--perms", "1777", "--size", String(bounds.temporaryBytes), "--tmpfs", folder]
    }
    return words
  }

  /// Returns the command that sets bounds and the user from inside the sandbox: Linux counts the processes of a
  /// user namespace separately.
  private func inside(_ command: ProgramCommand) -> [String] {
    let limits = [
      ("nproc", ResourceLimit.processes, command.bounds.processes),
      ("nofile", .openFiles, command.bounds.openFiles),
      ("data", .data, command.memoryBytes ?? ProgramCommand.standardMemoryBytes),
    ]
    var words = [prlimit] + limits.map { "--\($0)=\($1.lower(than: $2))" }
    if let setpriv {
      words += [
        setpriv, "--reuid", String(user), "--regid", String(user), "--clear-groups", "--no-new-privs",
        "--inh-caps=-all", "--bounding-set=-all",
      ]
    }
    return words
  }

  // MARK: Before anything runs

  /// Throws if the sandbox cannot be made, or would not show the program or a folder of `alsoReads`, with the
  /// reason.
  func check(_ stage: ProgramStage, of command: ProgramCommand) throws(Diagnostics) {
    let problems = command.alsoReads.compactMap { refusal(ofFolder: $0) }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    try attempt(command)
    let own = stage.executable.hasPrefix("/") ? stage.executable : "\(stage.folder)/\(stage.executable)"
    if let refusal = SandboxView(stage: stage.folder, alsoReads: command.alsoReads).refusal(of: own) {
      throw Diagnostics([refusal])
    }
  }

  /// Makes a sandbox around a command without effect, and throws if that fails.
  private func attempt(_ command: ProgramCommand) throws(Diagnostics) {
    let answer = BoundedCommand(
      bwrap,
      Array((beginning(command.bounds) + ["--"] + inside(command) + [prlimit, "--version"]).dropFirst()),
      seconds: 60
    ).run()
    guard answer.ending != .exited(0) else { return }
    let said = answer.err.split(separator: "\n").first.map { String($0.prefix(300)).printable }
    let hint =
      if said?.contains("Unknown option") == true {
        "hreval needs bubblewrap 0.7 or newer"
      } else if setpriv != nil {
        "as root it takes the right to make namespaces and to mount (CAP_SYS_ADMIN); a container has it with "
          + "--cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined"
      } else {
        "the system must let users make namespaces (sysctl user.max_user_namespaces, "
          + "kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns)"
      }
    throw Diagnostics("there is no sandbox: \(said ?? "bubblewrap \(answer.ending)")", hint: hint)
  }

  private func refusal(ofFolder folder: String) -> Diagnostic? {
    let place = "the folder \"\(folder)\", which \"alsoReads\" names,"
    guard let real = TextFile.withoutLinks(folder) else {
      return Diagnostic("\(place) is not there", hint: "\"alsoReads\" is relative to the experiment's folder")
    }
    let closed = ["/proc", "/dev", "/sys", Self.ownFolder]
    if [folder, real].contains(where: { path in
      path == "/" || path == "/tmp" || closed.contains { TextFile.isBelow(path, $0) }
    }) {
      return Diagnostic(
        "\(place) is one that the sandbox makes itself, or holds all others",
        hint: "name the folders that the program needs")
    }
    guard setpriv != nil else { return nil }
    var status = stat()
    let readable: mode_t = TextFile.isDirectory(real) ? 0o005 : 0o004
    guard stat(real, &status) == 0, status.st_mode & readable == readable else {
      return Diagnostic(
        "\(place) is closed to others, and a sandboxed program of root's is another user",
        hint: "open it to others: chmod o+rx \"\(real)\"")
    }
    return nil
  }
}

/// The files that a program can read in a sandbox: the system's folders, the program's own and `alsoReads`.
struct SandboxView {
  private let shown: [String]
  private let shownReal: [String]

  /// - Parameters:
  ///   - stage: the program's own folder.
  ///   - alsoReads: absolute.
  init(stage: String, alsoReads: [String]) {
    shown = ProgramSandbox.systemFolders + alsoReads + [stage]
    shownReal = shown.compactMap(TextFile.withoutLinks)
  }

  /// Returns the reason why a program could not be started in the sandbox: it, or its interpreter, is not visible
  /// there; `nil` if there is none.
  func refusal(of program: String) -> Diagnostic? {
    var (next, number) = (program, 0)
    // An interpreter may itself be a script; Linux limits such a chain too.
    while number < 5 {
      var missing: [String] = []
      if !shown.contains(where: { TextFile.isBelow(next, $0) }) {
        missing.append(Self.installation(of: next))
      }
      if let real = TextFile.withoutLinks(next), !shownReal.contains(where: { TextFile.isBelow(real, $0) }) {
        let folder = Self.installation(of: real)
        if !missing.contains(folder) { missing.append(folder) }
      }
      guard missing.isEmpty else {
        let what = number == 0 ? "the program \"\(next)\"" : "\"\(next)\", the interpreter of the program,"
        return Diagnostic(
          "\(what) is outside of what the sandbox shows",
          hint:
            "add \"alsoReads\": [\(missing.map { "\"\($0)\"" }.joined(separator: ", "))] to the entry, or take "
            + "one of the system's programs")
      }
      guard let interpreter = Self.interpreter(of: next) else { return nil }
      (next, number) = (interpreter, number + 1)
    }
    return nil
  }

  /// Returns the folder of a program's installation: two levels above for `…/bin/python3`, but never a home.
  private static func installation(of program: String) -> String {
    let folder = TextFile.directory(of: program)
    let above = TextFile.directory(of: folder)
    let name = folder.split(separator: "/").last.map(String.init) ?? ""
    let homes = [
      ProcessInfo.processInfo.environment["HOME"], FileManager.default.homeDirectoryForCurrentUser.path, "/",
    ].compactMap { $0 }
    return ["bin", "shims"].contains(name) && !homes.contains(above) ? above : folder
  }

  /// Returns the absolute path in a script's first line; for `/usr/bin/env NAME` the path of the name in `PATH`.
  private static func interpreter(of program: String) -> String? {
    guard let text = TextFile.beginning(of: program, bytes: 256), text.hasPrefix("#!"),
      let line = text.dropFirst(2).split(whereSeparator: \.isNewline).first
    else { return nil }
    let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    guard let first = words.first, first.hasPrefix("/") else { return nil }
    guard first.hasSuffix("/env") else { return first }
    return words.dropFirst().first { !$0.hasPrefix("-") && !$0.contains("=") }.flatMap { SearchPath.find($0) }
  }
}
