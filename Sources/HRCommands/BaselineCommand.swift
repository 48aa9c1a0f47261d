internal import HREvaluation
internal import ArgumentParser
internal import HRStatistics
internal import HRSupport

struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract:
      "Print a run's figures as the baseline that `\(PluginContext.programName) gate` judges later runs by.",
    discussion: """
      Usage:
        \(PluginContext.programName) baseline reports/nightly > experiments/nightly.baseline.json

      Keep the file under version control. It says by how much an error may rise (marginBPM), coverage may fall \
      (coveragePoints), the success rate may fall (successPoints) and gross errors may become more (grossPoints); edit \
      these four as you like.
      """)

  @Argument(help: ArgumentHelp("Folder of the run.", valueName: "run"), completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp(
      "How much a mean absolute error may rise; it must stay below this (default: the experiment's \"margin\", else \(shortest(Baseline.defaultMarginBPM))).",
      valueName: "bpm"))
  var margin: Double?

  @Option(help: ArgumentHelp("How many percentage points coverage may fall.", valueName: "points"))
  var coverage: Double = Baseline.defaultCoveragePoints

  @Option(
    help: ArgumentHelp(
      "How many percentage points the success rate may fall: windows answered within the tolerance.",
      valueName: "points"))
  var success: Double = Baseline.defaultSuccessPoints

  @Option(
    help: ArgumentHelp(
      "How many percentage points more of the windows may have a gross error: more than \(shortest(Tolerance.grossFactor)) times the tolerance.",
      valueName: "points"))
  var gross: Double = Baseline.defaultGrossPoints

  mutating func validate() throws {
    try validateMargin(margin)
    for (name, points) in [("coverage", coverage), ("success", success), ("gross", gross)]
    where !(points >= 0 && points <= 100) {
      throw ValidationError("--\(name) takes percentage points from 0 to 100, not \(points).")
    }
  }

  func run() throws {
    let run = try StoredRun(folder)
    let evaluation = try run.evaluation
    let failed = evaluation.recordings.compactMap { row -> (name: String, reason: String)? in
      if let failure = row.failure { return (row.name, failure) }
      return row.partialFailures.first.map { ("\(row.name) in \($0.scenario)", $0.reason) }
    }
    guard failed.isEmpty else {
      throw Diagnostics(
        failed.map {
          Diagnostic(
            "recording \($0.name) failed, so the run is no baseline: \($0.reason)", in: folder,
            hint: "mend it, or leave it out with \"exclude\", and run again")
        })
    }
    try refuseMargin(margin, of: evaluation.plan, in: folder)
    var baseline = Baseline(
      evaluation, marginBPM: margin ?? evaluation.plan.marginBPM ?? Baseline.defaultMarginBPM,
      coveragePoints: coverage, successPoints: success, grossPoints: gross)
    baseline.origin = run.provenance?.origin
    Terminal.out(BaselineFile.text(baseline))
  }
}
