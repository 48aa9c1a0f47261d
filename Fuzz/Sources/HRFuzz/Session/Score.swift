internal import Foundation

/// Counts of cases and findings so far, by kind.
struct Score {
  private struct Row {
    let kind: String
    var cases = 0
    var tally = Tally()
    var findings = 0
    var seconds = Duration.zero
  }

  private var rows: [Row]
  /// Number of findings of each family, in the order of the first.
  private var families: [(name: String, count: Int)] = []
  /// Number of findings of a family that are printed in full.
  private static let mostOfFamily = 2

  init(_ kinds: [String]) { rows = kinds.map { Row(kind: $0) } }

  var isClean: Bool { families.isEmpty }

  mutating func isNew(_ finding: Finding, of kind: String) -> Bool {
    let family = "\(kind): \(finding.family)"
    guard let index = families.firstIndex(where: { $0.name == family }) else {
      families.append((family, 1))
      return true
    }
    families[index].count += 1
    return families[index].count <= Self.mostOfFamily
  }

  mutating func add(_ tally: Tally, kind: String, seconds: Duration) {
    guard let index = rows.firstIndex(where: { $0.kind == kind }) else { return }
    rows[index].cases += 1
    rows[index].findings += tally.findings.count
    rows[index].seconds += seconds
    var counted = tally
    counted.findings = []
    rows[index].tally += counted
  }

  var line: String {
    rows.map { "\($0.kind) \($0.tally.mutants)" }.joined(separator: ", ")
      + ", \(families.count) kinds of findings"
  }

  func table(calls: Int) -> String {
    let header = ["kind", "cases", "inputs", "through run", "kills", "workers lost", "findings", "seconds"]
    let lines =
      [header]
      + rows.map { row in
        [
          row.kind, "\(row.cases)", "\(row.tally.mutants)", "\(row.tally.runs)", "\(row.tally.kills)",
          "\(row.tally.deadWorkers)", "\(row.findings)", "\(row.seconds.components.seconds)",
        ]
      }
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    var text = lines.map { line in
      line.enumerated().map { column, cell in
        let gap = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + gap : gap + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
    for family in families { text += "\n\(family.count) x \(family.name)" }
    let inputs = rows.reduce(0) { $0 + $1.tally.mutants }
    let verdict = isClean ? "every promise kept" : "\(families.count) kinds of findings"
    return text + "\nprogram: \(inputs) inputs and cases in \(calls) calls, \(verdict)"
  }
}
