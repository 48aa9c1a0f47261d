internal import HREvaluation

/// `junit.xml`: one test case per (scenario, detector), as CI systems show them. A regression is a failure, too little
/// data an error.
struct JUnitXML {
  let gate: Gate

  var text: String {
    let failures = gate.rows.count { $0.decision == .regressed }
    let errors = gate.rows.count { $0.decision == .cannotTell }
    let counts = "tests=\"\(gate.rows.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\""
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"hreval gate\" \(counts)>",
      "  <testsuite name=\"\(SVGText.escaped(gate.plan.name))\" \(counts)>",
    ]
    for row in gate.rows {
      let opening =
        "    <testcase classname=\"\(SVGText.escaped("\(gate.plan.name).\(row.scenario)"))\" name=\"\(SVGText.escaped(row.detector))\""
      let message = SVGText.escaped(row.reasons.joined(separator: "; "))
      switch row.decision {
      case .held: lines.append("\(opening)/>")
      case .regressed, .cannotTell:
        let element = row.decision == .regressed ? "failure" : "error"
        lines += [
          "\(opening)>", "      <\(element) type=\"\(row.decision.rawValue)\" message=\"\(message)\"/>",
          "    </testcase>",
        ]
      }
    }
    lines += ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }
}
