internal import Foundation
internal import HRSupport

/// Settings for starting programs.
struct ProgramLaunch: Sendable {
  let hreval: String
  let speech: ProgramRegistry.Speech
  let isSandboxed: Bool

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - stage: its files.
  ///   - command: from the experiment.
  ///   - speech: receives its standard error.
  ///   - sandbox: the one that it runs in; `nil`: none.
  ///   - seconds: longest time for an answer.
  ///   - whileWaiting: called about once a second.
  func talk(
    _ stage: ProgramStage, _ command: ProgramCommand, speech: ProgramErrorOutput, sandbox: ProgramSandbox?,
    seconds: Double,
    whileWaiting: @escaping () -> Void = {}
  ) throws(ProgramFailure) -> ProgramConversation {
    let environment = ProgramEnvironment.values(
      of: ProcessInfo.processInfo.environment, for: command, isSandboxed: sandbox != nil)
    let process = try ProgramProcess(
      keeperProgram: hreval, folder: sandbox == nil ? stage.folder : "/",
      words: sandbox?.line(stage, of: command) ?? [stage.executable] + stage.arguments,
      environment: environment, command: command, sandboxUser: sandbox?.user, speech: speech,
      whileWaiting: whileWaiting)
    return ProgramConversation(process, seconds: seconds)
  }

  /// Starts a known program, and throws if it describes itself differently than before.
  ///
  /// - Parameters:
  ///   - known: the program.
  ///   - whileWaiting: called about once a second.
  func talk(with known: KnownProgram, whileWaiting: @escaping () -> Void) throws(ProgramFailure)
    -> ProgramConversation
  {
    let sandbox: ProgramSandbox?
    do {
      sandbox = isSandboxed ? try ProgramSandbox.find(number: known.number) : nil
    } catch {
      throw ProgramFailure(error.first.message)
    }
    var path: String?
    if case .kept(let folder) = speech {
      path = "\(folder)/\(ErrorOutputFiles.name(known.number, known.description.name))"
    }
    let talk = try talk(
      known.stage, known.command, speech: ProgramErrorOutput(path: path, passesOn: speech == .passedOn),
      sandbox: sandbox,
      seconds: known.timeoutSeconds, whileWaiting: whileWaiting)
    do throws(ProgramFailure) {
      guard try talk.introduce() == known.line else {
        throw ProgramFailure("the program describes itself otherwise than before the run")
      }
    } catch {
      talk.end()
      throw error
    }
    talk.use(known.description.frames)
    return talk
  }
}
