internal import HRRunning
package import HRSupport
internal import HRSignals

/// A baseline as JSON: written by `hreval baseline`, read by `hreval gate`, kept under version control.
package enum BaselineFile {
  /// Limits are wide enough for any run, and narrow enough for sums of its numbers.
  private static let count = JSONForm<Int>.integer(0...1_000_000_000)
  private static let error = JSONForm<Double>.number(0...1e100)

  private static let file = JSONFileForm(
    "hreval-baseline", "baseline", version: FormatVersion.baseline, again: again, isOpen: false,
    JSONForm<Baseline>.object(
      "the baseline",
      Baseline.init(
        hreval:origin:experiment:seed:marginBPM:coveragePoints:successPoints:grossPoints:measurand:margins:
        mode:
        windowSeconds:hopSeconds:windows:datasets:recordings:scenarios:rows:detectors:findings:),
      .init("hreval", \.hreval, .text, "Version of the program that made it."),
      .init(ifAnyMembersOf: \.origin, origin),
      .init("experiment", \.experiment, .text, "Name of the experiment."),
      .init("seed", \.seed, .seed, "The experiment's seed; as text when it is very large."),
      .init(
        "marginBPM", \.marginBPM, .number(0...100),
        "A mean absolute error may rise by less than so much; edit it to taste."),
      .init(
        "coveragePoints", \.coveragePoints, .number(0...100),
        "Coverage may fall by so many percentage points; edit it to taste."),
      .init(
        "successPoints", \.successPoints, .number(0...100), fallback: Baseline.defaultSuccessPoints,
        "The success rate may fall by so many percentage points; edit it to taste."),
      .init(
        "grossPoints", \.grossPoints, .number(0...100), fallback: Baseline.defaultGrossPoints,
        "The share of windows with a gross error may rise by so many percentage points; edit it to taste."),
      .init("measurand", \.measurand, .choice, "What was estimated."),
      .init(
        "margins", ifAny: \.margins, VariabilityKey.numbers("\"margins\""),
        "Of heart-rate variability: by how much the error of each figure may rise, in its unit; edit it to taste."
      ),
      .init("mode", \.mode, .choice, "continuous or spot."),
      .init(
        "windowSeconds", \.windowSeconds, .optional(.number),
        "null: the whole recording, or what \"windows\" says."),
      .init("hopSeconds", \.hopSeconds, .number, "From one window's start to the next."),
      .init(
        "windows", ifAny: \.windows, .text,
        "How recordings were cut, where the keys before do not say all of it."),
      .init("datasets", \.datasets, .list(dataset), "Data sets that were judged on."),
      .init("recordings", \.recordings, .list(recording), "What was measured on."),
      .init("scenarios", \.scenarios, .list(scenario), "Scenarios that were judged."),
      .init("rows", \.rows, .list(row), "One per scenario and detector."),
      .init(
        "detectors", ifAny: \.detectors, .list(StoredPlan.detector),
        "What was on trial, with all parameters and the digests of programs."),
      .init(
        "findings", \.findings, .map(.list(JSONForm<DataFinding.Kind>.choice)),
        "Names of what was suspicious about the data, by data set.")
    ).checked(check))

  private static let origin = JSONForm<Baseline.Origin>.object(
    "the origin", Baseline.Origin.init(made:commit:hasUncommittedChanges:),
    .init("made", \.made, time, "When the run ended that it was made from: 2026-01-02T03:04:05Z."),
    .init("commit", ifAny: \.commit, .text, "Commit of the sources that hreval was built from, if known."),
    .init(
      "uncommittedChanges", \.hasUncommittedChanges, .boolean, fallback: false,
      "Whether these sources differed from the commit."))

  private static let time = JSONForm<String>.text.checked { text, node, reading in
    if (try? Date(text, strategy: .iso8601)) == nil {
      reading.problem("\"\(text)\" is no time", at: node, hint: "written like 2026-01-02T03:04:05Z")
    }
  }

  private static let dataset = JSONForm<ReferenceChoice>.object(
    "a data set", ReferenceChoice.init(name:reference:kind:offsetSeconds:descriptorSHA256:),
    .init("name", \.name, .text, "Its name."),
    .init("reference", \.reference, .text, "The reference that was used."),
    .init("referenceKind", \.referenceKind, .optional(.text), "What the descriptor gives it as."),
    .init(
      "offsetSeconds", \.offsetSeconds, .optional(.number),
      "What the descriptor adds to the reference's times."),
    .init("descriptorSHA256", \.descriptorSHA256, .optional(.text), "SHA-256 of the descriptor."))

  private static let recording = JSONForm<Baseline.Recording>.object(
    "a recording", Baseline.Recording.init,
    .init("dataset", \.dataset, .text, "Its data set."),
    .init("id", \.id, .text, "Its name."),
    .init("windows", \.windows, count, "Full windows."),
    .init("sha256", \.sha256, .list(.text), "Of each of its files."))

  private static let numbers = JSONForm<String>.text.mapped(
    to: { WindowNumbers(text: $0) }, from: { $0.text },
    spoken: "base64 of four bytes per window, each a finite number or none")

  private static let scenario = JSONForm<Baseline.Scenario>.object(
    "a scenario", Baseline.Scenario.init,
    .init("scenario", \.label, .text, "Its label."),
    .init(
      "noise", ifAny: \.noise, .text,
      "The label as written, from which its noise follows with the seed; left out where it does nothing to the signals."
    ),
    .init(
      "references", \.references, .list(numbers),
      "The references in beats (breaths) per minute, one text per recording: base64 of 32-bit floating-point numbers, lowest byte first, one per window of all repeats in order (of tries each try's), NaN where there is none."
    ))

  private static let row = JSONForm<Baseline.Row>.object(
    "a row", Baseline.Row.init(scenario:steps:detector:definition:windows:estimates:maeBPM:errors:),
    .init("scenario", \.scenario, .text, "Label of the scenario."),
    .init("steps", \.steps, .text, "What the scenario does to the signals."),
    .init("detector", \.detector, .text, "Label of the detector."),
    .init("definition", \.definition, .text, "Name and version of the detector."),
    .init("referenceWindows", \.windows, .list(count), "Windows with a reference, per recording."),
    .init("estimates", \.estimates, .list(count), "Windows with an estimate as well, per recording."),
    .init(
      "maeBPM", \.maeBPM, .list(.optional(error)),
      "Mean absolute error, per recording; null without an estimate."),
    .init(
      "errors", \.errors, .list(numbers),
      "Estimate − reference, one text per recording, coded as the scenario's references: one number per window of all repeats in order (of tries that of the chosen one), NaN without an estimate or a reference."
    ))

  /// The form of the file, for `hreval schema baseline`.
  package static var shape: Shape { file.shape }

  package static func text(_ baseline: Baseline) -> String { file.text(baseline) }

  /// Reads a baseline.
  ///
  /// - Throws: every problem of the file.
  package static func read(_ path: String) throws(Diagnostics) -> Baseline {
    try file.read(try TextFile.read(path, what: "baseline"), file: path)
  }

  private static let again = "write the baseline again: hreval baseline RUN"

  /// Checks relations between members, which their forms cannot express.
  @Sendable private static func check(_ baseline: Baseline, _ root: JSONNode, _ reading: inout JSONReading) {
    let lists = (recordings: root["recordings"]?.elements ?? [], rows: root["rows"]?.elements ?? [])
    for (key, list) in [("recordings", lists.recordings), ("rows", lists.rows)] where list.isEmpty {
      // No row would be judged, and the gate would hold for any run.
      reading.problem("the baseline has no \(key)", at: root[key] ?? root, hint: again)
    }
    for (row, node) in zip(baseline.rows, lists.rows) {
      check(row, node, recordings: baseline.recordings.count, &reading)
    }
    checkWindows(baseline, root, lists.rows, &reading)
    repetitions("recording", baseline.recordings.map(\.name), lists.recordings, &reading)
    repetitions("row", baseline.rows.map { "\($0.detector), \($0.scenario)" }, lists.rows, &reading)
  }

  private static func check(
    _ row: Baseline.Row, _ node: JSONNode, recordings: Int, _ reading: inout JSONReading
  ) {
    for key in ["referenceWindows", "estimates", "maeBPM", "errors"] {
      hasEntries(key, node, recordings: recordings, &reading)
    }
    let (answered, errors) = (node["estimates"]?.elements ?? [], node["maeBPM"]?.elements ?? [])
    for (figure, (answered, error)) in zip(row.figures, zip(answered, errors)) {
      let count = figure.estimates
      if count > figure.referenceWindows {
        reading.problem(
          "\(count) estimates in \(figure.referenceWindows) windows with a reference", at: answered,
          hint: again)
      } else if (count > 0) != (figure.maeBPM != nil) {
        reading.problem(
          count > 0
            ? "\(count) estimate\(count == 1 ? "" : "s") without an error" : "an error without an estimate",
          at: error, hint: again)
      }
    }
  }

  /// Checks that windows are those of the figures.
  private static func checkWindows(
    _ baseline: Baseline, _ root: JSONNode, _ rows: [JSONNode], _ reading: inout JSONReading
  ) {
    let scenarios = root["scenarios"]?.elements ?? []
    repetitions("scenario", baseline.scenarios.map(\.label), scenarios, &reading)
    let recordings = baseline.recordings.count
    for node in scenarios { hasEntries("references", node, recordings: recordings, &reading) }
    for (row, node) in zip(baseline.rows, rows) {
      guard let scenario = baseline.scenario(row.scenario) else {
        reading.problem("the scenario \"\(row.scenario)\" has no references", at: node, hint: again)
        continue
      }
      guard let errors = node["errors"]?.elements, errors.count == recordings else { continue }
      for (figure, (references, text)) in zip(row.figures, zip(scenario.references, errors)) {
        check(figure, references, text, &reading)
      }
    }
  }

  /// Reports a list that has not one entry per recording.
  @discardableResult private static func hasEntries(
    _ key: String, _ node: JSONNode, recordings: Int, _ reading: inout JSONReading
  ) -> Bool {
    guard let list = node[key], let count = list.elements?.count, count != recordings else { return true }
    reading.problem("\(key) has \(count) entries for \(recordings) recordings", at: list, hint: again)
    return false
  }

  private static func check(
    _ figure: Baseline.Figure, _ references: WindowNumbers, _ node: JSONNode, _ reading: inout JSONReading
  ) {
    let (errors, windows) = (figure.errors.values.count, references.values.count)
    if errors == 0 ? windows > 0 : windows == 0 || windows % errors != 0 {
      // Each try has a reference, and the chosen one has an error.
      reading.problem(
        "errors of \(errors) windows, but references of \(windows)", at: node, hint: again)
    } else if figure.errors.known != figure.estimates {
      reading.problem(
        "\(figure.errors.known) errors of windows for \(figure.estimates) estimates", at: node, hint: again)
    }
  }

  /// Reports names that are in a list twice; only one of the two would be judged.
  private static func repetitions(
    _ what: String, _ names: [String], _ nodes: [JSONNode], _ reading: inout JSONReading
  ) {
    var seen: Set<String> = []
    for (name, node) in zip(names, nodes) where !seen.insert(name).inserted {
      reading.problem("the \(what) \(name) stands twice", at: node, hint: "keep one")
    }
  }
}

extension Baseline.Row {
  fileprivate init(
    scenario: String, steps: String, detector: String, definition: String, windows: [Int], estimates: [Int],
    maeBPM: [Double?], errors: [WindowNumbers]
  ) {
    self.init(
      scenario: scenario, steps: steps, detector: detector, definition: definition,
      figures: zip(windows, zip(estimates, maeBPM)).enumerated().map { recording, figure in
        .init(
          referenceWindows: figure.0, estimates: figure.1.0, maeBPM: figure.1.1,
          errors: recording < errors.count ? errors[recording] : .none)
      })
  }

  fileprivate var windows: [Int] { figures.map(\.referenceWindows) }
  fileprivate var estimates: [Int] { figures.map(\.estimates) }
  fileprivate var maeBPM: [Double?] { figures.map(\.maeBPM) }
  fileprivate var errors: [WindowNumbers] { figures.map(\.errors) }
}
