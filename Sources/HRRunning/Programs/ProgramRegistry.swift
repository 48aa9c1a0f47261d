package import HRSupport
internal import Synchronization

/// The programs that an experiment names; each is given a folder and asked once to describe itself.
///
/// The command that resolves an experiment asks them. Its workers get the answers (``text(_:)``).
package final class ProgramRegistry: Sendable {
  /// Handling of the programs' standard error.
  package enum Speech: Codable, Equatable, Sendable {
    /// Stored in this folder.
    case kept(in: String)
    /// Written to this process's standard error.
    case passedOn
    /// Shown only if a program cannot be used.
    case dropped
  }

  private struct State {
    var folder: String?
    var programs: [ProgramCommand: KnownProgram] = [:]
    var problems: [ProgramCommand: Diagnostics] = [:]
  }

  let launch: ProgramLaunch
  private let state: Mutex<State>

  /// - Parameters:
  ///   - hreval: path of this program, which is also run as the keeper.
  ///   - isSandboxed: true if they run in a sandbox.
  package init(hreval: String, isSandboxed: Bool) {
    launch = ProgramLaunch(hreval: hreval, speech: .dropped, isSandboxed: isSandboxed)
    state = Mutex(State())
  }

  private init(_ launch: ProgramLaunch, _ programs: [ProgramCommand: KnownProgram]) {
    self.launch = launch
    state = Mutex(State(programs: programs))
  }

  deinit { close() }

  /// Removes the programs' folders, if this registry made them.
  package func close() {
    let folder = state.withLock { state in
      defer { state.folder = nil }
      return state.folder
    }
    if let folder { TemporaryName.removeFolder(folder) }
  }

  package var isEmpty: Bool { state.withLock(\.programs.isEmpty) }

  /// Returns the program of a command, which is started once for its description.
  package func program(_ command: ProgramCommand) throws(Diagnostics) -> KnownProgram {
    let result = state.withLock { state -> Result<KnownProgram, Diagnostics> in
      if let known = state.programs[command] { return .success(known) }
      if let problem = state.problems[command] { return .failure(problem) }
      do throws(Diagnostics) {
        let known = try meet(command, &state)
        state.programs[command] = known
        return .success(known)
      } catch {
        state.problems[command] = error
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func meet(_ command: ProgramCommand, _ state: inout State) throws(Diagnostics) -> KnownProgram {
    if state.folder == nil {
      ProcessControl.closeToOthers()
      let place = TextFile.absolute(FileManager.default.temporaryDirectory.path)
      TemporaryName.clear(place, [.stage])
      let folder = TemporaryName.of(place + "/hreval", .stage)
      guard mkdir(folder, 0o700) == 0 else {
        throw Diagnostics("cannot make a folder for programs: \(lastSystemError())", in: place)
      }
      state.folder = folder
    }
    let number = state.programs.count + state.problems.count + 1
    try ProgramEnvironment.check(command, own: ProcessInfo.processInfo.environment)
    let stage = try ProgramStage.make(command, in: "\(state.folder ?? "")/\(number)")
    let speech = ProgramErrorOutput(path: nil, passesOn: false)
    let sandbox = launch.isSandboxed ? try ProgramSandbox.find(number: number) : nil
    try sandbox?.check(stage, of: command)
    var talk: ProgramConversation?
    do throws(ProgramFailure) {
      let begun = try launch.talk(
        stage, command, speech: speech, sandbox: sandbox, seconds: command.timeoutSeconds ?? 0)
      talk = begun
      let line = try begun.introduce()
      begun.end(graceSeconds: 2)
      let description = try Self.description(line, of: command)
      return KnownProgram(
        number: number, command: command, description: description, stage: stage, line: line)
    } catch {
      talk?.end()
      if let refusal = error.diagnostics { throw refusal }
      let said = speech.lastLines
      throw Diagnostics(
        "\(command.noted): \(error.reason), when it was asked who it is",
        hint: said.isEmpty
          ? "it is to answer the first line with {\"name\": …, \"version\": …}; see hreval help programs"
          : "it said on its standard error: " + said.joined(separator: " / "))
    }
  }

  private static func description(
    _ line: String, of command: ProgramCommand
  ) throws(ProgramFailure) -> ProgramDescription {
    do {
      return try ProgramDescription(line, from: "the description of \(command.noted)")
    } catch {
      throw ProgramFailure(error)
    }
  }

  /// A program's part of a run's fingerprint.
  package struct Mark: Sendable {
    package let command: String
    package let sha256: String?
    /// The whole description.
    package let definition: String
  }

  /// Marks in the order in which the programs were first asked.
  package var programs: [Mark] {
    state.withLock(\.programs.values).sorted { $0.number < $1.number }.map {
      Mark(command: $0.command.noted, sha256: $0.sha256, definition: $0.line)
    }
  }

  // MARK: To workers

  /// Parts of a worker's registry.
  struct Sent: Codable {
    fileprivate struct Program: Codable {
      let number: Int
      let command: ProgramCommand
      let stage: ProgramStage
      let line: String
    }

    fileprivate let launch: ProgramLaunch
    fileprivate let programs: [Program]
  }

  /// - Parameter speech: handling of the programs' standard error in the worker.
  func sent(_ speech: Speech) -> Sent {
    let programs = state.withLock(\.programs.values).sorted { $0.number < $1.number }
    return Sent(
      launch: ProgramLaunch(hreval: launch.hreval, speech: speech, isSandboxed: launch.isSandboxed),
      programs: programs.map { .init(number: $0.number, command: $0.command, stage: $0.stage, line: $0.line) }
    )
  }

  /// - Parameter sent: by another process's registry.
  convenience init?(_ sent: Sent) {
    var programs: [ProgramCommand: KnownProgram] = [:]
    for program in sent.programs {
      guard let description = try? ProgramDescription(program.line, from: "") else { return nil }
      programs[program.command] = KnownProgram(
        number: program.number, command: program.command, description: description, stage: program.stage,
        line: program.line)
    }
    self.init(sent.launch, programs)
  }
}
