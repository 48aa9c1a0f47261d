internal import Foundation

/// Signals at random times, to the program or to its workers: no finished unit may be lost, and no result changed.
final class KillAttack: Attack {
  let name = "kills"
  let share = 0.7
  private let whole: [UInt8]
  private let shown: String
  /// Durations of an undisturbed run and of an undisturbed `inspect`.
  private let runSeconds: Double
  private let lookSeconds: Double

  private enum Target: CaseIterable {
    case program, worker, allWorkers, lookingWorker
  }

  init(on bench: Bench) throws {
    let folder = try bench.place(for: "kills-whole")
    try Self.lay(folder, bench)
    let outcome = try bench.call(Self.run, in: folder)
    guard outcome.code == 0 else { throw Seeds.Problem(reason: "an undisturbed run: \(outcome.errorText)") }
    whole = try Folder.bytes("\(folder)/out/results.json")
    runSeconds = outcome.seconds
    let look = try bench.call(Self.look(bench), in: folder)
    shown = look.outputText
    lookSeconds = look.seconds
  }

  private static let run = ["run", "experiment.json", "--output", "out", "--jobs", "2", "--quiet"]
  private static func look(_ bench: Bench) -> [String] {
    ["inspect", "dataset.json", "--root", bench.seeds.recordings]
  }

  private static func lay(_ folder: String, _ bench: Bench) throws(Folder.Problem) {
    try Folder.write(Descriptors.ownHDF5, to: "\(folder)/dataset.json")
    try Folder.write(
      ExperimentTexts.long(dataset: "dataset.json", root: bench.seeds.recordings),
      to: "\(folder)/experiment.json")
  }

  func strike(_ number: Int, on bench: Bench) throws -> Tally {
    var dice = bench.dice(name, number)
    let folder = try bench.place(for: "kills-\(number)")
    try Self.lay(folder, bench)
    let target = dice.pick(Target.allCases)
    var tally = Tally()
    tally.mutants = 1
    if target == .lookingWorker {
      let looking = try bench.start(Invocation(arguments: Self.look(bench), folder: folder))
      Self.wait(lookSeconds, &dice)
      tally.kills = Self.kill(1, of: looking, SIGKILL, &dice)
      let outcome = looking.outcome()
      tally.add(outcome, bench)
      if outcome.outputText != shown {
        tally.object("a killed worker of inspect changed what is shown", outcome, bench)
      }
      return tally
    }
    let signal = dice.pick(
      target == .program ? [SIGKILL, SIGTERM, SIGINT, SIGHUP] : [SIGKILL, SIGTERM, SIGSEGV])
    let running = try bench.start(Invocation(arguments: Self.run, folder: folder))
    Self.wait(runSeconds, &dice)
    switch target {
    case .program:
      running.send(signal)
      tally.kills = 1
    case .worker: tally.kills = Self.kill(1, of: running, signal, &dice)
    case .allWorkers, .lookingWorker: tally.kills = Self.kill(.max, of: running, signal, &dice)
    }
    let outcome = running.outcome()
    // A signal that comes before the program handles it ends the program.
    var leniency = Judge.Leniency()
    if target == .program { leniency = .init(signals: [signal], losesWords: true) }
    tally.add(outcome, bench, leniency)
    if target != .program, outcome.code != 0 {
      tally.object("a killed worker cost something: code \(outcome.code ?? -1)", outcome, bench)
    }
    try goOn(after: outcome, folder, bench, &tally)
    return tally
  }

  /// Finishes the run and compares its results with those of an undisturbed one.
  private func goOn(after outcome: Outcome, _ folder: String, _ bench: Bench, _ tally: inout Tally) throws {
    var last = outcome
    if outcome.code != 0 {
      // A run that had not begun cannot be resumed.
      let hasBegun =
        Folder.exists("\(folder)/out/units.partial") || Folder.exists("\(folder)/out/units.store")
      last = try bench.call(Self.run + (hasBegun ? ["--resume"] : []), in: folder)
      tally.runs = 1
      tally.add(last, bench)
    }
    if last.code == 0, (try? Folder.bytes("\(folder)/out/results.json")) != whole {
      tally.object("results.json is not that of an undisturbed run", last, bench)
    } else if last.code != 0 {
      tally.object("a disturbed run cannot be finished: code \(last.code ?? -1)", last, bench)
    }
  }

  /// Sleeps for a random part of the given time, up to 1.1 times of it.
  private static func wait(_ seconds: Double, _ dice: inout Dice) {
    let most = max(1, Int(saturating: seconds * 1.1e6))
    usleep(UInt32(clamping: dice.below(most)))
  }

  /// - Returns: number of processes that were hit.
  private static func kill(_ most: Int, of program: RunningProgram, _ signal: Int32, _ dice: inout Dice)
    -> Int
  {
    let children = program.children()
    guard !children.isEmpty else { return 0 }
    let hit = most == 1 ? [dice.pick(children)] : children
    for child in hit { RunningProgram.send(signal, to: child) }
    return hit.count
  }
}
