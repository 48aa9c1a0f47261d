internal import HRRunning
internal import HRSignals
internal import HRSupport
internal import ArgumentParser
internal import HRReporting
internal import Synchronization

struct DetectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detect", abstract: "Print the estimates of a detector on recordings, as CSV.",
    discussion: """
      detect needs no reference. Columns: recording,startSeconds,endSeconds,bpm,confidence,outcome. An empty cell means \
      that there is no such value; outcome then says why. --json prints a list of objects, with null for a missing value.

      A streaming detector reads long recordings in blocks if their HDF5 files allow it, so a day needs little more \
      memory than an hour: \(PluginContext.programName) help datasets limits.
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

  @Flag(help: "Print JSON: a list with an object on each line.")
  var json = false

  @OptionGroup var limits: LimitOptions

  @OptionGroup var patience: WorkerPatience

  func run() throws {
    let plugins = PluginContext.plugins
    let order = try question(plugins: plugins)
    let experiment = try order.experiment(plugins: plugins)
    let units = experiment.units
    let jobs = try WorkerCommand.workers(min(ProcessorCount.usable, units.count))
    let format = Readings(isJSON: json)
    if let head = format.head { Terminal.out(head) }
    let interruption = Interruption()
    let pool = WorkerPool(
      WorkerCommand.launch(timeoutSeconds: patience.timeout),
      order: order.using(experiment.programs, .passedOn),
      recordings: experiment.recordingNames, units: units, interruption: interruption)
    let printed = Mutex((rows: InOrder<UnitResult>(), hasFailures: false, format: format))
    let warning = try pool.run(jobs: jobs) { answer in
      printed.withLock { state in
        for next in state.rows.released(by: answer.result, at: answer.result.unit) {
          let id = experiment.recordings[units[next.unit].recording].entry.id
          switch next.outcome {
          case .failed(let reason):
            state.hasFailures = true
            Terminal.out(state.format.row(id, failed: reason))
          case .windows(let table):
            let rows = state.format.rows(id, table)
            if !rows.isEmpty { Terminal.out(rows) }
          }
        }
      }
      if StandardStreams.outputIsLost { interruption.trigger() }
    }
    if let foot = printed.withLock(\.format.foot) { Terminal.out(foot) }
    if let warning { Terminal.show(warning) }
    if printed.withLock(\.hasFailures) { throw ExitCode(1) }
  }

  /// Returns the request as an experiment of one detector.
  private func question(plugins: Plugins) throws(Diagnostics) -> WorkOrder {
    let datasetMembers =
      DatasetSelection(dataset).members
      + ReachOptions.members(root: reach.root, alsoReads: reach.alsoReads)
    var detectorMembers: [(key: String, value: JSONText)] = [("detector", .string(detector))]
    if let extractor { detectorMembers.append(("extractor", .string(extractor))) }
    // An unknown detector is reported by the resolver.
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

/// Readings as lines of a table, or as members of a list.
private struct Readings {
  private static let columns = ["recording", "startSeconds", "endSeconds", "bpm", "confidence", "outcome"]

  let isJSON: Bool
  private(set) var hasRows = false

  var head: String? { isJSON ? nil : Self.columns.joined(separator: ",") }

  var foot: String? { isJSON ? (hasRows ? "]" : "[]") : nil }

  mutating func row(_ id: String, failed reason: String) -> String {
    line(id, [nil, nil, nil, nil], WindowOutcome.failed(reason).text)
  }

  mutating func rows(_ id: String, _ table: WindowTable) -> String {
    guard let column = table.estimates[0] else { return "" }
    return zip(table.ranges, column.cells).map { range, cell in
      line(
        id, [range.start, range.end, cell.hasValue ? cell.bpm : nil, cell.confidence],
        column.outcome(of: cell).text)
    }.joined(separator: "\n")
  }

  private mutating func line(_ id: String, _ numbers: [Double?], _ outcome: String) -> String {
    guard isJSON else {
      return CSVText.line([.text(id)] + numbers.map { CSVText.Value.number($0) } + [.text(outcome)])
    }
    let values = [.string(id)] + numbers.map { JSONText.optional($0) } + [.string(outcome)]
    let text = JSONText.object(zip(Self.columns, values).map { (key: $0, value: $1) }).rendered(
      indented: false)
    defer { hasRows = true }
    return (hasRows ? ", " : "[ ") + text
  }
}

/// Restores the order of elements that arrive in any order.
struct InOrder<Element> {
  private var next = 0
  private var waiting: [Int: Element] = [:]

  /// - Parameter position: counted from 0, each once.
  /// - Returns: the elements that can be released now, in order.
  mutating func released(by element: Element, at position: Int) -> [Element] {
    waiting[position] = element
    var released: [Element] = []
    while let element = waiting.removeValue(forKey: next) {
      released.append(element)
      next += 1
    }
    return released
  }
}
