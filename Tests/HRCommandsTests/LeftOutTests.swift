import Foundation
import HRTestSupport
import Testing

/// Recordings that an experiment leaves out are named wherever the run is told.
extension FoolingTests.LeftOut {
  private static let pair = ["usual", "v\(SteadyStudy.best)"].map(SteadyStudy.recorded)

  @Test func everyRecordingThatIsOfferedIsAccountedFor() throws {
    let study = try SteadyStudy()
    defer { withExtendedLifetime(study.folder) {} }
    _ = try study.run(Self.pair, as: "all")
    let dataset =
      #"{"dataset": "data/dataset.json", "exclude": ["r1", "r5"], "select": ["r0", "r1", "r2", "r3", "r5", "r6"]}"#
    // One cannot be read, and one has too few samples in every window.
    try study.folder.write("data/r2.csv", "torn")
    let samples = (0..<220).filter { $0 < 20 || $0 > 200 }.map { "\(Double($0) / 10),\($0 % 7),66\n" }
    try study.folder.write("data/r3.csv", "t,wave,bpm\n" + samples.joined())
    let limit = ["--limit", "3"]
    let path = try study.describe(Self.pair, as: "some", dataset: dataset)
    let checked = try study.command(["check", path] + limit)
    let reasons = "by \"exclude\": r1, r5; not named by \"select\": r4, r7; beyond --limit: r6"
    #expect(checked.out.contains("5 of 8 excluded: \(reasons)"), "\(checked.out)\(checked.err)")

    let ending = try study.run(Self.pair, as: "some", dataset: dataset, more: limit, code: 1)
    let sentence =
      "5 of 8 recordings are excluded: by \"exclude\": steady/r1, steady/r5; not named by \"select\": steady/r4, steady/r7; beyond --limit: steady/r6."
    #expect(ending.out.contains(sentence), "\(ending.out)")
    let counts =
      "8 offered: 5 excluded (by \"exclude\": steady/r1, steady/r5; not named by \"select\": steady/r4, steady/r7; beyond --limit: steady/r6), 1 failed, 1 without a window that has a reference (steady/r3), 1 used"
    let page = try study.text("some/report.md")
    #expect(page.contains(sentence), "\(page)")
    let html = try study.text("some/report.html")
    #expect(html.contains(sentence.replacing("\"", with: "&quot;")) && html.contains("1 of 8 recordings"))
    #expect(html.contains(counts.replacing("\"", with: "&quot;")), "\(counts)")
    let results = try JSONSerialization.jsonObject(with: Data(try study.text("some/results.json").utf8))
    let flow = try #require((results as? [String: Any])?["flow"] as? [String: Any])
    #expect(flow["offered"] as? Int == 8)
    #expect(flow["failed"] as? [String] == ["steady/r2"] && flow["notJudged"] as? [String] == ["steady/r3"])
    #expect(flow["used"] as? [String] == ["steady/r0"])
    let excluded = try #require(flow["excluded"] as? [[String: String]])
    #expect(excluded.map { $0["recording"] } == ["r1", "r4", "r5", "r7", "r6"].map { "steady/\($0)" })
    #expect(excluded.map { $0["reason"] } == ["exclude", "select", "exclude", "select", "limit"])

    // The ledger knew all of them.
    let judged = "Earlier lines of the ledger judged 5 recordings that this run excludes: steady/r1,"
    #expect(ending.out.contains(judged) && html.contains(judged))
  }
}
