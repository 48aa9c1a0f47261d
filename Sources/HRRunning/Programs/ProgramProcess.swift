internal import HRSupport

/// A running program, and the bytes to and from it. Every wait has a deadline.
final class ProgramProcess {
  /// Largest length of a valid message.
  static let longestMessage = 64 << 20

  private let input: Int32
  private let output: Int32
  private let life: Int32
  private let keeper: pid_t
  private let speech: ProgramErrorOutput
  /// Called about once a second during waits and exchanges of messages.
  private let whileWaiting: () -> Void
  /// Received bytes; those from `taken` on have not been used yet.
  private var buffer: [UInt8] = []
  private var taken = 0
  private var piece = [UInt8](repeating: 0, count: 1 << 16)
  private var lastTold = ContinuousClock.now
  private var isInputOpen = true
  /// End of the program in words, as soon as it is known.
  private var ending: String?

  /// - Parameters:
  ///   - keeperProgram: the path of hreval itself.
  ///   - folder: its working folder.
  ///   - words: program and arguments.
  ///   - environment: `NAME=value`.
  ///   - command: with its bounds.
  ///   - sandboxUser: number of its user in its sandbox; `nil` if it has none.
  ///   - speech: receives its standard error.
  ///   - whileWaiting: called about once a second.
  init(
    keeperProgram: String, folder: String, words: [String], environment: [String: String],
    command: ProgramCommand,
    sandboxUser: UInt32?, speech: ProgramErrorOutput, whileWaiting: @escaping () -> Void
  ) throws(ProgramFailure) {
    signal(SIGPIPE, SIG_IGN)
    self.speech = speech
    self.whileWaiting = whileWaiting
    let pipes: [PipeEnds]
    do {
      pipes = try PipeEnds.several(3)
    } catch {
      throw ProgramFailure("the program could not be started: \(error.text)")
    }
    let (toProgram, fromProgram, errors) = (pipes[0], pipes[1], pipes[2])
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      let made = socketpair(AF_UNIX, Int32(truncatingIfNeeded: SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &ends)
    #else
      let made = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
    #endif
    guard made == 0 else {
      for pipe in pipes { pipe.closeBoth() }
      throw ProgramFailure("the program could not be started: \(lastSystemError())")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let bounds =
      [command.memoryBytes.map { String($0) } ?? "-", String(command.fileBytes)] + [
        sandboxUser.map { String($0) } ?? "-", folder,
      ]
    let start = ProcessStart(
      keeperProgram, arguments: [Keeper.name] + bounds + words, environment: environment,
      handed: [
        .init(STDERR_FILENO, as: Keeper.witness), .init(ends[1], as: Keeper.lifeline),
        .init(toProgram.reading, as: STDIN_FILENO), .init(fromProgram.writing, as: STDOUT_FILENO),
        .init(errors.writing, as: STDERR_FILENO),
      ])
    defer {
      close(toProgram.reading)
      close(fromProgram.writing)
      close(errors.writing)
      close(ends[1])
    }
    do {
      keeper = try start.begin()
    } catch {
      for end in [toProgram.writing, fromProgram.reading, errors.reading, ends[0]] { close(end) }
      throw ProgramFailure("the program could not be started: \(error.text)")
    }
    input = toProgram.writing
    output = fromProgram.reading
    life = ends[0]
    for descriptor in [input, output] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
    speech.listen(to: errors.reading)
  }

  deinit { end() }

  /// Ends the program and everything that it started, after a grace period for it to end by itself.
  ///
  /// - Parameter seconds: the grace period.
  func end(graceSeconds seconds: Double = 0) {
    closeInput()
    if keeperIsGone { return }
    if ending == nil, seconds > 0 { _ = learnEnding(within: seconds) }
    close(life)
    close(output)
    keeperIsGone = true
    _ = ProcessEnding.of(keeper, waits: true)
    speech.finish()
  }

  private var keeperIsGone = false

  private func closeInput() {
    if isInputOpen { close(input) }
    isInputOpen = false
  }

  /// Calls `whileWaiting` if the last call was more than 0.9 s ago, since many short waits are as long as a long
  /// one.
  private func tellIfDue() {
    let now = ContinuousClock.now
    guard now - lastTold > .milliseconds(900) else { return }
    lastTold = now
    whileWaiting()
  }

  // MARK: To it

  func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(ProgramFailure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(input, UnsafeRawBufferPointer(rebasing: buffer[sent...]).baseAddress, bytes.count - sent)
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        try waitFor(input, POLLOUT, until: deadline, "did not take the question")
      } else if errno != EINTR {
        throw ended("closed its standard input")
      }
    }
  }

  // MARK: From it

  /// Returns the next line, without its line feed.
  func line(until deadline: ContinuousClock.Instant) throws(ProgramFailure) -> [UInt8] {
    dropUsed()
    var searched = taken
    while true {
      if let end = lineFeed(from: searched) {
        let line = Array(buffer[taken..<end])
        take(end + 1 - taken)
        return line
      }
      searched = buffer.count
      guard buffer.count - taken <= Self.longestMessage else { throw tooLong }
      let unfinished = buffer.count > taken
      try more(until: deadline, "was silent", within: unfinished ? "its last line has no end" : nil)
    }
  }

  /// Removes used bytes from the buffer, so that it does not grow without end.
  private func dropUsed() {
    guard taken > 1 << 20 else { return }
    buffer.removeFirst(taken)
    taken = 0
  }

  private func lineFeed(from index: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, index < bytes.count,
        let found = memchr(base + index, Int32(truncatingIfNeeded: UInt8(ascii: "\n")), bytes.count - index)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Returns the next frame's kind and payload.
  func frame(until deadline: ContinuousClock.Instant) throws(ProgramFailure) -> (
    kind: UInt32, payload: ArraySlice<UInt8>
  ) {
    dropUsed()
    while buffer.count - taken < 8 { try more(until: deadline, "was silent", within: nil) }
    let length = Int(clamping: number(at: taken))
    let kind = number(at: taken + 4)
    guard length <= Self.longestMessage else { throw tooLong }
    while buffer.count - taken < 8 + length {
      try more(until: deadline, "was silent", within: "its last frame is not whole")
    }
    let payload = buffer[(taken + 8)..<(taken + 8 + length)]
    take(8 + length)
    return (kind, payload)
  }

  private var tooLong: ProgramFailure {
    ProgramFailure("the program's answer is longer than \(Self.longestMessage >> 20) MiB")
  }

  private func number(at index: Int) -> UInt32 {
    (0..<4).reduce(0) {
      $0 | UInt32(truncatingIfNeeded: buffer[index + $1]) << UInt32(truncatingIfNeeded: 8 * $1)
    }
  }

  private func take(_ count: Int) {
    taken += count
    if taken == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
      taken = 0
    }
  }

  private func more(
    until deadline: ContinuousClock.Instant, _ silence: String, within unfinished: String?
  ) throws(ProgramFailure) {
    tellIfDue()
    while true {
      let count = try readable(ifUnfinished: unfinished)
      if count > 0 { return }
      try waitFor(output, POLLIN, until: deadline, silence)
    }
  }

  /// Reads the available bytes.
  ///
  /// - Returns: 0 if there are none.
  private func readable(ifUnfinished unfinished: String? = nil) throws(ProgramFailure) -> Int {
    let count = piece.withUnsafeMutableBytes { read(output, $0.baseAddress, $0.count) }
    let problem = errno
    if count > 0 {
      buffer.append(contentsOf: piece[..<count])
      return count
    }
    if count < 0, problem == EAGAIN || problem == EINTR { return 0 }
    throw ended("closed its standard output" + (unfinished.map { " (\($0))" } ?? ""))
  }

  /// - Parameters:
  ///   - descriptor: to wait for.
  ///   - event: that is waited for.
  ///   - deadline: end of the wait.
  ///   - silence: words for the failure that is then thrown.
  private func waitFor(
    _ descriptor: Int32, _ event: Int32, until deadline: ContinuousClock.Instant, _ silence: String
  ) throws(ProgramFailure) {
    let left = deadline - .now
    guard left > .zero else {
      throw ProgramFailure("the program \(silence) for \(shortest(patience)) s and was ended")
    }
    let seconds = Double(left.components.seconds) + Double(left.components.attoseconds) * 1e-18
    var watched = [
      pollfd(fd: descriptor, events: Int16(clamping: event), revents: 0),
      pollfd(fd: life, events: Int16(clamping: POLLIN), revents: 0),
    ]
    let ready = poll(&watched, 2, Int32(saturating: min(seconds * 1000, 1000).rounded(.up)))
    tellIfDue()
    // A process that it started may hold the pipes open although it has ended.
    if ready > 0, watched[0].revents == 0, watched[1].revents != 0 { throw ended("ended") }
  }

  /// Time limit of the current question, in seconds; for messages.
  var patience = 0.0

  // MARK: Its end

  /// Longest wait for the end of a program that has closed a pipe: the reason must not depend on how busy the
  /// machine is.
  private static let endingSeconds = 5.0

  /// - Parameter what: words for what was noticed, used if the program has not ended.
  private func ended(_ what: String) -> ProgramFailure {
    ProgramFailure("the program \(learnEnding(within: Self.endingSeconds) ?? what)")
  }

  /// Returns how it ended, such as `ended with code 1`; `nil` if it has not ended within the time.
  private func learnEnding(within seconds: Double) -> String? {
    if let ending { return ending }
    guard Descriptor.poll(life, POLLIN, milliseconds: Int32(saturating: seconds * 1000)) > 0 else {
      return nil
    }
    var bytes: [UInt8] = [0, 0]
    guard read(life, &bytes, 2) == 2 else { return "ended" }
    switch bytes[0] {
    case Keeper.Kind.exited: ending = "ended with code \(bytes[1])"
    case Keeper.Kind.signalled:
      ending =
        "was ended by signal \(bytes[1]) (\(String(cString: strsignal(Int32(truncatingIfNeeded: bytes[1])))))"
    default:
      ending = "could not be started: \(String(cString: strerror(Int32(truncatingIfNeeded: bytes[1]))))"
    }
    return ending
  }
}
