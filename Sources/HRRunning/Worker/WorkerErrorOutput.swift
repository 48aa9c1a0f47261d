internal import HRSupport
internal import Synchronization

/// A worker's standard error, passed on line by line.
///
/// Lines are made printable. What Swift and the C library print about a crash is not passed on: it is long, full of
/// addresses, or without any context. Its sentence is stored for the row that reports the crash.
final class WorkerErrorOutput: Sendable {
  /// Longer lines are passed on in pieces.
  private static let longestLine = 1 << 16
  private static let mark = "Fatal error: "

  private let sentence = Mutex<String?>(nil)
  private let thread = ListeningThread()

  /// Reads in a thread of its own until the worker has closed its end, then closes the descriptor.
  ///
  /// - Parameter pass: is given each line without its line feed.
  /// - Returns: true if a thread could be started.
  func listen(to descriptor: Int32, pass: @escaping @Sendable (String) -> Void = WorkerErrorOutput.say)
    -> Bool
  {
    thread.listen(to: descriptor) { [self] in
      var filter = CrashFilter()
      var rest: [UInt8] = []
      func release(_ line: ArraySlice<UInt8>) {
        if let kept = filter.kept(of: String(escaping: Array(line)).printable) { pass(kept) }
      }
      Descriptor.read(descriptor, inPiecesOf: 4096) { piece in
        rest += piece
        var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = lines.popLast().map(Array.init) ?? []
        for line in lines { release(line) }
        if rest.count > Self.longestLine {
          release(rest[...])
          rest = []
        }
      }
      if !rest.isEmpty { release(rest[...]) }
      let found = filter.sentence
      sentence.withLock { $0 = found }
    }
  }

  /// Returns the sentence of a crash, once the worker has died; `nil` if it printed none within the time.
  func lastSentence(within seconds: Double) -> String? {
    thread.finish(within: seconds)
    return sentence.withLock { $0 }
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // A failure to write to standard error cannot be reported.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Removes the accounts of a crash from a stream of lines.
  struct CrashFilter {
    private(set) var sentence: String?
    private var isInTrace = false
    /// Beginnings of the C library's last sentence, when it finds its memory damaged.
    private static let endings = [
      "free(): ", "malloc(): ", "realloc(): ", "calloc(): ", "malloc_consolidate(): ", "munmap_chunk(): ",
      "mremap_chunk(): ", "double free or corruption", "corrupted ", "*** stack smashing detected",
      "*** buffer overflow detected", "terminate called ",
    ]

    /// Returns the line, unless it belongs to the account.
    mutating func kept(of line: String) -> String? {
      if let range = line.firstRange(of: WorkerErrorOutput.mark) {
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
