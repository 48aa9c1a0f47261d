/// A program that is run for its answer, and killed if it takes too long or is silent for too long.
package struct BoundedCommand: Sendable {
  /// Way in which the program ended.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    /// The program was killed after its time.
    case timedOut
    /// The program was killed, since what it said was refused.
    case refused
    /// The program could not be started, with the system's reason.
    case notStarted(String)
  }

  /// Result of a run.
  package struct Answer: Equatable, Sendable {
    package let ending: Ending
    package private(set) var out = ""
    package private(set) var err = ""
  }

  /// Data that go to a program and come from it while it runs.
  package struct Stream {
    /// Returns the next bytes for its standard input; `nil` at their end. Left out: the input is empty.
    package var feed: (() -> [UInt8]?)?
    /// Take the bytes that come through a descriptor of the program, by its number (1 or from 3 on); false ends the
    /// program. What is not taken here is kept for the answer.
    package var takers: [Int32: (UnsafeRawBufferPointer) -> Bool] = [:]
    /// Called about once a second while the program runs.
    package var whileWaiting: () -> Void = {}

    package init() {}
  }

  private let executable: String
  private let arguments: [String]
  private let seconds: Double
  private let environment: [String: String]

  /// - Parameters:
  ///   - executable: path of the program.
  ///   - arguments: arguments without the program's own name.
  ///   - seconds: maximum time; with a stream, maximum time in which no byte comes or goes.
  ///   - environment: its variables.
  package init(
    _ executable: String, _ arguments: [String], seconds: Double,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    (self.executable, self.arguments, self.seconds) = (executable, arguments, seconds)
    self.environment = environment
  }

  /// Size of the kept output of each stream in bytes, after which further output is discarded.
  private static let mostBytes = 1 << 24

  /// Size of the pieces in which streams are read.
  private static let pieceBytes = 1 << 18

  /// Runs the program in its own process group. Ctrl-C therefore does not end it between its action and its answer,
  /// and all its descendants can be ended with it.
  package func run(_ stream: Stream? = nil) -> Answer {
    let numbers = [STDOUT_FILENO, STDERR_FILENO] + (stream?.takers.keys.filter { $0 > 2 }.sorted() ?? [])
    var mine: [Int32] = []
    defer { for descriptor in mine { close(descriptor) } }
    var input: Int32 = -1
    let child: Int32
    do throws(ProcessStart.Refusal) {
      let pipes = try PipeEnds.several(numbers.count + 1)
      mine = pipes.dropLast().map(\.reading)
      defer {
        for pipe in pipes.dropLast() { close(pipe.writing) }
        close(pipes[numbers.count].reading)
      }
      if stream?.feed == nil {
        close(pipes[numbers.count].writing)
      } else {
        input = pipes[numbers.count].writing
        _ = fcntl(input, F_SETFL, O_NONBLOCK)
      }
      child = try ProcessStart(
        executable, arguments: arguments, environment: environment,
        handed: [.init(pipes[numbers.count].reading, as: STDIN_FILENO)]
          + zip(pipes, numbers).map { .init($0.writing, as: $1) }, leadsGroup: true
      ).begin()
    } catch {
      if input >= 0 { close(input) }
      return Answer(ending: .notStarted(error.text))
    }
    var conversation = Conversation(stream, input: input, streams: Array(zip(numbers, mine)))
    let ending = conversation.listen(to: child, within: seconds)
    conversation.endInput()
    let texts = conversation.kept.map { String(decoding: $0, as: UTF8.self) }
    return Answer(ending: ending, out: texts[0], err: texts[1])
  }

  /// Exchange with a running program.
  private struct Conversation {
    private let stream: Stream?
    private var input: Int32
    private let streams: [(number: Int32, descriptor: Int32)]
    private var isOpen: [Bool]
    private var pending: ArraySlice<UInt8> = []
    private(set) var kept: [[UInt8]]

    init(_ stream: Stream?, input: Int32, streams: [(Int32, Int32)]) {
      (self.stream, self.input) = (stream, input)
      self.streams = streams.map { (number: $0, descriptor: $1) }
      isOpen = streams.map { _ in true }
      kept = streams.map { _ in [] }
    }

    mutating func endInput() {
      if input >= 0 { close(input) }
      input = -1
    }

    mutating func listen(to child: Int32, within seconds: Double) -> Ending {
      var deadline = ContinuousClock.now + .seconds(seconds)
      var nextSign = ContinuousClock.now + .seconds(1)
      var ending: Ending?
      var piece = [UInt8](repeating: 0, count: BoundedCommand.pieceBytes)
      while true {
        var waiting = zip(streams, isOpen).map {
          pollfd(fd: $1 ? $0.descriptor : -1, events: Int16(clamping: POLLIN), revents: 0)
        }
        waiting.append(pollfd(fd: input, events: Int16(clamping: POLLOUT), revents: 0))
        let isAnswered = poll(&waiting, nfds_t(waiting.count), ending == nil ? 50 : 0) > 0
        if isAnswered {
          var isRefused = false
          for index in streams.indices where waiting[index].revents != 0 {
            if !take(from: index, by: &piece) { isRefused = true }
          }
          if waiting[streams.count].revents != 0 { write() }
          if isRefused {
            BoundedCommand.end(child)
            return .refused
          }
          if stream != nil { deadline = ContinuousClock.now + .seconds(seconds) }
        }
        // Its children may still hold its streams: the answer is the output up to its end.
        if let ending, !isAnswered || !isOpen.contains(true) { return ending }
        if ending == nil { ending = BoundedCommand.ending(of: child, waits: false) }
        let now = ContinuousClock.now
        if ending == nil, now >= deadline {
          BoundedCommand.end(child)
          return .timedOut
        }
        if let stream, now >= nextSign {
          stream.whileWaiting()
          nextSign = now + .seconds(1)
        }
        // There is nothing to wait on after the streams are closed.
        if ending == nil, !isOpen.contains(true) { usleep(5000) }
      }
    }

    /// - Returns: false if the bytes were refused.
    private mutating func take(from index: Int, by piece: inout [UInt8]) -> Bool {
      let (number, descriptor) = streams[index]
      let taker = stream?.takers[number]
      let answer: Bool? = piece.withUnsafeMutableBytes { buffer in
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) ? true : nil }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if let taker { return taker(bytes) }
        if kept[index].count < BoundedCommand.mostBytes { kept[index] += bytes }
        return true
      }
      if answer == nil { isOpen[index] = false }
      return answer ?? true
    }

    private mutating func write() {
      if pending.isEmpty { pending = (stream?.feed?() ?? [])[...] }
      guard !pending.isEmpty else { return endInput() }
      let count = pending.withUnsafeBytes { systemWrite(input, $0.baseAddress, $0.count) }
      if count > 0 {
        pending = pending.dropFirst(count)
      } else if count < 0, errno != EINTR, errno != EAGAIN {
        endInput()
      }
    }
  }

  /// Ends a child with its descendants.
  private static func end(_ child: Int32) {
    kill(-child, SIGKILL)
    _ = ending(of: child, waits: true)
  }

  private static func ending(of child: Int32, waits: Bool) -> Ending? {
    switch ProcessEnding.of(child, waits: waits) {
    case .exited(let code)?: .exited(code)
    case .signalled(let number)?: .signalled(number)
    case .unknown?: .signalled(0)
    case nil: nil
    }
  }
}

/// Search for programs in the folders that a shell would use.
package enum SearchPath {
  /// Returns the first program of that name in the folders of `PATH`.
  ///
  /// - Parameters:
  ///   - name: name without a slash.
  ///   - folders: folders separated by colons; `nil` for those that every system has.
  /// - Returns: its path; `nil` if there is no executable one.
  package static func find(
    _ name: String, in folders: String? = ProcessInfo.processInfo.environment["PATH"]
  ) -> String? {
    (folders ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { TextFile.isFile($0) && access($0, X_OK) == 0 }
  }
}
