internal import HRRunning
internal import HRPlugins
internal import HRSupport
internal import ArgumentParser
internal import Foundation
internal import HRRecordings

/// Arguments of `inspect`, for the command line and for the command of its worker.
struct InspectOptions: ParsableArguments {
  @Argument(
    help: "Data set or descriptor, with recordings after colons: uw-oximetry:100001-Left.",
    completion: .datasets)
  var dataset: String

  @OptionGroup var reach: ReachOptions

  @Option(help: "Which of its references (default: the first).")
  var reference: String?

  @OptionGroup(title: "Scenario") var trial: TrialOptions

  @Option(help: "SVG file to draw the first recording into.", completion: .file(extensions: ["svg"]))
  var picture: String?

  @Option(
    help: "HDF5 file to write the first recording to, damaged if --scenario is given.",
    completion: .file(extensions: ["h5"]))
  var save: String?

  @Option(help: "Where the pictures begin, in seconds (default: the middle).")
  var at: Double?

  @Option(
    help: ArgumentHelp(
      "How many seconds the pictures show, and length of the windows in which the reference is looked for (default: 10; 20, or as rates of windows are given).",
      valueName: "seconds"))
  var window: Double?

  @Flag(help: "Print JSON: one object, with a recording on each line.")
  var json = false

  @Flag(help: "End with exit code 1 where a finding about the data is not acknowledged.")
  var strict = false

  @OptionGroup var limits: LimitOptions

  @OptionGroup var patience: WorkerPatience

  mutating func validate() throws {
    if let at, !(abs(at) <= 1e9) { throw ValidationError("--at takes a number of seconds, not \(at).") }
    if let window, !(window >= 0.5 && window <= 3600) {
      throw ValidationError("--window takes from 0.5 to 3600 seconds, not \(window).")
    }
    if let picture, !picture.lowercased().hasSuffix(".svg") {
      throw ValidationError("--picture writes SVG: \(picture) should end in .svg.")
    }
  }

  /// Returns the data set, without opening its recordings, and the scenario to show.
  func subject() throws(Diagnostics) -> (dataset: Dataset, trial: Trial?) {
    let selection = DatasetSelection(dataset)
    let named = try trial.namedExperiment()
    let dataset = try opened(selection, as: named)
    try refuseInput(of: dataset)
    return (
      dataset,
      try trial.trial(of: selection, root: reach.root, limits: limits.members, in: dataset, named: named)
    )
  }

  /// Refuses to write over a file of the data set.
  private func refuseInput(of dataset: Dataset) throws(Diagnostics) {
    guard let save else { return }
    func absolute(_ path: String) -> String {
      URL(fileURLWithPath: TextFile.absolute(path)).resolvingSymlinksInPath().path
    }
    let mine = absolute(save)
    let files = dataset.recordings.flatMap { dataset.files(of: $0) }
    guard files.contains(where: { absolute($0) == mine }) else { return }
    throw Diagnostics(
      "\(save) is a file of the data set \"\(dataset.name)\"", hint: "name another file to --save")
  }

  /// Opens the data set. Root and reference are those of the command line, or else those of the experiment.
  private func opened(_ selection: DatasetSelection, as named: Experiment?) throws(Diagnostics) -> Dataset {
    // The experiment determines the data sets, in whichever folder the command is typed.
    let environment = DataEnvironment.around(trial.experiment.map(TextFile.directory(of:)) ?? ".")
    let path = try environment.descriptorPath(of: selection.dataset, relativeTo: ".")
    var mine: Dataset?
    if let named {
      let name = try DatasetDescriptor(path: path).name
      mine = named.datasets.first { $0.name == name }
      guard mine != nil else {
        throw Diagnostics(
          "the experiment \"\(named.name)\" does not use the data set \"\(name)\"",
          hint: "it uses " + named.datasets.map(\.name).joined(separator: ", "))
      }
    }
    return try Dataset.load(
      path: path, root: reach.root ?? mine?.root, select: selection.recordings, exclude: [],
      reference: reference ?? mine?.referenceName, measurand: nil, dataDirectory: environment.dataDirectory,
      alsoReads: reach.alsoReads + (mine?.alsoReads ?? []),
      limits: limits.given.isEmpty ? named?.limits ?? ReadingLimits() : limits.limits)
  }
}
