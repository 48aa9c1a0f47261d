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
      let opening =
        "    <testcase classname=\"\(SVGText.escaped("\(gate.plan.name).\(row.scenario)"))\" name=\"\(SVGText.escaped(row.detector))\""
      let message = SVGText.escaped(row.reasons.joined(separator: "; "))
      var inside: [String] = []
      switch row.decision {
      case .held: break
      case .regressed, .cannotTell:
        let element = row.decision == .regressed ? "failure" : "error"
        inside.append("<\(element) type=\"\(row.decision.rawValue)\" message=\"\(message)\"/>")
      }
      inside.append("<system-out>\(SVGText.escaped(output(row)))</system-out>")
      lines += ["\(opening)>"] + inside.map { "      \($0)" } + ["    </testcase>"]
    }
    lines += dataLines + ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private var change: FindingsChangeText { FindingsChangeText(change: gate.findings) }

  /// Lines on the findings about the data that are new or gone.
  private var dataLines: [String] {
    var lines: [String] = []
    if refusesFindings {
      let message = SVGText.escaped(change.news.joined(separator: "; "))
      lines += [
        "    <testcase classname=\"\(SVGText.escaped("\(gate.plan.name).data"))\" name=\"new findings\">",
        "      <failure type=\"newFinding\" message=\"\(message)\"/>", "    </testcase>",
      ]
    }
    let said = change.news + [change.gone].compactMap(\.self)
    if !said.isEmpty {
      lines.append("    <system-out>\(SVGText.escaped(said.joined(separator: "; ")))</system-out>")
    }
    return lines
  }

  /// Returns the change of the error in words.
  private func output(_ row: Gate.Row) -> String {
    let change = row.overall.map { "the error changed by \(fixed($0.deltaBPM, decimals: 2)) bpm" }
    return "\(change ?? "no change of the error is known") \(row.extent.words)"
  }
}
