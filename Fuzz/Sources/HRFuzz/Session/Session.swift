internal import Foundation

/// A session of fuzzing: kept files first, then cases of all kinds in turn, by their share of the time.
public struct Session {
  private let options: SessionOptions
  private let bench: Bench
  private let attacks: [any Attack]
  private let keeper: Keeper

  public init(_ options: SessionOptions) throws {
    var options = options
    // Calls have working directories of their own.
    for path in [\SessionOptions.program, \.folder, \.found] {
      options[keyPath: path] = Self.absolute(options[keyPath: path])
    }
    options.foreignSeeds = options.foreignSeeds.map(Self.absolute)
    self.options = options
    bench = try Bench(options)
    attacks = try AttackTable.attacks(on: bench, kinds: options.kinds)
    keeper = Keeper(folder: options.found, options: options)
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// - Returns: true if every promise was kept.
  public func run() throws -> Bool {
    var score = Score(attacks.map(\.name))
    if let regressions = options.regressions { try judgeKept(in: regressions, &score) }
    let start = ContinuousClock.now
    var numbers = attacks.map { _ in 0 }
    var spent = attacks.map { _ in Duration.zero }
    var lastWord = start
    while true {
      let now = ContinuousClock.now
      // The kind that has had the least of its share is next.
      let open = attacks.indices.filter { numbers[$0] < options.mostCases ?? .max }
      guard let next = open.min(by: { spent[$0] / attacks[$0].share < spent[$1] / attacks[$1].share }),
        options.mostCases != nil || now - start < .seconds(options.seconds)
      else { break }
      let tally = try attacks[next].strike(numbers[next], on: bench)
      let taken = ContinuousClock.now - now
      spent[next] += taken
      try note(
        tally, case: "\(attacks[next].name):\(numbers[next])", attacks[next].name, seconds: taken, &score)
      if tally.findings.isEmpty { bench.clear(attacks[next].name, numbers[next]) }
      numbers[next] += 1
      if ContinuousClock.now - lastWord > .seconds(60) {
        lastWord = ContinuousClock.now
        Report.say("after \((lastWord - start).components.seconds) s: \(score.line)")
      }
    }
    Report.say(score.table(calls: bench.calls))
    return score.isClean
  }

  /// Judges the files and cases of the command line again.
  public func judgeAgain() throws -> Bool {
    var score = Score(attacks.map(\.name))
    for name in options.again {
      let parts = name.split(separator: ":")
      if parts.count == 2, let number = Int(parts[1], radix: 10),
        let attack = attacks.first(where: { $0.name == parts[0] })
      {
        try note(try attack.strike(number, on: bench), case: name, attack.name, seconds: .zero, &score)
      } else {
        try judgeKept(file: name, &score)
      }
    }
    Report.say(score.table(calls: bench.calls))
    return score.isClean
  }

  // MARK: Kept files

  private func judgeKept(in folder: String, _ score: inout Score) throws {
    for attack in attacks {
      for name in Folder.names(in: "\(folder)/\(attack.name)") where !name.hasPrefix(".") {
        try judgeKept(file: "\(folder)/\(attack.name)/\(name)", &score)
      }
    }
  }

  /// Judges a kept file, whose folder has the name of its kind.
  private func judgeKept(file path: String, _ score: inout Score) throws {
    let parts = Self.absolute(path).split(separator: "/").map(String.init)
    guard let name = parts.last, let kind = parts.dropLast().last,
      let attack = attacks.first(where: { $0.name == kind }),
      let tally = try attack.judge(KeptFile(name: name, bytes: try Folder.bytes(path)), on: bench)
    else {
      throw Seeds.Problem(
        reason:
          "\(path): nobody knows how to judge this; its folder names the kind, its name starts with the role")
    }
    try note(tally, case: "\(kind)/\(name)", kind, seconds: .zero, &score)
  }

  private func note(
    _ tally: Tally, case label: String, _ kind: String, seconds: Duration, _ score: inout Score
  ) throws {
    for finding in tally.findings {
      // Findings of a family that has been printed in full are not searched again.
      guard score.isNew(finding, of: kind) else { continue }
      let culprit = try tally.culprit?(finding.family)
      let kept = culprit.flatMap { keeper.keep($0, kind: kind) }
      Report.say(
        """
        FOUND \(label): \(finding.what)
          by: \(finding.command)
          again: \(keeper.command(again: kept ?? label))
        """)
    }
    score.add(tally, kind: kind, seconds: seconds)
  }
}
