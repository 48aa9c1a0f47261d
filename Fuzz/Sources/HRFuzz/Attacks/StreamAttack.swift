/// Streams that are closed, full or gone, and limits of the system, combined at random.
final class StreamAttack: Attack {
  let name = "streams"
  let share = 0.4
  private let whole: [UInt8]

  private static let commands: [[String]] = [
    ["run", "experiment.json", "--output", "out"],
    ["run", "experiment.json", "--output", "out", "--quiet"],
    ["run", "experiment.json", "--output", "out", "--jobs", "50"],
    ["inspect", "dataset.json", "--root", "data"],
    ["check", "experiment.json"],
    ["detect", "dataset.json", "--root", "data", "--detector", "fft", "--window", "8"],
    ["report", "done"], ["compare", "done"], ["baseline", "done"],
    ["gate", "done", "--baseline", "baseline.json"],
    ["history", "done", "--output", "out"], ["list"], ["list", "detectors", "--json"], ["schema"],
    ["help", "run"],
    ["synthesize", "--output", "out", "--count", "2", "--seconds", "20"], ["no-such-command"], ["run"],
    ["run", "no-such-file.json"], ["--version"],
  ]
  private static let inputs = ["", "<&-"]
  private static let outputs = [
    "", ">&-", ">/dev/full", ">/dev/null", "</dev/null 1<&0", "| true", "| head -c 10",
  ]
  private static let errors = ["", "2>&-", "2>/dev/full", "2>/dev/null", "2</dev/null"]
  private static let limits = [
    "", "", "", "ulimit -n 8", "ulimit -n 12", "ulimit -n 20", "ulimit -n 25", "ulimit -n 30", "ulimit -n 40",
    "ulimit -v 300000",
    "ulimit -v 500000", "ulimit -v 900000", "ulimit -v 2000000", "ulimit -f 0", "ulimit -f 1", "ulimit -f 8",
    "ulimit -f 40",
    "ulimit -s 256", "ulimit -c 0 -t 600", "umask 777", "trap '' PIPE", "trap '' INT TERM HUP CHLD",
  ]
  private static let places = ["", "", "", "/dev/null", "/proc/self", "/dev/full/x", "dataset.json", "", "."]

  init(on bench: Bench) throws {
    let folder = try bench.place(for: "streams-whole")
    try Self.lay(folder, bench)
    let outcome = try bench.call(Self.commands[0], in: folder)
    guard outcome.code == 0 else { throw Seeds.Problem(reason: "an undisturbed run: \(outcome.errorText)") }
    whole = try Folder.bytes("\(folder)/out/results.json")
  }

  private static func lay(_ folder: String, _ bench: Bench) throws(Folder.Problem) {
    try Folder.copy(bench.seeds.recordings, to: "\(folder)/data")
    try Folder.copy(bench.seeds.run, to: "\(folder)/done")
    try Folder.write(bench.seeds.baseline, to: "\(folder)/baseline.json")
    try Folder.write(Descriptors.ownHDF5, to: "\(folder)/dataset.json")
    try Folder.write(
      ExperimentTexts.small(dataset: "dataset.json", root: "data"), to: "\(folder)/experiment.json")
  }

  func strike(_ number: Int, on bench: Bench) throws -> Tally {
    var dice = bench.dice(name, number)
    let folder = try bench.place(for: "streams-\(number)")
    try Self.lay(folder, bench)
    var command = dice.pick(Self.commands)
    // Some outputs go to a device, a file, or another folder.
    if let index = command.firstIndex(of: "out"), case let place = dice.pick(Self.places), !place.isEmpty {
      command[index] = place
    }
    var invocation = Invocation(arguments: command, folder: folder)
    let (input, output, errors) = (dice.pick(Self.inputs), dice.pick(Self.outputs), dice.pick(Self.errors))
    let limit = dice.pick(Self.limits)
    invocation.preparation = limit
    invocation.redirections = [input, output.hasPrefix("|") ? "" : output, errors].joined(separator: " ")
    if output.hasPrefix("|") { invocation.pipe = output }
    let outcome = try bench.call(invocation)
    var tally = Tally()
    tally.mutants = 1
    tally.runs = command[0] == "run" ? 1 : 0
    // The shell could not set the limit, or the loader did not have enough memory.
    if outcome.code == RunningProgram.notBegun || (outcome.code == 127 && !limit.isEmpty) { return tally }
    tally.add(
      outcome, bench, .init(losesWords: !output.isEmpty || !errors.isEmpty || limit.hasPrefix("ulimit -f")))
    if command[0] == "run", command.count > 3, command[3] == "out" {
      try goOn(outcome, command, folder, bench, &tally)
    }
    return tally
  }

  /// Checks that a run which ended with 0 has complete files, and that any run can be finished.
  private func goOn(
    _ outcome: Outcome, _ command: [String], _ folder: String, _ bench: Bench, _ tally: inout Tally
  ) throws {
    if outcome.code == 0, outcome.invocation.pipe.isEmpty,
      (try? Folder.bytes("\(folder)/out/results.json")) != whole
    {
      tally.object("ended with 0, but results.json is not whole", outcome, bench)
    }
    Folder.allow("\(folder)/out")
    let hasBegun = Folder.exists("\(folder)/out/units.partial") || Folder.exists("\(folder)/out/units.store")
    let again = try bench.call(command + (hasBegun ? ["--resume"] : []), in: folder)
    tally.add(again, bench)
    if again.code != 0 || (try? Folder.bytes("\(folder)/out/results.json")) != whole {
      tally.object("a run that was cramped cannot be finished", outcome, bench)
    }
  }
}
