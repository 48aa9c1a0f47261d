internal import HRDiagnostics
internal import HRDoctor
internal import HRRecordings
internal import HRSignals

/// What is suspicious about one recording, as `inspect` says it below the recording's facts.
struct ExamView {
  private let findings: [(finding: DataFinding, reason: String?)]

  /// - Parameters:
  ///   - recording: as it was loaded, before any scenario.
  ///   - dataset: whose descriptor may know of findings.
  init(_ recording: Recording, of dataset: Dataset) {
    self.init(
      Doctor.examine(recording, needsReference: dataset.hasReference).findings,
      acknowledged: dataset.descriptor.acknowledged, id: recording.id)
  }

  /// - Parameters:
  ///   - findings: of the recording.
  ///   - acknowledged: what its descriptor knows of.
  ///   - id: the recording's name.
  init(_ findings: [DataFinding], acknowledged: [AcknowledgedFinding], id: String) {
    self.findings = findings.map { finding in
      (finding, acknowledged.first { $0.covers(finding.kind, of: id) }?.reason)
    }
  }

  /// Names of those that the descriptor does not know of.
  var open: [String] { findings.filter { $0.reason == nil }.map(\.finding.kind.rawValue) }

  /// Findings, then those that are known; empty where there is none.
  var lines: [String] {
    let known = findings.filter { $0.reason != nil }
    return
      (findings.filter { $0.reason == nil }.flatMap { finding, _ in
        [
          "  finding    \(Self.heading(finding))", "             \(finding.evidence)",
          "             likely mend: \(finding.mend)",
        ]
      } + known.map { "  known      \(Self.heading($0.finding)); acknowledged: \($0.reason ?? "")" })
      .map(\.printable)
  }

  /// In the same order; `acknowledged` holds the reason, or null.
  var json: JSONText {
    .array(
      findings.map { finding, reason in
        .object([
          ("name", .string(finding.kind.rawValue)), ("place", .optional(finding.place)),
          ("evidence", .string(finding.evidence)), ("mend", .string(finding.mend)),
          ("acknowledged", .optional(reason)),
        ])
      })
  }

  /// `sampleRate, channel ppg: sample rate probably wrong`
  private static func heading(_ finding: DataFinding) -> String {
    [finding.kind.rawValue, finding.place].compactMap(\.self).joined(separator: ", ")
      + ": \(finding.kind.title)"
  }
}
