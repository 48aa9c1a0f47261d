/// The system calls that a sandbox refuses, as a program of Linux's packet filter (seccomp).
///
/// Namespaces of its own would give a program a `/tmp` without a bound. Keyrings hold the keys of the person who
/// started hreval. Locks and watches on files that two programs can both read would let them exchange signals.
enum SandboxFilter {
  /// Numbers of system calls and of the architecture, as Linux defines them.
  private struct Numbers {
    let architecture, clone, unshare, fcntl: UInt32
    /// System calls that are refused for any arguments.
    let refused: [UInt32]
  }

  #if arch(x86_64)
    // clone3, flock, inotify_init, inotify_init1, fanotify_init; setns, add_key, request_key, keyctl
    private static let numbers: Numbers? = Numbers(
      architecture: 0xC000_003E, clone: 56, unshare: 272, fcntl: 72,
      refused: [435, 73, 253, 294, 300, 308, 248, 249, 250])
  #elseif arch(arm64)
    // clone3, flock, inotify_init1, fanotify_init; setns, add_key, request_key, keyctl
    private static let numbers: Numbers? = Numbers(
      architecture: 0xC000_00B7, clone: 220, unshare: 97, fcntl: 25,
      refused: [435, 32, 26, 262, 268, 217, 218, 219])
  #else
    private static let numbers: Numbers? = nil
  #endif

  /// Flags that make a new namespace, of any kind: `CLONE_NEW…`.
  private static let namespaces: UInt32 = 0x7E02_0080
  /// Commands of `fcntl` that lock, lease or watch: GETLK, SETLK, SETLKW, the same for open files, SETLEASE,
  /// GETLEASE and NOTIFY.
  private static let locks: [UInt32] = [5, 6, 7, 36, 37, 38, 1024, 1025, 1026]

  /// The filter, eight bytes for each step; `nil` if the numbers are not known.
  static var program: [UInt8]? {
    guard let numbers else { return nil }
    // ENOSYS, which programs expect of older systems and of file systems without locks.
    let (absent, allowed): (UInt32, UInt32) = (0x0005_0000 | 38, 0x7FFF_0000)
    var bytes: [UInt8] = []
    func step(_ code: UInt16, _ value: UInt32, then ifTrue: UInt8 = 0, else ifFalse: UInt8 = 0) {
      bytes += [UInt8(truncatingIfNeeded: code), UInt8(truncatingIfNeeded: code >> 8), ifTrue, ifFalse]
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let (load, isEqual, isAtLeast, hasBits, end): (UInt16, UInt16, UInt16, UInt16, UInt16) =
      (0x20, 0x15, 0x35, 0x45, 0x06)
    // Offsets: number 0, architecture 4, arguments from 16 on, eight bytes each.
    step(load, 4)
    step(isEqual, numbers.architecture, then: 1)
    step(end, absent)
    step(load, 0)
    // The second set of numbers on x86-64; elsewhere no number is as high.
    step(isAtLeast, 0x4000_0000, else: 1)
    step(end, absent)
    for number in numbers.refused {
      step(isEqual, number, else: 1)
      step(end, absent)
    }
    for number in [numbers.clone, numbers.unshare] {
      step(isEqual, number, else: 4)
      step(load, 16)
      step(hasBits, namespaces, else: 1)
      step(end, absent)
      step(end, allowed)
    }
    step(isEqual, numbers.fcntl, then: 1)
    step(end, allowed)
    step(load, 24)
    for command in locks {
      step(isEqual, command, else: 1)
      step(end, absent)
    }
    step(end, allowed)
    return bytes
  }
}
