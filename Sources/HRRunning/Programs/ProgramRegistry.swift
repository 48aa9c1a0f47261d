internal import Foundation
package import HRSupport
internal import Synchronization

/// The programs that an experiment names; each is given a folder and asked once to describe itself.
///
/// The command that resolves an experiment asks them. Its workers get the answers (``text(_:)``).
package final class ProgramRegistry: Sendable {
  /// Handling of the programs' standard error.
  package enum Speech: Equatable, Sendable {
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
      let place = TextFile.absolute(NSTemporaryDirectory())
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
    let speech = ProgramSpeech(path: nil, passesOn: false)
    let sandbox = launch.isSandboxed ? try ProgramSandbox.find(number: number) : nil
    try sandbox?.check(stage, of: command)
    var talk: ProgramTalk?
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
          ? "it is to answer the first line with {\"name\": …, \"version\": …}; see clients/README.md"
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

  /// Returns the text from which a worker's registry is made.
  ///
  /// - Parameter speech: handling of the programs' standard error in the worker.
  package func text(_ speech: Speech) -> String {
    let programs = state.withLock(\.programs.values).sorted { $0.number < $1.number }
    let speech: [String] =
      switch speech {
      case .kept(let folder): ["kept", folder]
      case .passedOn: ["passedOn"]
      case .dropped: ["dropped"]
      }
    return JSONText.object([
      (key: "hreval", value: .string(launch.hreval)),
      (key: "speech", value: .array(speech.map { .string($0) })),
      (key: "sandbox", value: .boolean(launch.isSandboxed)),
      (key: "programs", value: .array(programs.map(\.sent))),
    ]).rendered(indented: false)
  }

  /// - Parameter text: of another process's registry; the result is `nil` for anything else.
  package convenience init?(text: String) {
    guard let root = try? JSONDocument(text, file: "").root, let hreval = root["hreval"]?.string,
      let speech = root["speech"]?.elements?.compactMap(\.string), let elements = root["programs"]?.elements
    else { return nil }
    let heard: Speech =
      switch speech.first {
      case "kept": .kept(in: speech.last ?? "")
      case "passedOn": .passedOn
      default: .dropped
      }
    let programs = elements.compactMap(KnownProgram.init(sent:))
    guard programs.count == elements.count else { return nil }
    self.init(
      ProgramLaunch(hreval: hreval, speech: heard, isSandboxed: root["sandbox"]?.boolean ?? false),
      Dictionary(uniqueKeysWithValues: programs.map { ($0.command, $0) }))
  }
}

extension KnownProgram {
  private static func texts(_ list: [String]) -> JSONText { .array(list.map { .string($0) }) }

  fileprivate var sent: JSONText {
    .object([
      (key: "number", value: .integer(number)), (key: "line", value: .string(line)),
      (key: "arguments", value: Self.texts(command.arguments)),
      (key: "files", value: Self.texts(command.files)),
      (key: "timeoutSeconds", value: .optional(command.timeoutSeconds)),
      (key: "memoryBytes", value: command.memoryBytes.map { .integer($0) } ?? .null),
      (key: "fileBytes", value: .integer(command.fileBytes)),
      (key: "alsoReads", value: Self.texts(command.alsoReads)),
      (key: "environment", value: Self.texts(command.environment)),
      (key: "processes", value: .integer(command.bounds.processes)),
      (key: "openFiles", value: .integer(command.bounds.openFiles)),
      (key: "temporaryBytes", value: .integer(command.bounds.temporaryBytes)),
      (key: "directory", value: .string(command.directory)), (key: "folder", value: .string(stage.folder)),
      (key: "executable", value: .string(stage.executable)),
      (key: "rest", value: Self.texts(stage.arguments)),
      (key: "sha256", value: .optional(stage.sha256)),
    ])
  }

  fileprivate init?(sent node: JSONNode) {
    func texts(_ key: String) -> [String] { node[key]?.elements?.compactMap(\.string) ?? [] }
    guard let number = node["number"]?.integer, let line = node["line"]?.string,
      let directory = node["directory"]?.string, let folder = node["folder"]?.string,
      let executable = node["executable"]?.string, let fileBytes = node["fileBytes"]?.integer,
      let processes = node["processes"]?.integer, let openFiles = node["openFiles"]?.integer,
      let temporaryBytes = node["temporaryBytes"]?.integer,
      let description = try? ProgramDescription(line, from: "")
    else { return nil }
    self.init(
      number: number,
      command: ProgramCommand(
        texts("arguments"), files: texts("files"), timeoutSeconds: node["timeoutSeconds"]?.number,
        memoryBytes: node["memoryBytes"]?.integer, fileBytes: fileBytes, alsoReads: texts("alsoReads"),
        environment: texts("environment"),
        bounds: .init(processes: processes, openFiles: openFiles, temporaryBytes: temporaryBytes),
        directory: directory),
      description: description,
      stage: ProgramStage(
        folder: folder, executable: executable, arguments: texts("rest"), sha256: node["sha256"]?.string),
      line: line)
  }
}
