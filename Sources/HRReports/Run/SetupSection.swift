internal import HREvaluation
internal import HRResults
internal import HRSignals
internal import HRStatistics

/// "What was run": data, windows, tolerance, detectors, scenarios, recordings.
struct SetupSection {
  private let evaluation: Evaluation
  /// Longer lists are for `results.json`.
  private static let mostRecordings = 60

  init(_ evaluation: Evaluation) {
    self.evaluation = evaluation
  }

  var text: String {
    var parts = ["## What was run", facts, datasets.markdown, detectors.markdown, scenarios.markdown]
    parts.append("### Recordings")
    let failed = evaluation.recordings.filter { $0.failure != nil }
    if !failed.isEmpty {
      parts.append("\(failed.count) of \(evaluation.recordings.count) recordings could not be used:")
      parts.append(
        Table(
          columns: [.init("recording", alignment: .leading), .init("why", alignment: .leading)],
          rows: evaluation.failureGroups.map { [.text($0.nameText), .text($0.reason)] }
        ).markdown)
    }
    let used = evaluation.recordings.filter { $0.failure == nil }
    let partly = evaluation.partialFailureGroups
    if !partly.isEmpty {
      let count = used.count { !$0.partialFailures.isEmpty }
      parts.append("\(count) of the recordings used could not be used in some scenarios:")
      parts.append(
        Table(
          columns: [
            .init("scenario", alignment: .leading), .init("recording", alignment: .leading),
            .init("why", alignment: .leading),
          ], rows: partly.map { [.text($0), .text($1.nameText), .text($1.reason)] }
        ).markdown)
    }
    parts.append(recordings(Array(used.prefix(Self.mostRecordings))).markdown)
    if used.count > Self.mostRecordings {
      parts.append("… and \(used.count - Self.mostRecordings) more; `results.json` lists all of them.")
    }
    return parts.joined(separator: "\n\n")
  }

  private var facts: String {
    let plan = evaluation.plan
    let used = evaluation.recordings.filter { $0.failure == nil }
    var subjects: [String] = []
    for recording in used {
      guard let subject = recording.subject else { continue }
      let name = "\(recording.dataset)/\(subject)"
      if !subjects.contains(name) { subjects.append(name) }
    }
    let windows = used.reduce(0) { $0 + $1.windows }
    let referenced = used.reduce(0) { $0 + $1.referenceWindows }
    let share = windows > 0 ? " (\(fixed(100 * Double(referenced) / Double(windows), decimals: 1)) %)" : ""
    var within = "\(fixed(plan.withinBPM, decimals: 1)) bpm"
    if let percent = plan.withinPercent, percent > 0 {
      within += " or \(fixed(percent, decimals: 1)) % of the reference, whichever is wider"
    }
    var lines = [
      "- Recordings: \(used.count) used, \(evaluation.recordings.count - used.count) failed; "
        + (subjects.isEmpty ? "subjects not stated" : "\(subjects.count) subjects"),
      "- Windows: \(plan.windowsDescribed) (\(plan.mode.rawValue) mode); "
        + (plan.windowPlans.count > 1
          ? "every scenario was measured by each"
          : "\(grouped(windows)) in all, of which \(grouped(referenced))\(share) have a reference rate"),
      "- Tolerance: an estimate counts as right within \(within)",
      "- Seed \(plan.seed), hreval \(markdownEscaped(plan.hreval))",
    ]
    let (rate, events) = (plan.measurand.words, plan.measurand.events)
    if events != "beats" {
      lines.insert("- Measurand: the \(rate); bpm stands for \(events) per minute", at: 0)
    }
    return lines.joined(separator: "\n")
  }

  private var datasets: Table {
    Table(
      columns: [
        .init("data set", alignment: .leading), .init("recordings"), .init("reference", alignment: .leading),
        .init("licence", alignment: .leading), .init("cite", alignment: .leading),
      ],
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
      columns: [
        .init("detector", alignment: .leading), .init("pulse wave from", alignment: .leading),
        .init("filters", alignment: .leading), .init("method", alignment: .leading),
      ],
      rows: evaluation.plan.detectors.map { note in
        [
          .text(note.label), .text(note.waveText),
          .text(note.filters.isEmpty ? "–" : note.filters.chain),
          .text(note.methodText),
        ]
      })
  }

  private var scenarios: Table {
    Table(
      columns: [
        .init("scenario", alignment: .leading), .init("what is done to the signal", alignment: .leading),
        .init("repeats"),
      ],
      rows: evaluation.plan.scenarios.map { note in
        [
          .text(note.label),
          .text(note.steps.isEmpty ? "nothing" : note.steps.chain),
          .count(note.repeats),
        ]
      })
  }

  private func recordings(_ rows: [Evaluation.RecordingRow]) -> Table {
    Table(
      columns: [
        .init("recording", alignment: .leading), .init("subject", alignment: .leading),
        .init("length", unit: "s"), .init("windows"), .init("with reference", unit: "%"),
      ],
      rows: rows.map { row in
        [
          .text(row.name), row.subject.map { .text($0) } ?? .missing("not stated"),
          .number(row.seconds, decimals: 1), .count(row.windows),
          row.windows > 0
            ? .number(100 * Double(row.referenceWindows) / Double(row.windows), decimals: 1) : .missing(""),
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
