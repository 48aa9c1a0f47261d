internal import HRSystem
internal import Foundation
internal import HRDiagnostics
internal import Synchronization

/// What a worker says on its standard error, passed on line by line.
///
/// It is made printable on its way. What Swift and the C library say of a crash is kept back: it is long, full of
/// addresses, or without any context; its sentence is for the row that tells of the crash.
final class WorkerSpeech: Sendable {
  private struct State {
    var sentence: String?
    var isOver = false
  }

  /// Longer lines are passed on in pieces.
  private static let longestLine = 1 << 16
  private static let mark = "Fatal error: "

  private let state = Mutex(State())

  /// Reads until the worker has closed its end, in a thread of its own; closes the descriptor then.
  ///
  /// - Parameter pass: is given each line without its line feed.
  /// - Returns: whether a thread could be had.
  func listen(to descriptor: Int32, pass: @escaping @Sendable (String) -> Void = WorkerSpeech.say) -> Bool {
    let thread = PlainThread(stackBytes: 1 << 18) { [self] in
      var filter = CrashFilter()
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      func release(_ line: ArraySlice<UInt8>) {
        if let kept = filter.kept(of: String(escaping: Array(line)).printable) { pass(kept) }
      }
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        rest += buffer.prefix(count)
        var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = lines.popLast().map(Array.init) ?? []
        for line in lines { release(line) }
        if rest.count > Self.longestLine {
          release(rest[...])
          rest = []
        }
      }
      if !rest.isEmpty { release(rest[...]) }
      close(descriptor)
      let sentence = filter.sentence
      state.withLock { state in
        state.sentence = sentence
        state.isOver = true
      }
    }
    thread?.detach()
    // Nobody need wait for what is not heard.
    if thread == nil { state.withLock { $0.isOver = true } }
    return thread != nil
  }

  /// What Swift said the worker died of, once it has died; `nil` where it said nothing.
  func lastSentence(within seconds: Double) -> String? {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !state.withLock(\.isOver), ContinuousClock.now < deadline { usleep(1000) }
    return state.withLock(\.sentence)
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // What standard error does not take can be told nowhere.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Takes the accounts of a crash out of a stream of lines.
  struct CrashFilter {
    private(set) var sentence: String?
    private var isInTrace = false
    /// How the C library begins its last sentence, when it finds its memory damaged.
    private static let endings = [
      "free(): ", "malloc(): ", "realloc(): ", "calloc(): ", "malloc_consolidate(): ", "munmap_chunk(): ",
      "mremap_chunk(): ", "double free or corruption", "corrupted ", "*** stack smashing detected",
      "*** buffer overflow detected", "terminate called ",
    ]

    /// The line, unless it belongs to the account.
    mutating func kept(of line: String) -> String? {
      if let range = line.firstRange(of: WorkerSpeech.mark) {
        sentence = String(line[range.upperBound...].prefix(200))
        return nil
      }
      if Self.endings.contains(where: line.hasPrefix)
        || (line.contains("Assertion `") && line.hasSuffix("failed."))
      {
        sentence = String(line.prefix(200))
        return nil
      }
      if line.hasPrefix("Current stack trace:") {
        isInTrace = true
        return nil
      }
      // `12   libswiftCore.so   0x00007f178fd5f130 swift_reportError + 33`
      if isInTrace, line.first?.isNumber == true, line.contains(" 0x") { return nil }
      isInTrace = false
      return line
    }
  }
}
