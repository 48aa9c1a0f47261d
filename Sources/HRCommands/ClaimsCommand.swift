internal import HREvaluation
internal import ArgumentParser
internal import HRSupport
internal import HRReporting

struct ClaimsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "claims",
    abstract: "Show which claims of their experiments stored runs confirm or refute.",
    discussion: """
      The `claims` of an experiment are published sentences with the figures that would make them true. claims needs \
      neither the recordings nor the experiment files. It also says which verdicts remain when all claims of these runs \
      are held to 95 of 100 studies together.

        \(PluginContext.programName) run experiments/claims/motion-flag.json --output runs/motion
        \(PluginContext.programName) claims runs/motion
        \(PluginContext.programName) claims --markdown runs/* > CLAIMS.md
      """)

  @Argument(
    help: ArgumentHelp("Folders of runs, in the order of the page.", valueName: "run"), completion: .directory
  )
  var folders: [String]

  @Flag(help: "Print one page of Markdown: tables with claim, source, verdict, figures and experiment.")
  var markdown = false

  @OptionGroup var table: TableOptions

  func run() throws {
    var problems: [Diagnostic] = []
    var runs: [Evaluation] = []
    for folder in folders {
      do throws(Diagnostics) {
        let evaluation = try StoredRun(folder).evaluation
        runs.append(evaluation)
        if evaluation.plan.claims.isEmpty {
          problems.add(
            "the experiment of this run puts no claim on trial", in: folder,
            hint: "\"claims\" in the experiment file says what is claimed and what would make it true")
        }
      } catch {
        problems += error.list
      }
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    let page = ClaimsPage(runs)
    Terminal.out(markdown ? page.markdown.droppingLastNewline : page.terminal(table.style))
  }
}

extension String {
  /// The text without its last line break, which is added when it is printed.
  var droppingLastNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
