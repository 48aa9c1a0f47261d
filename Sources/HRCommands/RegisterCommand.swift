internal import ArgumentParser
internal import HRRunning
internal import HRSupport

struct RegisterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "register", abstract: "Note what will be run, and when, before it is run.",
    discussion: """
      register writes a digest of everything that the results depend on (experiment, descriptors, recordings by name and \
      size, programs, hreval itself) and this machine's date into a file beside the experiment. The report of a run then \
      says whether it is the run that was registered, or what differs.

        \(PluginContext.programName) register experiment.json
        \(PluginContext.programName) run experiment.json

      It helps you to hold yourself to a plan. It proves nothing to others by itself: the file and the date are this \
      machine's. Give the digest to somebody else, or publish it, before the run.
      """)

  @OptionGroup var options: ExperimentOptions

  @Flag(name: .customLong("final"), help: "Register the run of the test part, as `run --final` makes it.")
  var isFinal = false

  @OptionGroup var programs: ProgramOptions

  func run() throws {
    let registry = programs.registry()
    defer { registry.close() }
    let path = try options.path
    let order = try options.order(isFinal: isFinal)
    Terminal.showPrograms(of: order.file, isSandboxed: programs.sandbox)
    let experiment = try order.experiment(plugins: PluginContext.plugins.with(.started(by: registry)))
    let registration = try Registration(ofExperiment: path)
    let entry = Registration.Entry(
      time: Date().formatted(.iso8601), of: experiment, order, executable: Program.path)
    if let last = registration.entries.last, last.sha256 == entry.sha256 {
      Terminal.out("registered already, on \(last.time): \(shownPath(registration.path))")
      Terminal.out("SHA-256 \(last.sha256)")
      return
    }
    try registration.add(entry)
    let count = registration.entries.count + 1
    let often = count == 1 ? "" : ", registration \(count) of this experiment"
    Terminal.out("registered on \(entry.time)\(often): \(shownPath(registration.path))")
    Terminal.out("SHA-256 \(entry.sha256)")
  }
}
