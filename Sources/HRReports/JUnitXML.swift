internal import HRExperiments

/// `junit.xml`: one test case per (scenario, detector), as CI systems show them. A regression is a failure, too little
/// data an error.
struct JUnitXML {
  private let gate: Gate

  init(_ gate: Gate) {
    self.gate = gate
  }

  var text: String {
    let failures = gate.rows.count { $0.decision == .regressed }
    let errors = gate.rows.count { $0.decision == .cannotTell }
    let counts = "tests=\"\(gate.rows.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\""
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"hreval gate\" \(counts)>",
      "  <testsuite name=\"\(Self.attribute(gate.plan.name))\" \(counts)>",
    ]
    for row in gate.rows {
      let opening =
        "    <testcase classname=\"\(Self.attribute("\(gate.plan.name).\(row.scenario)"))\" name=\"\(Self.attribute(row.detector))\""
      let message = Self.attribute(row.reasons.joined(separator: "; "))
      switch row.decision {
      case .held: lines.append("\(opening)/>")
      case .regressed:
        lines += [
          "\(opening)>", "      <failure type=\"regressed\" message=\"\(message)\"/>", "    </testcase>",
        ]
      case .cannotTell:
        lines += [
          "\(opening)>", "      <error type=\"cannotTell\" message=\"\(message)\"/>", "    </testcase>",
        ]
      }
    }
    lines += ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// In an attribute a line break would be read as a space, and two characters have no place in XML at all.
  private static func attribute(_ text: String) -> String {
    SVGText.escaped(text).replacing("\r", with: "&#13;").replacing("\n", with: "&#10;").replacing(
      "\t", with: "&#9;"
    )
    .replacing("\u{FFFE}", with: "\u{FFFD}").replacing("\u{FFFF}", with: "\u{FFFD}")
  }
}
