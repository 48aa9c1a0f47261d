internal import Foundation
internal import HRDiagnostics
internal import HRSystem
internal import Synchronization

/// What a program says on its standard error: kept in a file up to a bound, and its last lines in memory. It is always
/// read to the end, so that a program that talks much never waits for a reader. What could steer a terminal is made
/// visible; line feeds and tabs stay.
final class ProgramSpeech: Sendable {
  private struct State {
    var last: [UInt8] = []
    /// The first bytes of a character whose others have not come yet.
    var begun: [UInt8] = []
    var isOver = true
  }

  /// A file of the run's folder does not grow beyond this.
  private static let mostBytes: off_t = 1 << 20
  private static let lastBytes = 4096
  private static let note = "\n[hreval: the rest is left out: this file holds the first MiB]\n"

  private let path: String?
  private let passesOn: Bool
  private let state = Mutex(State())

  /// - Parameters:
  ///   - path: of the file that keeps it; `nil`: none does.
  ///   - passesOn: whether it is said again on this process's standard error.
  init(path: String?, passesOn: Bool) {
    self.path = path
    self.passesOn = passesOn
  }

  /// Reads until the last writer has closed its end, in a thread of its own; closes the descriptor then.
  func listen(to descriptor: Int32) {
    state.withLock { $0.isOver = false }
    let thread = PlainThread(stackBytes: 1 << 18) { [self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        keep(buffer[..<count])
      }
      keep([], isEnd: true)
      close(descriptor)
      state.withLock { $0.isOver = true }
    }
    if let thread {
      thread.detach()
    } else {
      close(descriptor)
      state.withLock { $0.isOver = true }
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
    // Several workers write to one file; what they know of each other is its size.
    func room() -> Int { file >= 0 ? max(0, Int(clamping: Self.mostBytes - lseek(file, 0, SEEK_END))) : 0 }
    // A program may say more than is kept, and must not wait until that is made printable.
    guard passesOn || room() > 0 else { return }
    let text = Array(Self.printable(whole).utf8)
    if passesOn { Self.append(text[...], to: STDERR_FILENO) }
    let room = room()
    guard room > 0 else { return }
    Self.append(text.prefix(room), to: file)
    if text.count >= room { Self.append(Array(Self.note.utf8)[...], to: file) }
  }

  private static func printable(_ bytes: [UInt8]) -> String {
    String(escaping: bytes).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).printable }
          .joined(separator: "\t")
      }.joined(separator: "\n")
  }

  /// How many bytes at the end begin a character of UTF-8 that is longer.
  private static func begunCharacter(at bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.count - count]
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      if byte & 0xC0 != 0x80 { return length > count ? count : 0 }
    }
    return 0
  }

  private static func append(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    // What a full disk does not take is lost; the run is not.
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Waits a moment for what was still on its way.
  func finish() {
    let deadline = ContinuousClock.now + .seconds(1)
    while !state.withLock(\.isOver), ContinuousClock.now < deadline { usleep(1000) }
  }

  /// At most three, made printable.
  var lastLines: [String] {
    String(escaping: state.withLock(\.last)).split(separator: "\n").suffix(3).map {
      String($0.prefix(300)).printable
    }
  }
}
