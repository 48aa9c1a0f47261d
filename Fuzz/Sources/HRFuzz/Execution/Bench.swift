internal import Foundation

/// The environment of a session: the program, its judge, the seeds, and a folder for each case.
final class Bench {
  let program: String
  let seed: UInt64
  let judge: Judge
  let folder: String
  let seeds: Seeds
  private(set) var calls = 0

  init(_ options: SessionOptions) throws {
    program = options.program
    seed = options.seed
    judge = Judge(mostMegabytes: options.mostMegabytes)
    folder = options.folder
    try Folder.make(folder)
    try Folder.make("\(folder)/streams")
    seeds = try Seeds(
      program: options.program, folder: "\(folder)/seeds", streams: "\(folder)/streams",
      foreign: options.foreignSeeds)
  }

  func dice(_ kind: String, _ number: Int) -> Dice { Dice(seed: seed, stream: kind, number: number) }

  /// An empty folder for a case.
  func place(for name: String) throws -> String {
    let path = "\(folder)/cases/\(name)"
    try Folder.renew(path)
    return path
  }

  /// Removes the folder of a case without findings.
  func clear(_ kind: String, _ number: Int) { Folder.remove("\(folder)/cases/\(kind)-\(number)") }

  func start(_ invocation: Invocation) throws -> RunningProgram {
    calls += 1
    return try RunningProgram(program, invocation, streams: "\(folder)/streams")
  }

  func call(_ invocation: Invocation) throws -> Outcome { try start(invocation).outcome() }

  func call(_ arguments: [String], in folder: String) throws -> Outcome {
    try call(Invocation(arguments: arguments, folder: folder))
  }
}
