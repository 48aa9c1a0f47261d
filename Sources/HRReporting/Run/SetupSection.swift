internal import HREvaluation
internal import HRRunning
internal import HRSignals

/// "What was run": data, windows, tolerance, detectors, scenarios, recordings.
struct SetupSection {
  let evaluation: Evaluation
  /// Maximum number of recordings; longer lists are in `results.json`.
  private static let mostRecordings = 60

  var blocks: [Block] {
    var parts: [Block] = [
      .list(facts), .table(datasets), .table(detectors), .table(scenarios),
      .heading(3, "Recordings"),
    ]
    let failed = evaluation.recordings.filter { $0.failure != nil }
    if !failed.isEmpty {
      let table = Table(
        columns: [.left("recording"), .left("why")],
        rows: evaluation.failureGroups.map { [.text($0.nameText), .text($0.reason)] })
      parts += [
        .paragraph("\(failed.count) of \(evaluation.recordings.count) recordings could not be used:"),
        .table(table),
      ]
    }
    let used = evaluation.recordings.filter { $0.failure == nil }
    let partly = evaluation.partialFailureGroups
    if !partly.isEmpty {
      let count = used.count { !$0.partialFailures.isEmpty }
      let table = Table(
        columns: [.left("scenario"), .left("recording"), .left("why")],
        rows: partly.map { [.text($0), .text($1.nameText), .text($1.reason)] })
      parts += [
        .paragraph("\(count) of the recordings used could not be used in some scenarios:"), .table(table),
      ]
    }
    parts.append(.table(recordings(Array(used.prefix(Self.mostRecordings)))))
    if used.count > Self.mostRecordings {
      parts.append(
        .paragraph("… and \(used.count - Self.mostRecordings) more; `results.json` lists all of them."))
    }
    return parts
  }

  private var facts: [Prose] {
    let plan = evaluation.plan
    let used = evaluation.recordings.filter { $0.failure == nil }
    let subjects = Set(
      used.compactMap { recording in recording.subject.map { "\(recording.dataset)/\($0)" } })
    let windows = used.reduce(0) { $0 + $1.windows }
    let referenced = used.reduce(0) { $0 + $1.referenceWindows }
    let share: Prose =
      windows > 0 ? " (\(fixed(100 * Double(referenced) / Double(windows), decimals: 1)) %)" : ""
    let within = plan.tolerance.exactWords
    let known = subjects.isEmpty ? "subjects not stated" : "\(subjects.count) subjects"
    let measured: Prose =
      plan.windowPlans.count > 1
      ? "every scenario was measured by each"
      : "\(grouped(windows)) in all, of which \(grouped(referenced))\(share) have a reference rate"
    let (rate, events) = (plan.measurand.words, plan.measurand.events)
    let lines: [Prose?] = [
      plan.variability.map { rule in
        "Measurand: \(MeasuredQuantity.hrv.words); \(rule.described)"
      } ?? (events == "beats" ? nil : "Measurand: the \(rate); bpm stands for \(events) per minute"),
      plan.split.map { "Part: this is \($0.words)" },
      "Recordings: \(FlowText(flow: evaluation.flow).text); \(known)",
      "Windows: \(plan.windowsDescribed) (\(plan.mode.rawValue) mode); \(measured)",
      "Tolerance: an estimate is right within \(within)",
      "Seed \(plan.seed), hreval \(plan.hreval)",
      plan.mixedMathematicsSentence.map { "Machines: \($0)" },
    ]
    return lines.compactMap(\.self)
  }

  private var datasets: Table {
    Table(
      columns: [.left("data set"), .init("recordings"), .left("reference"), .left("licence"), .left("cite")],
      rows: evaluation.plan.datasets.map { note in
        [
          .text(note.name), .count(evaluation.recordings.count { $0.dataset == note.name }),
          .text(note.reference),
          note.license.map { .text($0) } ?? .missing("not stated"),
          note.citation.map { .text($0) } ?? .missing("not stated"),
        ]
      })
  }

  private var detectors: Table {
    Table(
      columns: [.left("detector"), .left("pulse wave from"), .left("filters"), .left("method")],
      rows: evaluation.plan.detectors.map { note in
        [
          .text(note.label), .text(note.waveText), .text(note.filters.isEmpty ? "–" : note.filters.chain),
          .text(note.methodText),
        ]
      })
  }

  private var scenarios: Table {
    Table(
      columns: [.left("scenario"), .left("what is done to the signal"), .init("repeats")],
      rows: evaluation.plan.scenarios.map { note in
        [
          .text(note.label), .text(note.steps.isEmpty ? "nothing" : note.steps.chain), .count(note.repeats),
        ]
      })
  }

  private func recordings(_ rows: [Evaluation.RecordingRow]) -> Table {
    Table(
      columns: [
        .left("recording"), .left("subject"),
        .init("length", unit: "s"), .init("windows"), .init("with reference", unit: "%"),
      ],
      rows: rows.map { row in
        [
          .text(row.name), row.subject.map { .text($0) } ?? .missing("not stated"),
          .number(row.seconds, decimals: 1), .count(row.windows),
          .optional(
            row.windows > 0 ? 100 * Double(row.referenceWindows) / Double(row.windows) : nil, decimals: 1),
        ]
      })
  }
}

extension RunPlan.DetectorNote {
  /// `ppg@1 or red@1`, `recordedTrace@1 (…)`
  fileprivate var waveText: String {
    if let recordedTrace { return recordedTrace.text }
    return extractors.isEmpty ? "–" : extractors.joined(separator: " or ")
  }

  /// `fft@1 (…), where skewness@1 (…)`
  fileprivate var methodText: String {
    detector.text
      + (acceptWhen.isEmpty ? "" : ", where " + acceptWhen.map(\.text).joined(separator: " and "))
      + (confidenceFrom.map { "; confidence from \($0.text)" } ?? "")
      + (scenarios.map { "; in \($0.map(Findings.named).joined(separator: ", ")) only" } ?? "")
  }
}
