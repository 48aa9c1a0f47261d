/// Damaged files of the program's own formats, one at a time, read by the commands for them.
final class FileAttack: Attack {
  /// A role of a file.
  struct Role {
    let name: String
    let seeds: [[UInt8]]
    /// Ending of the kept file's name.
    let ending: String
    let mutate: (_ seed: [UInt8], _ dice: inout Dice) -> [UInt8]
    /// Writes the file and those that belong to it, and returns the commands that read it.
    let commands: (_ bytes: [UInt8], _ folder: String, _ dice: inout Dice) throws -> [[String]]
  }

  let name: String
  let share: Double
  private let roles: [Role]

  init(_ name: String, share: Double, _ roles: [Role]) {
    self.name = name
    self.share = share
    self.roles = roles
  }

  func strike(_ number: Int, on bench: Bench) throws -> Tally {
    var dice = bench.dice(name, number)
    let role = roles[number % roles.count]
    let seed = dice.pick(role.seeds)
    let bytes = role.mutate(seed, &dice)
    let choices = dice
    let label = "\(name)-\(number)"
    var tally = try judged(bytes, role, choices, label, bench)
    tally.culprit = { family in
      let small = Shrinker(seconds: 10).shrunk(bytes, from: seed) { bytes in
        (try? self.judged(bytes, role, choices, label + "-alone", bench).holds(family)) == true
      }
      return KeptFile(name: "\(role.name)-\(label)\(role.ending)", bytes: small)
    }
    return tally
  }

  func judge(_ file: KeptFile, on bench: Bench) throws -> Tally? {
    guard let role = roles.first(where: { $0.name == file.role }) else { return nil }
    var tally = Tally()
    // The commands that read it are drawn at random: a few draws cover them all.
    for number in 0..<6 {
      tally += try judged(file.bytes, role, bench.dice(name + "-kept", number), "\(name)-kept", bench)
    }
    return tally
  }

  private func judged(
    _ bytes: [UInt8], _ role: Role, _ choices: Dice, _ label: String, _ bench: Bench
  ) throws -> Tally {
    let folder = try bench.place(for: label)
    var dice = choices
    var tally = Tally()
    tally.mutants = 1
    for command in try role.commands(bytes, folder, &dice) {
      if command.first == "run" { tally.runs += 1 }
      let outcome = try bench.call(command, in: folder)
      tally.add(outcome, bench)
    }
    // A file that the program left unchanged is not its output.
    for objection in bench.judge.objections(toFilesIn: "\(folder)/out", except: bytes) {
      tally.findings.append(Finding(what: objection, command: "in \(folder)"))
    }
    return tally
  }
}
