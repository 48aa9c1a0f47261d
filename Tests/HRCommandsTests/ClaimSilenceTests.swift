import Foundation
import HRTestSupport
import Testing

/// A claim that a detector meets because it is silent in most windows is not told without its coverage.
@Suite(.serialized) struct ClaimSilenceTests {
  private static let claims = """
    , "report": {"formats": ["json", "markdown", "html"]}, "claims": [
      {"claim": "It is better.", "source": "a page", "holdsWhen": [
        {"detector": "vendor", "metric": "maeBPM", "lessThan": {"detector": "other"}}]},
      {"claim": "It is right.", "source": "a page", "holdsWhen": [
        {"detector": "vendor", "metric": "maeBPM", "atMost": 5}]}]
    """

  @Test func coverageIsBesideTheVerdict() throws {
    try withGateNight(count: 6) { night in
      for id in night.ids {
        try night.write("vendor", id) { $0 < 2 ? 1 + 0.1 * Double($0) : nil }
        try night.write("other", id, more: 38)
      }
      _ = try experiment(
        detectors: """
          [{"label": "vendor", "recorded": "vendor/{recording}.csv"}, {"label": "other", "recorded": "other/{recording}.csv"}]
          """, scenarios: #"["clean"]"#, more: Self.claims
      ).written(to: night.folder + "/trial.json")
      let run = try night.run("first")
      try #require(run.code == 0, "\(run.err)\(run.out)")
      let figures = [
        "12 of 54 windows (coverage 22.2 % and 100.0 %), 6 subjects; it answers 77.8 percentage points fewer windows",
        "12 of 54 windows (coverage 22.2 %), 6 subjects",
      ]
      let verdict = "less than 0 bpm is asked for: holds here on common windows"
      for page in ["report.md", "report.html"] {
        let text = try night.text("first/\(page)")
        #expect((figures + [verdict]).allSatisfy(text.contains), "\(page)")
      }
      let page = try night.text("first/report.html")
      #expect(page.contains("<strong>Holds here</strong> (coverage from 22.2 %): It is better."))
      #expect(page.contains("<strong>Holds here</strong> (coverage 22.2 %): It is right."))
      let claims = try Program.run(["claims", "first"], in: night.folder)
      let flat = claims.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect((figures + [verdict]).allSatisfy(flat.contains), "\(claims.out)")
      let table = try Program.run(["claims", "--markdown", "first"], in: night.folder)
      #expect(table.out.contains("| **holds here** (coverage 22.2 %) |"), "\(table.out)")
      #expect(table.out.contains("| **holds here** (coverage from 22.2 %) |"), "\(table.out)")
      #expect(figures.allSatisfy(table.out.contains), "\(table.out)")
      let results = try night.text("first/results.json")
      #expect(results.contains("\"referenceWindows\": 54") && results.contains("\"otherCoverage\": 1"))
    }
  }
}
