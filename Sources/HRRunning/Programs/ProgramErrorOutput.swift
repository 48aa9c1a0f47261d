internal import HRSupport
internal import Synchronization

/// A program's standard error: stored in a file up to a limit, with its last lines in memory. It is always read to
/// the end, so that a program with much output never waits for a reader. Characters that could control a terminal
/// are made visible, except line feeds and tabs.
final class ProgramErrorOutput: Sendable {
  private struct State {
    var last: [UInt8] = []
    /// First bytes of a character whose other bytes have not come yet.
    var begun: [UInt8] = []
  }

  /// Largest size of a file in the run's folder.
  private static let mostBytes: off_t = 1 << 20
  private static let lastBytes = 4096
  private static let note = "\n[hreval: the rest is left out: this file holds the first MiB]\n"

  private let path: String?
  private let passesOn: Bool
  private let state = Mutex(State())
  private let thread = ListeningThread()

  /// - Parameters:
  ///   - path: of the file that stores it; `nil`: none.
  ///   - passesOn: true if it is also written to this process's standard error.
  init(path: String?, passesOn: Bool) {
    self.path = path
    self.passesOn = passesOn
  }

  /// Reads in a thread of its own until the last writer has closed its end, then closes the descriptor.
  func listen(to descriptor: Int32) {
    thread.listen(to: descriptor) { [self] in
      Descriptor.read(descriptor, inPiecesOf: 1 << 16) { keep($0) }
      keep([], isEnd: true)
    }
  }

  private func keep(_ bytes: ArraySlice<UInt8>, isEnd: Bool = false) {
    let whole = state.withLock { state in
      state.last.append(contentsOf: bytes.suffix(Self.lastBytes))
      state.last = Array(state.last.suffix(Self.lastBytes))
      let all = state.begun + bytes
      let length = isEnd ? 0 : Self.begunCharacter(at: all)
      state.begun = Array(all.suffix(length))
      return Array(all.dropLast(length))
    }
    guard !whole.isEmpty else { return }
    let file = path.map { open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644) } ?? -1
    defer { if file >= 0 { close(file) } }
    // Several workers write to one file; they share its size and nothing else.
    func available() -> Int {
      file >= 0 ? max(0, Int(clamping: Self.mostBytes - lseek(file, 0, SEEK_END))) : 0
    }
    // A program may write more than is stored, and must not wait until that is made printable.
    guard passesOn || available() > 0 else { return }
    let text = Array(Self.printable(whole).utf8)
    if passesOn { Self.append(text[...], to: STDERR_FILENO) }
    let available = available()
    guard available > 0 else { return }
    Self.append(text.prefix(available), to: file)
    if text.count >= available { Self.append(Array(Self.note.utf8)[...], to: file) }
  }

  private static func printable(_ bytes: [UInt8]) -> String {
    String(escaping: bytes).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).printable }
          .joined(separator: "\t")
      }.joined(separator: "\n")
  }

  /// Returns the number of bytes at the end that begin a UTF-8 character without completing it.
  private static func begunCharacter(at bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.count - count]
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      if byte & 0xC0 != 0x80 { return length > count ? count : 0 }
    }
    return 0
  }

  private static func append(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    // Text that a full disk does not take is lost; the run goes on.
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Waits up to 1 s for text that has not arrived yet.
  func finish() { thread.finish(within: 1) }

  /// The last lines, at most three, made printable.
  var lastLines: [String] {
    String(escaping: state.withLock(\.last)).split(separator: "\n").suffix(3).map {
      String($0.prefix(300)).printable
    }
  }
}
