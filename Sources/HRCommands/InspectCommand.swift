internal import ArgumentParser
internal import Foundation
internal import HRDiagnostics
internal import HRExperiments
internal import HRRecordings
internal import HRSignals

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what is in a data set: channels, rates, gaps, reference, and a picture.",
    discussion: """
      Reads the recordings and says what it finds, or what is wrong. Every channel is drawn as a line of ten seconds; \
      --picture writes an SVG of the first recording with its reference beats.

      With --scenario the recordings are shown before and after it, with the severity that was met: \
      `hreval inspect synthetic:s01 --scenario whiteNoise --set snrDecibels=5 --picture noise.svg`. With --experiment, \
      the scenario is one of that file, by its label, and what is shown is what its detectors are shown, to the last bit.
      """)

  @Argument(
    help: "Data set or descriptor, with recordings after colons: uw-oximetry:100001-Left.",
    completion: .datasets)
  var dataset: String

  @Option(help: "Folder that holds the data set's files.", completion: .directory)
  var root: String?

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

  func validate() throws {
    if let at, !(abs(at) <= 1e9) { throw ValidationError("--at takes a number of seconds, not \(at).") }
    if let picture, !picture.lowercased().hasSuffix(".svg") {
      throw ValidationError("--picture writes SVG: \(picture) should end in .svg.")
    }
  }

  func run() throws {
    let selection = DatasetSelection(dataset)
    let named = try refusing { () throws(Diagnostics) in try self.trial.namedExperiment() }
    let dataset = try refusing { () throws(Diagnostics) in try opened(selection, as: named) }
    var trial = try refusing { () throws(Diagnostics) in
      try self.trial.trial(of: selection, root: root, in: dataset, named: named)
    }
    let terminal = Terminal()
    terminal.out(Self.heading(dataset))
    var failures = 0
    var first: (recording: Recording, damaged: ScenarioPlan.Damaged?, picture: RecordingPicture)?
    for entry in dataset.recordings {
      do {
        let recording = try dataset.load(entry, needing: nil, reference: dataset.hasReference)
        let view = RecordingView(recording, at: at)
        terminal.out("\n" + view.text)
        let damaged = try trial?.damaged(recording, of: dataset)
        let after = damaged.flatMap { damaged in
          trial.map { ScenarioView(recording, damaged, by: $0.plan, at: at) }
        }
        if let after { terminal.out(after.text) }
        first = first ?? (recording, damaged, after?.picture ?? view.picture)
      } catch {
        failures += 1
        terminal.out("\n\(entry.id)\n  cannot be used:")
        terminal.show(error)
      }
    }
    if let first {
      try refusing { () throws(Diagnostics) in
        if let picture {
          try TextFile.write(first.picture.svg, to: picture)
          terminal.err("picture: \(picture)")
        }
        if let save {
          try refuseInput(save, of: dataset)
          try write(first.recording, first.damaged, to: save, terminal)
        }
      }
    }
    if failures > 0 { throw ExitCode(failures == dataset.recordings.count ? 2 : 1) }
  }

  /// What was read is not written over.
  private func refuseInput(_ path: String, of dataset: Dataset) throws(Diagnostics) {
    func absolute(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    let mine = absolute(path)
    guard dataset.recordings.flatMap(\.files).contains(where: { absolute($0) == mine }) else { return }
    throw Diagnostics(
      Diagnostic("\(path) is a file of the data set \"\(dataset.name)\"", hint: "name another file to --save")
    )
  }

  private func write(
    _ recording: Recording, _ damaged: ScenarioPlan.Damaged?, to path: String, _ terminal: Terminal
  ) throws(Diagnostics) {
    let written = Recording(
      id: recording.id, subject: recording.subject, metadata: recording.metadata,
      channels: damaged?.channels ?? recording.channels, reference: damaged?.reference ?? recording.reference,
      breaths: recording.breaths)
    do throws(Diagnostic) {
      try RecordingWriter.writeHDF5(written, to: path)
    } catch {
      throw Diagnostics(error)
    }
    terminal.err("recording: \(path)")
  }

  /// The data set, with the root and the reference that an experiment gives it where the command line does not.
  private func opened(_ selection: DatasetSelection, as named: Experiment?) throws(Diagnostics) -> Dataset {
    // With an experiment its data sets are meant, wherever the command was typed.
    let environment = DataEnvironment.around(trial.experiment.map(TextFile.directory(of:)) ?? ".")
    let path = try environment.descriptorPath(of: selection.dataset, relativeTo: ".")
    var mine: Dataset?
    if let named {
      let name = try DatasetDescriptor(path: path).name
      mine = named.datasets.first { $0.name == name }
      guard mine != nil else {
        throw Diagnostics(
          Diagnostic(
            "the experiment \"\(named.name)\" does not use the data set \"\(name)\"",
            hint: "it uses " + named.datasets.map(\.name).joined(separator: ", ")))
      }
    }
    return try Dataset.load(
      path: path, root: root ?? mine?.root, select: selection.recordings, exclude: [],
      reference: reference ?? mine?.referenceName, measurand: nil, dataDirectory: environment.dataDirectory)
  }

  private static func heading(_ dataset: Dataset) -> String {
    let count = dataset.recordings.count
    return """
      \(dataset.name): \(count) recording\(count == 1 ? "" : "s")
        channels   \(dataset.channelKinds.map(\.rawValue).joined(separator: ", "))
        reference  \(dataset.referenceText ?? "none")
        licence    \(dataset.descriptor.license ?? "not stated")
        cite       \(dataset.descriptor.citation ?? "not stated")
      """
  }
}
