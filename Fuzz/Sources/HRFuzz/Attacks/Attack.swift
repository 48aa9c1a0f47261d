/// A kind of case: makes cases by number and judges the program's behaviour.
protocol Attack {
  /// Name on the command line and in tables.
  var name: String { get }
  /// Weight of its share of the session's time, relative to the other kinds.
  var share: Double { get }

  /// Makes and judges a case, or a batch of cases.
  func strike(_ number: Int, on bench: Bench) throws -> Tally

  /// Judges a file that was kept.
  ///
  /// - Returns: `nil` if the kind has no files of its own: its cases follow from seed and number.
  func judge(_ file: KeptFile, on bench: Bench) throws -> Tally?
}

extension Attack {
  func judge(_ file: KeptFile, on bench: Bench) throws -> Tally? { nil }
}

/// A damaged file that was kept: its name starts with its role, as in `own-3.h5` or `baseline-nan.json`.
struct KeptFile {
  let name: String
  let bytes: [UInt8]

  /// Part of the name before the first hyphen.
  var role: String { String(name.prefix { $0 != "-" }) }
}

/// Findings of a case, and counts of its inputs.
struct Tally {
  /// Damaged inputs.
  var mutants = 0
  /// Number of damaged inputs that went through `run`.
  var runs = 0
  /// Signals sent.
  var kills = 0
  /// Workers that died or were given up; a damaged file may cause that.
  var deadWorkers = 0
  var findings: [Finding] = []
  /// Searches the damaged file that causes a finding by itself; takes a while.
  var culprit: ((_ family: String) throws -> KeptFile?)?

  static func += (sum: inout Tally, other: Tally) {
    sum.mutants += other.mutants
    sum.runs += other.runs
    sum.kills += other.kills
    sum.deadWorkers += other.deadWorkers
    sum.findings += other.findings
  }

  /// Adds the judge's objections to a call.
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

/// A broken promise of the program.
struct Finding {
  private(set) var what: String
  let command: String

  /// Adds the name of the input.
  mutating func name(_ input: String) { what = "\(input): \(what)" }

  /// Text that is equal for findings that differ in numbers and quoted names only.
  var family: String { what.replacing(/U\+[0-9A-F]+|[0-9]+|"[^"]*"/, with: "#") }
}
