internal import HRResults
internal import HRSystem
package import HRDiagnostics
internal import HRSignals

/// A baseline as JSON: written by `hreval baseline`, read by `hreval gate`, kept under version control.
package enum BaselineFile {
  private static let format = "hreval-baseline"
  /// Wide enough for any run, narrow enough for sums of them.
  private static let count = Shape.integer(0...1_000_000_000)
  private static let error = Shape.number(0...1e100)

  /// The form of the file, for `hreval schema baseline` and for reading.
  package static let shape = Shape.object(
    ObjectShape(
      "the baseline",
      [
        .init("format", .choice([format]), required: true, "Tells the file from others."),
        .init(
          "version", .integer(FormatVersion.readableBaselines), required: true, "Version of this format."),
        .init("hreval", .string, required: true, "Version of the program that made it."),
        .init("experiment", .string, required: true, "Name of the experiment."),
        .init(
          "seed", .either([count, .string]), required: true,
          "The experiment's seed; as text when it is very large."),
        .init(
          "marginBPM", .number(0...100), required: true,
          "A mean absolute error may rise by less than so much; edit it to taste."),
        .init(
          "coveragePoints", .number(0...100), required: true,
          "Coverage may fall by so many percentage points; edit it to taste."),
        .init(
          "measurand", .choice(Measurand.allCases.map(\.rawValue)), fallback: Measurand.heartRate.rawValue,
          "What was estimated; baselines of version 1 do not say it."),
        .init(
          "mode", .choice(MeasurementMode.allCases.map(\.rawValue)), required: true, "continuous or spot."),
        .init(
          "windowSeconds", .optional(.number(nil)), required: true,
          "null: the whole recording, or what \"windows\" says."),
        .init("hopSeconds", .number(nil), required: true, "From one window's start to the next."),
        .init("windows", .string, "How recordings were cut, where the keys before do not say all of it."),
        .init("recordings", .list(.object(recording)), required: true, "What was measured on."),
        .init("rows", .list(.object(row)), required: true, "One per scenario and detector."),
      ]))

  private static let recording = ObjectShape(
    "a recording",
    [
      .init("dataset", .string, required: true, "Its data set."),
      .init("id", .string, required: true, "Its name."),
      .init("windows", count, required: true, "Full windows."),
      .init("sha256", .list(.string), required: true, "Of each of its files."),
    ])

  private static let row = ObjectShape(
    "a row",
    [
      .init("scenario", .string, required: true, "Label of the scenario."),
      .init("steps", .string, required: true, "What the scenario does to the signals."),
      .init("detector", .string, required: true, "Label of the detector."),
      .init("definition", .string, required: true, "Name and version of the detector."),
      .init("referenceWindows", .list(count), required: true, "Windows with a reference, per recording."),
      .init("estimates", .list(count), required: true, "Windows with an estimate as well, per recording."),
      .init(
        "maeBPM", .list(.optional(error)), required: true,
        "Mean absolute error, per recording; null without an estimate."),
    ])

  package static func text(_ baseline: Baseline) -> String {
    let windows: [(key: String, value: JSONText)] =
      baseline.windows.map { [("windows", .string($0))] } ?? []
    return JSONText.object(
      [
        ("format", .string(format)), ("version", .integer(FormatVersion.baseline)),
        ("hreval", .string(baseline.hreval)),
        ("experiment", .string(baseline.experiment)), ("seed", .seed(baseline.seed)),
        ("marginBPM", .number(baseline.marginBPM)),
        ("coveragePoints", .number(baseline.coveragePoints)),
        ("measurand", .string(baseline.measurand.rawValue)), ("mode", .string(baseline.mode)),
        ("windowSeconds", .optional(baseline.windowSeconds)), ("hopSeconds", .number(baseline.hopSeconds)),
      ] + windows + [
        (
          "recordings",
          .array(
            baseline.recordings.map {
              .object([
                ("dataset", .string($0.dataset)), ("id", .string($0.id)), ("windows", .integer($0.windows)),
                ("sha256", .array($0.sha256.map { .string($0) })),
              ])
            })
        ),
        (
          "rows",
          .array(
            baseline.rows.map { row in
              .object([
                ("scenario", .string(row.scenario)), ("steps", .string(row.steps)),
                ("detector", .string(row.detector)),
                ("definition", .string(row.definition)),
                ("referenceWindows", .array(row.figures.map { .integer($0.referenceWindows) })),
                ("estimates", .array(row.figures.map { .integer($0.estimates) })),
                ("maeBPM", .array(row.figures.map { .optional($0.maeBPM) })),
              ])
            })
        ),
      ]
    ).rendered()
  }

  /// Reads a baseline.
  ///
  /// - Throws: everything that is wrong with it.
  package static func read(_ path: String) throws(Diagnostics) -> Baseline {
    let text = try TextFile.read(path, what: "baseline")
    let document: JSONDocument
    do {
      document = try JSONDocument(text, file: path)
    } catch {
      throw Diagnostics(error)
    }
    var problems = document.problems(against: shape)
    guard problems.isEmpty else { throw Diagnostics(problems) }
    let root = document.root
    let again = "write the baseline again: hreval baseline RUN"
    for key in ["recordings", "rows"] {
      guard let list = root[key], list.elements?.isEmpty == true else { continue }
      // Nothing would be judged, and the gate would hold whatever came.
      problems.append(document.problem("the baseline has no \(key)", at: list, hint: again))
    }
    let recordings = (root["recordings"]?.elements ?? []).map { node in
      Baseline.Recording(
        dataset: node["dataset"]?.string ?? "", id: node["id"]?.string ?? "",
        windows: node["windows"]?.integer ?? 0,
        sha256: node["sha256"]?.elements?.compactMap(\.string) ?? [])
    }
    let rows = (root["rows"]?.elements ?? []).map { node in
      for key in ["referenceWindows", "estimates", "maeBPM"] {
        guard let list = node[key], list.elements?.count != recordings.count else { continue }
        problems.append(
          document.problem(
            "\(key) has \(list.elements?.count ?? 0) entries for \(recordings.count) recordings", at: list,
            hint: again))
      }
      let windows = node["referenceWindows"]?.elements ?? []
      let estimates = node["estimates"]?.elements ?? []
      let errors = node["maeBPM"]?.elements ?? []
      for ((all, answered), error) in zip(zip(windows, estimates), errors) {
        let (all, count) = (all.integer ?? 0, answered.integer ?? 0)
        if count > all {
          problems.append(
            document.problem(
              "\(count) estimates in \(all) windows with a reference", at: answered, hint: again))
        } else if (count > 0) != (error.number != nil) {
          problems.append(
            document.problem(
              count > 0
                ? "\(count) estimate\(count == 1 ? "" : "s") without an error"
                : "an error without an estimate", at: error,
              hint: again))
        }
      }
      return Baseline.Row(
        scenario: node["scenario"]?.string ?? "", steps: node["steps"]?.string ?? "",
        detector: node["detector"]?.string ?? "",
        definition: node["definition"]?.string ?? "",
        figures: zip(windows, zip(estimates, errors)).map { windows, rest in
          Baseline.Figure(
            referenceWindows: windows.integer ?? 0, estimates: rest.0.integer ?? 0, maeBPM: rest.1.number)
        })
    }
    problems += repetitions("recording", in: root["recordings"], document) {
      "\($0["dataset"]?.string ?? "")/\($0["id"]?.string ?? "")"
    }
    problems += repetitions("row", in: root["rows"], document) {
      "\($0["detector"]?.string ?? ""), \($0["scenario"]?.string ?? "")"
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return Baseline(
      hreval: root["hreval"]?.string ?? "", experiment: root["experiment"]?.string ?? "",
      seed: root["seed"]?.integer.map { UInt64(clamping: $0) } ?? root["seed"]?.string.flatMap {
        UInt64($0, radix: 10)
      } ?? 0,
      marginBPM: root["marginBPM"]?.number ?? 0, coveragePoints: root["coveragePoints"]?.number ?? 0,
      measurand: root["measurand"]?.string.flatMap { Measurand(rawValue: $0) } ?? .heartRate,
      mode: root["mode"]?.string ?? "", windowSeconds: root["windowSeconds"]?.number,
      hopSeconds: root["hopSeconds"]?.number ?? 0, windows: root["windows"]?.string, recordings: recordings,
      rows: rows)
  }

  /// What stands in a list twice; only one of the two would be judged.
  private static func repetitions(
    _ what: String, in list: JSONNode?, _ document: JSONDocument, name: (JSONNode) -> String
  ) -> [Diagnostic] {
    var seen: Set<String> = []
    return (list?.elements ?? []).compactMap { node in
      seen.insert(name(node)).inserted
        ? nil : document.problem("the \(what) \(name(node)) stands twice", at: node, hint: "keep one")
    }
  }
}

extension JSONText {
  /// A seed as a number, or as text where it is larger than JSON readers take for whole numbers.
  package static func seed(_ seed: UInt64) -> JSONText {
    Int(exactly: seed).map { .integer($0) } ?? .string(String(seed))
  }
}
