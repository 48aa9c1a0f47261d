internal import HRRunning
internal import HRSupport

/// Expected cost of an experiment, only by speeds that were measured.
struct ExpectedCost {
  let experiment: Experiment

  /// Returns the cost by the last run in a folder, scaled where there is another amount of work now. Without such a
  /// run the text states the reason and the way to measure.
  func text(lastRunIn folder: String, program: String) -> String {
    let hint =
      "`\(program) plan EXPERIMENT --output FOLDER --calibrate` measures, and `check --plan FOLDER` then says"
    func unknown(_ reason: String) -> String { "expected to take: not known, as \(reason); \(hint)" }
    let path = "\(folder)/run.json"
    guard TextFile.isFile(path), let text = try? TextFile.read(path, what: "run"),
      let root = try? JSONDocument(text, file: path).root, root["format"]?.string == "hreval-run"
    else { return unknown("there is no run of it in \(shownPath(folder))") }
    guard let work = RunWork(root[RunWork.key]) else {
      return unknown(
        "the last run does not say what it cost (it was merged of shards, or made by an older build)")
    }
    let now = StoredPlan(experiment.plan).json.members
    let then = root["experiment"].map { JSONText($0).members } ?? []
    let changed = Self.parts.filter { Self.part($0.key, of: now) != Self.part($0.key, of: then) }.map(\.name)
    guard changed.isEmpty else {
      return unknown("the last run was of \(changed.map { "other \($0)" }.joined(separator: " and "))")
    }
    let sizes = experiment.recordingSizes
    let perRecording = experiment.scenarios.reduce(0) { $0 + $1.repeats }
    let (units, megabytes) = (
      sizes.count * perRecording, Double(perRecording) * sizes.reduce(0) { $0 + $1.size }
    )
    let took = CoreTime.text(work.coreSeconds)
    let areOther = Self.part("scenarios", of: now) != Self.part("scenarios", of: then)
    let isSame = !areOther && units == work.units && abs(megabytes / work.unitMegabytes - 1) < 1e-6
    if isSame { return "expected to take: \(took), as the last run did" }
    let scaled = CoreTime.text(work.coreSeconds * megabytes / work.unitMegabytes)
    let size = { shortest($0, decimals: 1) }
    return
      "expected to take: about \(scaled); the last run took \(took), scaled from its \(work.units) units × recordings' files (\(size(work.unitMegabytes)) MB) to \(units) (\(size(megabytes)) MB)"
      + (areOther ? "; its scenarios were others" : "")
  }

  /// Parts of the plan on which the cost of a unit depends besides its recording and scenario.
  private static let parts: [(key: String, name: String)] = [
    ("detectors", "detectors"), ("qualities", "quality indices"), ("windows", "windows"),
    ("measurand", "measurands"), ("mode", "modes"),
  ]

  /// Returns a part without digests, which `check` does not compute.
  private static func part(_ key: String, of members: [(key: String, value: JSONText)]) -> JSONText {
    func bare(_ text: JSONText) -> JSONText {
      switch text {
      case .object(let members):
        .object(members.filter { !$0.key.hasSuffix("SHA256") }.map { ($0.key, bare($0.value)) })
      case .array(let elements): .array(elements.map(bare))
      default: text
      }
    }
    return members.first { $0.key == key }.map { bare($0.value) } ?? .null
  }

  /// Returns the cost by the speeds of a plan.
  ///
  /// - Parameters:
  ///   - folder: of the plan.
  ///   - file: of the experiment, which must be the plan's.
  /// - Throws: if there is no plan, or it is of another experiment or without speeds.
  func text(planIn folder: ShardFolder, of file: ExperimentFile) throws(Diagnostics) -> String {
    let plan = try folder.plan()
    guard plan.experiment == JSONText(file.document.root).rendered(indented: false), plan.limit == file.limit,
      plan.isFinal == file.isFinal
    else {
      throw Diagnostics(
        "the plan is of another experiment", in: folder.planPath,
        hint: "--set and --limit count too: give what the plan was made with")
    }
    guard let text = plan.expectation else {
      throw Diagnostics(
        "no speeds were measured for this plan", in: folder.planPath,
        hint: "plan in another folder with --calibrate")
    }
    return text
  }
}
