internal import HRSupport

/// Copies one file from an address by curl's program, in a process of its own: the program that reads hostile files
/// links no library of the network.
struct Transfer {
  /// Reason why an attempt brought nothing more.
  struct Failure: Error {
    enum Kind {
      /// Going on at the same place may help.
      case brokenOff
      /// The server cannot go on where the last attempt ended.
      case noResuming
      /// No address can be reached.
      case noNetwork
      case refused
    }

    let kind: Kind
    let message: String
    let hint: String
  }

  /// Path of curl.
  let program: String
  /// Seconds without 1,000 bytes in each after which an attempt is given up.
  let patience: Int

  static let otherWays = "--from DIR|URL takes a copy that lies elsewhere"
  private static let mostRedirects = 5
  /// Slowest transfer that is waited for, in bytes per second.
  private static let slowest = 20_000

  /// Appends to a file what it lacks.
  ///
  /// - Parameters:
  ///   - address: http or https; redirections keep to its scheme.
  ///   - file: what an earlier attempt left is kept.
  ///   - bytes: size of the whole file. What grows beyond it is stopped.
  ///   - progress: called with the size that is there.
  func append(from address: String, to file: String, bytes: Int, progress: (Int) -> Void) throws(Failure) {
    let scheme = address.hasPrefix("https:") ? "https" : "http"
    let arguments = [
      "-q", "--fail", "--silent", "--show-error", "--location", "--max-redirs", "\(Self.mostRedirects)",
      "--proto", "=\(scheme)", "--proto-redir", "=\(scheme)", "--connect-timeout", "\(patience)",
      "--speed-limit", "1000", "--speed-time", "\(patience)", "--max-time", "\(60 + bytes / Self.slowest)",
      "--max-filesize", "\(bytes)", "--continue-at", "-", "--output", file, "--url", address,
    ]
    let words: PipeEnds
    let child: Int32
    do throws(ProcessStart.Refusal) {
      words = try PipeEnds()
    } catch {
      throw Self.notStarted(error)
    }
    defer { close(words.reading) }
    do throws(ProcessStart.Refusal) {
      defer { close(words.writing) }
      child = try ProcessStart.beginSilently(program, arguments: arguments, errors: words.writing)
    } catch {
      throw Self.notStarted(error)
    }
    var ending: ProcessEnding?
    var isTooLarge = false
    while ending == nil {
      usleep(50_000)
      ending = ProcessEnding.of(child, waits: false)
      let size = Self.size(of: file)
      progress(min(size, bytes))
      if size > bytes, ending == nil {
        isTooLarge = true
        kill(child, SIGKILL)
        ending = ProcessEnding.of(child, waits: true)
      }
    }
    var said: [UInt8] = []
    Descriptor.read(words.reading, inPiecesOf: 4096) { said += $0 }
    if isTooLarge { throw Self.failure(63, "", bytes: bytes) }
    guard case .exited(let code)? = ending else {
      throw Failure(kind: .brokenOff, message: "curl was ended", hint: "try again")
    }
    guard code == 0 else { throw Self.failure(code, String(decoding: said, as: UTF8.self), bytes: bytes) }
  }

  private static func notStarted(_ refusal: ProcessStart.Refusal) -> Failure {
    Failure(kind: .refused, message: "curl cannot be started: \(refusal.text)", hint: otherWays)
  }

  static func size(of file: String) -> Int {
    var facts = stat()
    return stat(file, &facts) == 0 ? Int(clamping: facts.st_size) : 0
  }

  /// Returns the failure that an exit code of curl tells of.
  private static func failure(_ code: Int32, _ words: String, bytes: Int) -> Failure {
    // `curl: (22) The requested URL returned error: 404`
    let said = words.split(separator: "\n").last.map { String($0).printable } ?? "exit code \(code)"
    switch code {
    case 5, 6, 7:
      return Failure(
        kind: .noNetwork, message: "the server cannot be reached (\(said))",
        hint: "is there a network? behind a proxy set https_proxy; \(otherWays)")
    case 18, 52, 55, 56, 92:
      return Failure(
        kind: .brokenOff, message: "the server broke off (\(said))",
        hint: "the same command goes on where it ended")
    case 28:
      return Failure(
        kind: .brokenOff, message: "the server is silent or too slow (\(said))",
        hint: "the same command goes on where it ended; \(otherWays)")
    case 33, 36:
      return Failure(kind: .noResuming, message: "the server cannot go on (\(said))", hint: otherWays)
    case 22 where said.contains("416"):
      return Failure(kind: .noResuming, message: "the server cannot go on (\(said))", hint: otherWays)
    case 23:
      return Failure(
        kind: .refused, message: "the file cannot be written (\(said))",
        hint: "check free space and permissions")
    case 1, 47:
      return Failure(
        kind: .refused,
        message: code == 47
          ? "the address leads on and on (\(said))" : "the address leads to another protocol (\(said))",
        hint: otherWays)
    case 63:
      return Failure(
        kind: .refused, message: "the server sends more than the \(bytes) bytes of the recipe",
        hint: otherWays)
    default:
      return Failure(kind: .refused, message: said, hint: otherWays)
    }
  }
}
