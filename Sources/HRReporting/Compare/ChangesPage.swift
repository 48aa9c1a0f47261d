package import HREvaluation
internal import HRRunning

/// Output of `hreval compare` on two runs of one experiment whose recordings, data or references differ: no verdicts,
/// but the changes in the windows that both have.
package struct ChangesPage: Sendable {
  private let changes: WindowChanges

  package init(_ changes: WindowChanges) { self.changes = changes }

  /// `changes.csv`
  package var files: [RunFile] { [RunFile(.changes) { ChangesCSV(changes: changes).text }] }

  package func terminal(_ style: TableStyle) -> String {
    let notes = changes.unpaired.map { style.prose("note: \($0)") }
    return
      ([
        style.prose(
          "\(changes.candidate) compared with \(changes.baseline): no verdicts, since the two differ."),
        ChangesText(changes: changes).terminal(style),
      ] + notes).joined(separator: "\n")
  }
}

/// `changes.csv`: one row per answer that differs between two runs, in the order of `windows.csv`.
struct ChangesCSV {
  let changes: WindowChanges

  /// Columns that every version of this file begins with.
  static let leading = [
    "recording", "dataset", "scenario", "repeat", "detector", "startSeconds", "endSeconds", "change",
    "crossed",
  ]
  private static let others = [
    "baselineOutcome", "outcome", "baselineBPM", "bpm", "baselineReferenceBPM", "referenceBPM",
    "baselineConfidence", "confidence", "baselineQuality", "quality", "baselineMotion", "motion",
    "baselineStartSeconds", "baselineEndSeconds",
  ]

  var text: String {
    var csv = CSVText(header: Self.leading + Self.others, capacity: 160 * (changes.changes.count + 1))
    for change in changes.changes {
      let detail = changes.detail(of: change)
      let (before, after) = (detail.before, detail.after)
      csv.row([
        .text(detail.recording), .text(detail.dataset), .text(detail.scenario),
        .count(detail.repetition ?? 1), .text(detail.detector), .number(after.range.start),
        .number(after.range.end), .text(change.kind.rawValue), .text(detail.crossing?.rawValue ?? ""),
        .text(before.outcome.text), .text(after.outcome.text), .number(before.bpm), .number(after.bpm),
        .number(before.reference.bpm), .number(after.reference.bpm), .number(before.confidence),
        .number(after.confidence), .text(before.quality ?? ""), .text(after.quality ?? ""),
        .text(Self.flag(before.motion)), .text(Self.flag(after.motion)), .number(before.range.start),
        .number(before.range.end),
      ])
    }
    return csv.text
  }

  private static func flag(_ flag: Bool?) -> String { flag.map { $0 ? "true" : "false" } ?? "" }
}
