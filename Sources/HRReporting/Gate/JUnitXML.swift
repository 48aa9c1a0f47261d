internal import HREvaluation

/// `junit.xml`: one test case per (scenario, detector), as CI systems show them. A regression is a failure, too
/// little data an error. Each gives the change of the error, and the windows it is over.
struct JUnitXML {
  let gate: Gate
  /// True if new findings about the data count as a test that failed.
  var refusesFindings = false

  var text: String {
    let more = refusesFindings ? 1 : 0
    let failures = gate.rows.count { $0.decision == .regressed } + more
    let errors = gate.rows.count { $0.decision == .cannotTell }
    let counts =
      "tests=\"\(gate.rows.count + more)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\""
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"hreval gate\" \(counts)>",
      "  <testsuite name=\"\(SVGText.escaped(gate.plan.name))\" \(counts)>",
    ]
    for row in gate.rows {
      var inside: [String] = []
      if row.decision != .held {
        inside.append(
          problem(row.decision == .regressed ? "failure" : "error", row.decision.rawValue, row.reasons))
      }
      inside.append(Self.output(output(row)))
      lines += testCase(row.scenario, row.detector, inside)
    }
    lines += dataLines + ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Lines on the findings about the data that are new or gone.
  private var dataLines: [String] {
    var lines: [String] = []
    let news = gate.findings.news
    if refusesFindings { lines += testCase("data", "new findings", [problem("failure", "newFinding", news)]) }
    let said = news + [gate.findings.goneLine].compactMap(\.self)
    if !said.isEmpty { lines.append("    " + Self.output(said.joined(separator: "; "))) }
    return lines
  }

  /// - Parameter inside: the elements in it.
  private func testCase(_ group: String, _ name: String, _ inside: [String]) -> [String] {
    let opening =
      "    <testcase classname=\"\(SVGText.escaped("\(gate.plan.name).\(group)"))\" name=\"\(SVGText.escaped(name))\""
    return inside.isEmpty
      ? ["\(opening)/>"] : ["\(opening)>"] + inside.map { "      \($0)" } + ["    </testcase>"]
  }

  private func problem(_ element: String, _ type: String, _ reasons: [String]) -> String {
    "<\(element) type=\"\(type)\" message=\"\(SVGText.escaped(reasons.joined(separator: "; ")))\"/>"
  }

  private static func output(_ text: String) -> String {
    "<system-out>\(SVGText.escaped(text))</system-out>"
  }

  /// Returns the change of the error in words.
  private func output(_ row: Gate.Row) -> String {
    let change = row.overall.map { "the error changed by \(fixed($0.deltaBPM, decimals: 2)) bpm" }
    return "\(change ?? "no change of the error is known") \(row.extent.words)"
  }
}
