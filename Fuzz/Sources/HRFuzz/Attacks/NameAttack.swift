/// Names that would control a terminal, a page, a table or a figure, through every command.
final class NameAttack: Attack {
  let name = "names"
  let share = 0.6

  func strike(_ number: Int, on bench: Bench) throws -> Tally {
    var dice = bench.dice(name, number)
    let folder = try bench.place(for: "names-\(number)")
    let project = try HostileProject(in: folder, bench.seeds, &dice)
    let file = "./\(project.experiment)"
    let hostile = String(HostileValues.text(&dice).prefix(300))
    var tally = Tally()
    tally.mutants = 1
    for command in [
      ["check", file], ["inspect", "dataset.json", "--root", "data", "--picture", "out/picture.svg"],
      ["detect", "dataset.json", "--root", "data", "--detector", "fft", "--window", "8"],
      ["run", file, "--output", "out/run", "--quiet"],
    ] {
      let outcome = try bench.call(command, in: folder)
      tally.add(outcome, bench)
      if command[0] == "detect", outcome.code != 2, let problem = TableScan.objection(to: outcome.output) {
        tally.object("standard output: \(problem)", outcome, bench)
      }
      // If the descriptor is refused, the output does not mention files.
      if project.holdsUnreadableName, command[0] == "inspect", outcome.code != 2, !mentionsBytes(outcome) {
        tally.object("a file whose name is not UTF-8 is passed over without a word", outcome, bench)
      }
    }
    tally.runs = 1
    if Folder.exists("\(folder)/out/run/units.store") { try askRun(folder, hostile, bench, &tally) }
    for command in hostileArguments(hostile, file, project.recordings, &dice) {
      tally.add(try bench.call(command, in: folder), bench)
    }
    for objection in bench.judge.objections(toFilesIn: "\(folder)/out") {
      tally.findings.append(Finding(what: objection, command: "in \(folder)"))
    }
    return tally
  }

  private func mentionsBytes(_ outcome: Outcome) -> Bool {
    (outcome.outputText + outcome.errorText).contains("\\x")
  }

  /// Runs all commands that read a finished run.
  private func askRun(_ folder: String, _ hostile: String, _ bench: Bench, _ tally: inout Tally) throws {
    for command in [
      ["report", "out/run", "--wide"], ["compare", "out/run"],
      ["history", "out/run", "--output", "out/history"],
    ] {
      tally.add(try bench.call(command, in: folder), bench)
    }
    let baseline = try bench.call(["baseline", "out/run"], in: folder)
    tally.add(baseline, bench)
    // A run with a failed recording is refused as a baseline.
    if !baseline.output.isEmpty {
      try Folder.write(baseline.output, to: "\(folder)/out/baseline.json")
      tally.add(try bench.call(["gate", "out/run", "--baseline", "out/baseline.json"], in: folder), bench)
    }
    tally.add(try bench.call(["compare", "out/run", "--baseline", hostile], in: folder), bench)
  }

  /// Returns two commands with unknown names, which appear in messages.
  private func hostileArguments(
    _ hostile: String, _ file: String, _ recordings: [String], _ dice: inout Dice
  ) -> [[String]] {
    let all = [
      ["list", "--", hostile], ["inspect", "--root", "data", "--", "dataset.json:" + hostile],
      ["inspect", "--root", "data", "--", "dataset.json:" + (recordings.last ?? "")],
      ["inspect", "--", hostile],
      ["run", "--", hostile], ["run", file, "--set", hostile + "=" + hostile, "--output", "out/set"],
      ["run", file, "--set", "name=" + JSONTree.quoted(hostile), "--output", "out/set", "--quiet"],
      ["report", "--", hostile], ["gate", "out", "--baseline", hostile], ["history", "--", hostile],
      ["detect", "dataset.json", "--root", "data", "--detector", hostile], [hostile],
      ["list", "detectors", "--" + hostile],
      ["inspect", "dataset.json", "--root", hostile], ["schema", "--", hostile],
      ["inspect", "dataset.json", "--root", "data", "--scenario", hostile],
    ]
    return [dice.pick(all), dice.pick(all)]
  }
}
