/// Inputs that are small to write and would be huge to read: they must be refused with a message, in little memory
/// and time.
final class LimitAttack: Attack {
  let name = "limits"
  let share = 0.6

  func strike(_ number: Int, on bench: Bench) throws -> Tally {
    var dice = bench.dice(name, number)
    let bombs = TableBombs.all + HierarchyBombs.all + ExperimentBombs.all + RecordBombs.all
    let bomb = bombs[number % bombs.count]
    let folder = try bench.place(for: "limits-\(number)")
    defer { Folder.remove(folder) }
    try Folder.make("\(folder)/data")
    let command = try bomb.lay(folder, bench.seeds, &dice)
    let outcome = try bench.call(
      Invocation(arguments: command, folder: folder, mostSeconds: bomb.mostSeconds))
    var tally = Tally()
    tally.mutants = 1
    tally.runs = command[0] == "run" ? 1 : 0
    tally.add(outcome, bench)
    // The finding names the input, since its number alone does not.
    for index in tally.findings.indices { tally.findings[index].name(bomb.name) }
    return tally
  }
}

/// An input that asks for too much.
struct Bomb: Sendable {
  let name: String
  var mostSeconds = 60.0
  /// Writes the files and returns the command that reads them.
  let lay: @Sendable (_ folder: String, _ seeds: Seeds, _ dice: inout Dice) throws -> [String]

  static let inspect = ["inspect", "dataset.json", "--root", "data", "--timeout", "20"]
}
