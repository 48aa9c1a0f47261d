/// A kind of case: makes them by number and judges what the program does.
protocol Attack {
  /// As it is named on the command line and in tables.
  var name: String { get }
  /// Its part of the session's time, beside those of the others.
  var share: Double { get }

  /// Makes and judges a case, or a batch of cases.
  func strike(_ number: Int, on bench: Bench) throws -> Tally

  /// Judges a file that was kept.
  ///
  /// - Returns: `nil` where the kind has no files of its own: its cases follow from seed and number.
  func judge(_ file: KeptFile, on bench: Bench) throws -> Tally?
}

extension Attack {
  func judge(_ file: KeptFile, on bench: Bench) throws -> Tally? { nil }
}

/// A damaged file that was kept: its name starts with the part it plays, as in `own-3.h5` or `baseline-nan.json`.
struct KeptFile {
  let name: String
  let bytes: [UInt8]

  /// What stands before the first hyphen.
  var role: String { String(name.prefix { $0 != "-" }) }
}

/// What a case found, and how much was tried.
struct Tally {
  /// Damaged inputs.
  var mutants = 0
  /// Those of them that went through `run`.
  var runs = 0
  /// Signals sent.
  var kills = 0
  /// Workers that died or were given up; a damaged file may cost that.
  var deadWorkers = 0
  var findings: [Finding] = []
  /// Searches the damaged file that brings a finding forth by itself; takes a while.
  var culprit: ((_ family: String) throws -> KeptFile?)?

  static func += (sum: inout Tally, other: Tally) {
    sum.mutants += other.mutants
    sum.runs += other.runs
    sum.kills += other.kills
    sum.deadWorkers += other.deadWorkers
    sum.findings += other.findings
  }

  /// Adds what the judge says of a call.
  mutating func add(
    _ outcome: Outcome, _ bench: Bench, _ leniency: Judge.Leniency = .init(), files folder: String? = nil
  ) {
    var objections = bench.judge.objections(to: outcome, leniency)
    if let folder { objections += bench.judge.objections(toFilesIn: folder) }
    deadWorkers += TextScan.deadWorkers(outcome.errorText)
    for objection in objections { object(objection, outcome, bench) }
  }

  func holds(_ family: String) -> Bool { findings.contains { $0.family == family } }

  mutating func object(_ what: String, _ outcome: Outcome, _ bench: Bench) {
    findings.append(Finding(what: what, command: outcome.invocation.typed(program: bench.program)))
  }
}

/// Something that must not be.
struct Finding {
  private(set) var what: String
  let command: String

  /// Says which input it was.
  mutating func name(_ input: String) { what = "\(input): \(what)" }

  /// The same for findings that differ in numbers and names only.
  var family: String { what.replacing(/U\+[0-9A-F]+|[0-9]+|"[^"]*"/, with: "#") }
}
