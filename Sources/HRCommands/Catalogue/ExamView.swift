internal import HRSupport
internal import HRDoctor
internal import HRRecordings
internal import HRSignals

/// Findings about one recording, as `inspect` prints them below the recording's facts.
struct ExamView {
  private let findings: [(finding: DataFinding, reason: String?)]

  /// - Parameters:
  ///   - recording: as it was loaded, before any scenario.
  ///   - dataset: its data set, whose descriptor may acknowledge findings.
  init(_ recording: Recording, of dataset: Dataset) {
    self.init(
      Doctor.examine(recording, needsReference: dataset.hasReference).findings,
      acknowledged: dataset.descriptor.acknowledged, id: recording.id)
  }

  /// - Parameters:
  ///   - findings: of the recording.
  ///   - acknowledged: findings that its descriptor acknowledges.
  ///   - id: the recording's name.
  init(_ findings: [DataFinding], acknowledged: [AcknowledgedFinding], id: String) {
    self.findings = findings.map { finding in
      (finding, acknowledged.first { $0.covers(finding.kind, of: id) }?.reason)
    }
  }

  /// Names of the findings that the descriptor does not acknowledge.
  var open: [String] { findings.filter { $0.reason == nil }.map(\.finding.kind.rawValue) }

  /// Lines of the open findings, then of the acknowledged ones; empty without a finding.
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

  /// Findings in the given order; `acknowledged` has the reason, or null.
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
