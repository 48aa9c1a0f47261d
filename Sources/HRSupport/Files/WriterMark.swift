/// Mark of the process that writes a file, by which others can tell if it is still running.
struct WriterMark: Equatable, Sendable {
  /// The machine since its start, and its space of process ids, in letters and digits: `node7-1q3k8dw`. Two
  /// containers of one machine have separate ids, so they are two places.
  let place: String
  let process: pid_t
  /// Start of the process in the system's own unit; it distinguishes processes with the same id.
  let start: UInt64

  static let own = WriterMark(
    place: here, process: getpid(), start: startOfProcess(getpid()) ?? 0)

  /// True if the process is known to have ended, which is never known of a process of another place.
  var isGone: Bool {
    guard place == Self.here else { return false }
    // A process of another user is running although it cannot be signalled.
    if kill(process, 0) != 0 { return errno == ESRCH }
    // If the system hides the start of the process, nothing is known.
    return Self.startOfProcess(process).map { $0 != start } ?? Self.isZombie(process)
  }

  var isOfThisPlace: Bool { place == Self.here }

  // MARK: Facts from the system

  private static let here: String = {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .prefix { $0 != "." }.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(24)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in (host + bootAndSpace).utf8 { hash = (hash ^ UInt64(clamping: byte)) &* 0x100_0000_01b3 }
    return "\(host)-\(String(hash & 0xff_ffff_ffff, radix: 36))"
  }()

  #if os(Linux)
    private static var bootAndSpace: String {
      let boot = TextFile.beginning(of: "/proc/sys/kernel/random/boot_id", bytes: 64) ?? ""
      return boot
        + ((try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")) ?? "")
    }

    /// Returns the fields after the name in `/proc/4711/stat`, `4711 (name) S 1 …`: the state comes first.
    private static func facts(of process: pid_t) -> [Substring]? {
      guard let text = TextFile.beginning(of: "/proc/\(process)/stat", bytes: 2048),
        let end = text.lastIndex(of: ")")
      else { return nil }
      return text[text.index(after: end)...].split(separator: " ")
    }

    /// - Returns: `nil` if there is no such process, only its exit status is left, or the system hides it.
    private static func startOfProcess(_ process: pid_t) -> UInt64? {
      guard let facts = facts(of: process), facts.count > 19, !isZombie(process) else { return nil }
      return UInt64(facts[19], radix: 10)
    }

    /// Returns true if only the exit status of a process is left, which has not been collected.
    private static func isZombie(_ process: pid_t) -> Bool {
      facts(of: process)?.first.map { $0 == "Z" || $0 == "X" } ?? false
    }
  #else
    private static var bootAndSpace: String {
      var text = [CChar](repeating: 0, count: 64)
      var size = text.count - 1
      guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return "" }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func facts(of process: pid_t) -> kinfo_proc? {
      var facts = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      guard sysctl(&name, UInt32(clamping: name.count), &facts, &size, nil, 0) == 0, size > 0 else {
        return nil
      }
      return facts
    }

    private static func startOfProcess(_ process: pid_t) -> UInt64? {
      guard let facts = facts(of: process), !isZombie(process) else { return nil }
      let start = facts.kp_proc.p_un.__p_starttime
      return UInt64(clamping: start.tv_sec) &* 1_000_000 &+ UInt64(clamping: start.tv_usec)
    }

    private static func isZombie(_ process: pid_t) -> Bool {
      facts(of: process).map { Int32(clamping: $0.kp_proc.p_stat) == SZOMB } ?? false
    }
  #endif
}

extension WriterMark {
  /// Creates the mark of a process of this place; `nil` for one that has ended.
  init?(ofProcess process: pid_t) {
    guard let start = Self.startOfProcess(process) else { return nil }
    self.init(place: Self.here, process: process, start: start)
  }

  /// Text of the mark: `node7-1q3k8dw.4211.8123440`.
  var text: String { "\(place).\(process).\(start)" }

  /// - Parameter parts: place, process and start.
  init?(_ parts: ArraySlice<Substring>) {
    guard parts.count == 3, let place = parts.first, place.contains("-"),
      place.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }),
      let process = pid_t(parts[parts.startIndex + 1], radix: 10), process > 0,
      let start = UInt64(parts[parts.startIndex + 2], radix: 10)
    else { return nil }
    self.init(place: String(place), process: process, start: start)
  }
}
