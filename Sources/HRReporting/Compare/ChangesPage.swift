package import HREvaluation
internal import HRSupport

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
          "\(changes.candidate) held against \(changes.baseline): no verdicts, since the two differ."),
        ChangesText(changes: changes).terminal(style),
      ] + notes).joined(separator: "\n")
  }
}
