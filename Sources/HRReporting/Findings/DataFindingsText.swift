internal import HRSupport
package import HREvaluation
internal import HRSignals

/// Suspicious properties of the data, as text for people. It comes before every figure that is made from the data.
package struct DataFindingsText: Sendable {
  private let findings: DataFindings
  /// Maximum number of rows; longer lists are in `results.json`.
  private static let mostRows = 60

  package init(_ findings: DataFindings) {
    self.findings = findings
  }

  // MARK: Terminal

  /// Returns the findings, then the acknowledged ones, then those that a descriptor acknowledges and no check found;
  /// empty if there is nothing to report.
  ///
  /// - Parameters:
  ///   - style: width and colours of the terminal.
  ///   - examined: recordings that were examined, if not all: `the recordings that were opened`.
  ///   - tellsUnmet: whether to report what descriptors acknowledge and no check found.
  package func terminal(
    _ style: TableStyle, of examined: String? = nil, tellsUnmet: Bool = true
  ) -> [String] {
    var lines = open(style, of: examined)
    let known = findings.acknowledged
    if !known.isEmpty {
      lines.append(style.bold("Acknowledged by the descriptor:"))
      lines += known.map { style.prose("  " + Self.known($0), indent: 4) }
    }
    if tellsUnmet, let unmet { lines.append(style.prose(unmet)) }
    return lines
  }

  /// Returns only the findings that no descriptor acknowledges.
  package func open(_ style: TableStyle, of examined: String? = nil) -> [String] {
    guard !findings.open.isEmpty else { return [] }
    let place = examined.map { " in \($0)" } ?? ""
    return [
      style.bold(style.prose("Do the data make sense? \(counted(findings.open.count, "finding"))\(place):"))
    ]
      + findings.open.flatMap { group in
        [
          style.prose("  \(Self.heading(group))", indent: 4),
          style.prose("    \(Self.evidence(group))", indent: 6),
          style.prose("    \(Self.mend(group))", indent: 6),
        ]
      }
  }

  /// Reason for the exit code 1 under `--strict`; `nil` if all findings are acknowledged.
  package var strictReason: String? {
    let names = findings.open.map(\.kind.rawValue).distinct
    guard !names.isEmpty else { return nil }
    return Self.strictReason(names)
  }

  /// - Parameter names: names of findings that are not acknowledged.
  package static func strictReason(_ names: [String]) -> String {
    "--strict: no descriptor acknowledges \(names.firstFew), so the exit code is 1"
  }

  // MARK: Sentences

  /// `sampleRate: sample rate probably wrong; demo, channel ppg, in 3 of 12 recordings (s01, s02, s05).`
  static func heading(_ group: DataFindings.Group) -> String {
    "\(group.kind.rawValue): \(group.kind.title); \(place(group))."
  }

  /// `demo, channel ppg, in 3 of 12 recordings (s01, s02, s05)`
  static func place(_ group: DataFindings.Group) -> String {
    [group.dataset, group.place, recordings(group)].compactMap(\.self).joined(separator: ", ")
  }

  /// `in 3 of 12 recordings (s01, s02, s05)`
  private static func recordings(_ group: DataFindings.Group) -> String {
    let names = group.recordings.map(\.id)
    if group.ofRecordings == 1 { return "in \(names.firstFew)" }
    return names.count == group.ofRecordings
      ? "in all \(group.ofRecordings) recordings"
      : "in \(names.count) of \(group.ofRecordings) recordings (\(names.firstFew))"
  }

  /// Returns the evidence of the first recording, as an example for all.
  static func evidence(_ group: DataFindings.Group) -> String {
    guard let first = group.recordings.first else { return "" }
    return sentence(group.recordings.count > 1 ? "\(first.id): \(first.evidence)" : first.evidence)
  }

  static func mend(_ group: DataFindings.Group) -> String {
    group.recordings.first.map { sentence("Likely remedy: \($0.mend)") } ?? ""
  }

  private static func known(_ group: DataFindings.Group) -> String {
    sentence("\(group.kind.rawValue): \(group.kind.title); \(place(group)): \(group.reason ?? "")")
  }

  private var unmet: String? {
    guard !findings.unmet.isEmpty else { return nil }
    let names = findings.unmet.map(\.words).distinct
    return "Acknowledged, but not found: \(names.joined(separator: ", "))."
  }

  private static func sentence(_ text: String) -> String {
    let text = text.printable
    return text.last.map { ".!?".contains($0) } ?? true ? text : text + "."
  }

  // MARK: Pages

  /// Blocks of a section of its own; empty if there is nothing to report.
  var blocks: [Block] {
    let known = findings.acknowledged
    guard !findings.open.isEmpty || !known.isEmpty || !findings.unmet.isEmpty else { return [] }
    var parts: [Block] = [.heading(2, "Do the data make sense?")]
    if !findings.open.isEmpty {
      parts += [
        .paragraph(
          "\(counted(findings.open.count, "finding")). Each is a suspicion with its evidence, not a verdict. The figures below use the data as they are."
        ),
        .list(findings.open.map(Self.entry)),
      ]
      if let everyRecording { parts.append(.fold("Each recording by itself", everyRecording)) }
    }
    if !known.isEmpty {
      parts.append(
        .fold(
          "Acknowledged by the descriptor: \(known.count)",
          [.list(known.map { "\(Self.known($0)) \(Self.evidence($0))" })]))
    }
    if let unmet { parts.append(.sentence(unmet)) }
    return parts
  }

  private static func entry(_ group: DataFindings.Group) -> Prose {
    "**\(group.kind.title)** (\(code: group.kind.rawValue)): \(place(group)). \(evidence(group)) \(mend(group))"
  }

  /// Evidence of all recordings; `nil` if each finding is of one recording.
  private var everyRecording: [Block]? {
    guard findings.open.contains(where: { $0.recordings.count > 1 }) else { return nil }
    let rows = findings.open.flatMap { group in
      group.recordings.map { one -> [Cell] in
        [.text("\(group.dataset)/\(one.id)"), .text(group.kind.rawValue), .text(one.evidence)]
      }
    }
    let table = Table(
      columns: [.left("recording"), .left("finding"), .left("evidence")],
      rows: Array(rows.prefix(Self.mostRows)))
    let more = rows.count - Self.mostRows
    return [.table(table)]
      + (more > 0 ? [.paragraph("… and \(grouped(more)) more; `results.json` lists all of them.")] : [])
  }
}

extension DataFindings.Absent {
  /// `samePerson (demo)`
  var words: String { "\(kind.rawValue) (\(dataset))" }
}
