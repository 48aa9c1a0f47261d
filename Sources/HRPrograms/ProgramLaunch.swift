internal import Foundation
internal import HRDiagnostics
internal import HRSystem

/// How programs are started.
struct ProgramLaunch: Sendable {
  let hreval: String
  let speech: ProgramRegistry.Speech
  let isSandboxed: Bool

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - stage: its files.
  ///   - command: as the experiment has it.
  ///   - speech: hears its standard error.
  ///   - bwrap: makes the sandbox; `nil`: none is wanted.
  ///   - seconds: how long an answer may take.
  ///   - whileWaiting: called about once a second.
  func talk(
    _ stage: ProgramStage, _ command: ProgramCommand, speech: ProgramSpeech, bwrap: String?, seconds: Double,
    whileWaiting: @escaping () -> Void = {}
  ) throws(ProgramFailure) -> ProgramTalk {
    let line = ProgramSurroundings.line(stage, of: command, bwrap: bwrap)
    let environment = ProgramSurroundings.environment(
      of: ProcessInfo.processInfo.environment, isSandboxed: isSandboxed)
    let process = try ProgramProcess(
      keeperProgram: hreval, folder: line.folder, words: line.words, environment: environment,
      command: command,
      speech: speech, whileWaiting: whileWaiting)
    return ProgramTalk(process, seconds: seconds)
  }

  /// Starts a program that is known, and sees that it is the same.
  ///
  /// - Parameters:
  ///   - known: the program.
  ///   - whileWaiting: called about once a second.
  func talk(with known: KnownProgram, whileWaiting: @escaping () -> Void) throws(ProgramFailure)
    -> ProgramTalk
  {
    let bwrap: String?
    do {
      bwrap = isSandboxed ? try ProgramSurroundings.sandbox() : nil
    } catch {
      throw ProgramFailure(error.first.message)
    }
    var path: String?
    if case .kept(let folder) = speech {
      path = "\(folder)/\(SpeechFiles.name(known.number, known.description.name))"
    }
    let talk = try talk(
      known.stage, known.command, speech: ProgramSpeech(path: path, passesOn: speech == .passedOn),
      bwrap: bwrap,
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
