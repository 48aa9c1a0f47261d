internal import HRExperiments
internal import HRResults
internal import HRRunning
internal import HRSignals
internal import HRSystem
internal import ArgumentParser
internal import Foundation
internal import HRDiagnostics
internal import HRReports
internal import Synchronization

struct DetectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detect", abstract: "Print a detector's readings on recordings, as CSV.",
    discussion: """
      Needs no reference. Columns: recording,startSeconds,endSeconds,bpm,confidence,outcome. An empty cell means \
      that there is no such value; outcome then says why.
      """)

  @Argument(
    help: "Data set, with recordings after colons: welltory-ppg:subject_01:subject_02.",
    completion: .datasets)
  var dataset: String

  @Option(help: "The detector (see: \(PluginContext.programName) list detectors).", completion: .detectors)
  var detector: String

  @OptionGroup var reach: ReachOptions

  @Option(help: ArgumentHelp("Window length.", valueName: "seconds"))
  var window: Double = 20

  @Option(help: ArgumentHelp("From one window's start to the next.", valueName: "seconds"))
  var hop: Double = 5

  @Option(
    help: "What makes the pulse wave (see: \(PluginContext.programName) list extractors).",
    completion: .extractors)
  var extractor: String?

  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp("A parameter of the detector.", valueName: "name=value"))
  var parameters: [String] = []

  @OptionGroup var limits: LimitOptions

  @OptionGroup var patience: WorkerPatience

  func run() throws {
    let plugins = PluginContext.plugins
    let order = try question(plugins: plugins)
    let experiment = try order.experiment(plugins: plugins)
    let units = experiment.units
    let jobs = try WorkerCommand.workers(min(ProcessorCount.usable, units.count))
    let terminal = Terminal()
    terminal.out("recording,startSeconds,endSeconds,bpm,confidence,outcome")
    let interruption = Interruption()
    let pool = WorkerPool(
      WorkerCommand.launch(timeoutSeconds: patience.timeout), order: order,
      recordings: experiment.recordingNames, units: units, interruption: interruption)
    let printed = Mutex((rows: InOrder<UnitResult>(), hasFailures: false))
    let warning = try pool.run(jobs: jobs) { answer in
      printed.withLock { state in
        for next in state.rows.released(by: answer.result, at: answer.result.unit) {
          let id = experiment.recordings[units[next.unit].recording].entry.id
          switch next.outcome {
          case .failed(let reason):
            state.hasFailures = true
            let blanks = [CSVText.Value](repeating: .number(nil), count: 4)
            terminal.out(CSVText.line([.text(id)] + blanks + [.text(WindowOutcome.failed(reason).text)]))
          case .windows(let table):
            terminal.out(Self.rows(id, table))
          }
        }
      }
      if terminal.outputIsLost { interruption.trigger() }
    }
    if let warning { terminal.show(warning) }
    if printed.withLock(\.hasFailures) { throw ExitCode(1) }
  }

  private static func rows(_ id: String, _ table: WindowTable) -> String {
    guard let column = table.estimates[0] else { return "" }
    return zip(table.ranges, column.cells).map { range, cell in
      CSVText.line([
        .text(id), .number(range.start), .number(range.end), .number(cell.hasValue ? cell.bpm : nil),
        .number(cell.confidence), .text(column.outcome(of: cell).text),
      ])
    }.joined(separator: "\n")
  }

  /// The question as an experiment of one detector.
  private func question(plugins: Plugins) throws(Diagnostics) -> WorkOrder {
    let datasetMembers =
      DatasetSelection(dataset).members
      + ReachOptions.members(root: reach.root, alsoReads: reach.alsoReads)
    var detectorMembers: [(key: String, value: JSONText)] = [("detector", .string(detector))]
    if let extractor { detectorMembers.append(("extractor", .string(extractor))) }
    // An unknown detector is the resolver's to report.
    let measurand = plugins.detectors[detector]?.measurands.first ?? .heartRate
    return try WorkOrder(
      asking: [
        ("schemaVersion", .integer(1)), ("name", .string("detect")),
        ("datasets", .array([.object(datasetMembers)])), ("measurand", .string(measurand.rawValue)),
        ("windows", .object([("windowSeconds", .number(window)), ("hopSeconds", .number(hop))])),
        ("detectors", .array([.object(detectorMembers)])),
      ] + limits.members, parameters: parameters, of: "detectors[0]")
  }
}
