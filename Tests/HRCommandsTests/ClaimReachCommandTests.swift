import Foundation
import HRTestSupport
import Testing

/// Claims that the number of subjects cannot decide are told before the run and beside the verdict.
@Suite(.serialized) struct ClaimReachCommandTests {
  private static func claim(_ condition: String) -> String {
    #"{"claim": "It is right.", "source": "a page", "kind": "quoted", "holdsWhen": [\#(condition)]}"#
  }

  private static let right = #"{"detector": "vendor", "metric": "withinBPMShare", "atLeast": "#

  private func withNight(
    of count: Int, _ claims: [String], _ body: (GateNight) throws -> Void
  ) throws {
    try withGateNight(count: count, hopSeconds: 20) { night in
      for id in night.ids { try night.write("vendor", id) { _ in 0 } }
      _ = try experiment(
        hopSeconds: 20, detectors: #"[{"label": "vendor", "recorded": "vendor/{recording}.csv"}]"#,
        scenarios: #"["clean"]"#,
        more:
          #", "report": {"formats": ["json", "markdown"]}, "claims": [\#(claims.joined(separator: ", "))]"#
      ).written(to: night.folder + "/trial.json")
      try body(night)
    }
  }

  @Test func itIsToldBeforeTheRunAndAfter() throws {
    let claims = [
      Self.claim(Self.right + "0.5}"), Self.claim(Self.right + "0.95}"), Self.claim(Self.right + "0.1}"),
    ]
    try withNight(of: 8, claims) { night in
      let told =
        "claim 2 does not hold even for a perfect detector with 8 recordings, which gets [63.1, 100.0] %; asked: at least 95 %; it takes 72"
      let unrefuted =
        "claim 3 is not refuted even by the worst detector with 8 recordings, which gets [0.0, 36.9] %; asked: at least 10 %"
      let checked = try Program.run(["check", "trial.json"], in: night.folder)
      #expect(checked.out.contains(told) && checked.out.contains(unrefuted), "\(checked.out)")
      #expect(!checked.out.contains("claim 1 does") && !checked.out.contains("claim 1 is"))
      let planned = try Program.run(["plan", "trial.json", "--output", "plan"], in: night.folder)
      #expect(planned.err.contains(told), "\(planned.err)")
      let run = try Program.run(["run", "trial.json", "--output", "first", "--jobs", "2"], in: night.folder)
      #expect(run.code == 0 && run.err.contains(told) && run.err.contains(unrefuted), "\(run.err)")
      let report = try night.text("first/report.md")
      #expect(report.contains("**Holds here**: It is right. (a page, quoted)"), "\(report)")
      #expect(
        report.contains("not even a perfect detector, with [63.1, 100.0], would hold here: it takes 72")
          || report.contains(
            "not even a perfect detector, with \\[63.1, 100.0\\], would hold here: it takes 72"),
        "\(report)")
      let results = try night.text("first/results.json")
      #expect(results.contains("\"kind\": \"quoted\"") && results.contains("\"needed\": 72"))
    }
  }

  @Test func fewSubjectsDecideNothing() throws {
    try withNight(of: 4, [Self.claim(Self.right + "0.95}")]) { night in
      let checked = try Program.run(["check", "trial.json"], in: night.folder)
      #expect(
        checked.out.contains(
          "claim 1 cannot hold with 4 recordings, of which there is no interval; asked: at least 95 %; it takes 72"
        ),
        "\(checked.out)")
      #expect(checked.out.contains("claim 1 cannot be refuted with 4 recordings"))
      let run = try night.run("first")
      try #require(run.code == 0, "\(run.err)")
      #expect(try night.text("first/report.md").contains("too few for an interval; to hold, it takes 72"))
    }
  }

  @Test func aPerfectDetectorHoldsWithEnoughSubjects() throws {
    try withNight(of: 72, [Self.claim(Self.right + "0.95}")]) { night in
      let checked = try Program.run(["check", "trial.json"], in: night.folder)
      #expect(checked.code == 0 && !checked.out.contains("claim 1 "), "\(checked.out)")
      let run = try night.run("first")
      try #require(run.code == 0, "\(run.err)")
      #expect(try night.text("first/results.json").contains("\"verdict\": \"holds\""))
      let page = try Program.run(["claims", "--markdown", "first"], in: night.folder)
      #expect(
        page.out.contains("## What the sources say") && page.out.contains("| **holds here** | remains |"))
      #expect(
        page.out.contains("1 of the 1 verdicts *holds here* and *does not hold here* remain"), "\(page.out)")
    }
  }
}
