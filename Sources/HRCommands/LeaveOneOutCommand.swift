internal import ArgumentParser
internal import HRSupport
internal import HREvaluation
internal import HRReporting

struct LeaveOneOutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave-one-out",
    abstract:
      "Leave each data set out: choose and calibrate detectors on the others, and judge them on it.",
    discussion: """
      leave-one-out prints a page of Markdown: errors and coverage on every data set, the detector that the other data sets \
      would have chosen, and the share of right answers with a confidence of 0.9 or above, before and after recalibration on \
      the other data sets. It needs neither the recordings nor the experiment file.

        \(PluginContext.programName) run experiments/leave-one-out.json --output runs/leave-one-out
        \(PluginContext.programName) leave-one-out runs/leave-one-out > leave-one-out.md
      """)

  @Argument(
    help: ArgumentHelp("Folder of a run over several data sets.", valueName: "run"), completion: .directory)
  var folder: String

  func run() throws {
    let evaluation = try StoredRun(folder).evaluation
    guard let page = LeaveOneOutPage(evaluation).markdown else {
      let names = evaluation.plan.usedDatasets
      throw Diagnostics(
        "the run has recordings of one data set (\(names.joined(separator: ", "))), so none can be left out",
        in: folder, hint: "name two or more data sets under \"datasets\" in the experiment file")
    }
    Terminal.out(page.droppingLastNewline)
  }
}
