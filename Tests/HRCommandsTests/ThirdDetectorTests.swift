import Foundation
import HRTestSupport
import Testing

/// The answers of one detector must not decide between two others: through the whole program, with planted output.
extension FoolingTests.ThirdDetector {
  private static let windows = 14

  /// Writes sixteen recordings, the first seven of one window and the others of fourteen, each at a rate of its own,
  /// and the output of four programs.
  ///
  /// `a` has a smaller error than `b` in the short ones and in three of the nine long ones, a little larger in the
  /// other six; `c` has the largest; `gap` has the smallest by far, and answers only in the nine long ones: 94.7 % of
  /// all windows.
  private func record(_ folder: TemporaryFolder) throws {
    try folder.write(
      "data/dataset.json",
      """
      {"schemaVersion": 1, "name": "steady", "files": [{"path": "{recording}.csv", "time": "t"}],
       "channels": {"ppg": "wave"}, "reference": [{"rateSeries": {"column": "bpm"}}]}
      """)
    for number in 0..<16 {
      let isShort = number < 7
      let windows = isShort ? 1 : Self.windows
      let rate = 60 + 2 * number
      let samples = (0..<(100 * windows + 20)).map { "\(Double($0) / 10),\($0 % 7),\(rate)\n" }
      let name = "r\(10 + number)"
      try folder.write("data/\(name).csv", "t,wave,bpm\n" + samples.joined())
      func write(_ label: String, _ error: Double) throws {
        let readings = (0..<windows).map { "\(10 * $0 + 9),\(Double(rate) + error)\n" }
        try folder.write("out/\(label)/\(name).csv", "time,value\n" + readings.joined())
      }
      try write("a", isShort || number < 10 ? 1 : 2.2)
      try write("b", isShort ? 5 : 2)
      try write("c", 8)
      if !isShort { try write("gap", 0.5) }
    }
  }

  /// Returns `comparison.csv` of a run of these, by detector and column, and the output of `compare`.
  private func compared(
    _ labels: [String], in folder: TemporaryFolder
  ) throws -> (rows: [String: [String: String]], out: String, page: String) {
    let detectors = labels.map { #"{"label": "\#($0)", "recorded": "out/\#($0)/{recording}.csv"}"# }
    let path = try folder.write(
      "trial.json",
      """
      {"schemaVersion": 1, "name": "trial", "seed": 3, "datasets": ["data/dataset.json"],
       "windows": {"windowSeconds": 10, "hopSeconds": 10}, "baseline": "a",
       "detectors": [\(detectors.joined(separator: ", "))]}
      """)
    let output = folder.path + "/" + labels.joined(separator: "-")
    let run = try Program.run(["run", path, "--output", output, "--quiet"])
    try #require(run.code == 0, "\(run.err)")
    let ending = try Program.run(["compare", output])
    try #require(ending.code == 0, "\(ending.err)")
    let lines = try String(contentsOfFile: output + "/comparison.csv", encoding: .utf8)
      .split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    let rows = lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    return (
      Dictionary(uniqueKeysWithValues: rows.map { ($0["detector"] ?? "", $0) }), ending.out,
      try String(contentsOfFile: output + "/comparison.md", encoding: .utf8)
    )
  }

  @Test func aThirdDetectorTurnsNothingOver() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try record(folder)
    let two = try compared(["a", "b"], in: folder)
    let three = try compared(["a", "b", "c"], in: folder)
    let four = try compared(["a", "b", "c", "gap"], in: folder)
    let shuffled = try compared(["gap", "a", "c", "b"], in: folder)
    let row = try #require(two.rows["b"])
    #expect(row["verdict"] == "worse" && row["windows"] == "133" && row["clusters"] == "16", "\(row)")
    for other in [three, four, shuffled] {
      for (column, value) in row where column != "signFlipHolmP" {
        #expect(other.rows["b"]?[column] == value, "\(column)")
      }
    }
    // Only the correction depends on their number: the largest p of two keeps its own, the middle one of three does
    // not.
    let p = [two, three, four].map { $0.rows["b"]?["signFlipHolmP"].flatMap(Double.init) ?? .nan }
    #expect(p[0] == p[1] && p[1] < p[2], "\(p)")

    let ranking =
      "over the 133 windows and 16 recordings that all of these answered, smallest mean rank first: \"a\" (1.38), \"b\" (1.63), \"c\" (3.00)"
    #expect(two.out.contains("Ranking") == false)
    for found in [three.out, four.out, four.page, shuffled.out] {
      #expect(found.contains(ranking), "\(found)")
    }
    let reason =
      "Not ranked, because a detector must answer 80 % of the windows in 80 % of the recordings: \"gap\" (answers 94.7 % of the windows, in 9 of 16 recordings)."
    #expect(four.out.contains(reason) && four.page.contains(reason) && !three.out.contains("Not ranked"))
  }

  @Test func theGapIsSaidAndNobodyWhoIsSilentIsBest() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try record(folder)
    let four = try compared(["a", "b", "c", "gap"], in: folder)
    let gap = try #require(four.rows["gap"])
    #expect(gap["verdict"] == "better")
    let columns = ["clusters", "detectorClusters", "baselineClusters", "referenceClusters"]
    let counts: [String] = columns.compactMap { gap[$0] }
    #expect(counts == ["9", "9", "16", "16"])
    let figures =
      "answers 5.3 percentage points fewer windows (94.7 % instead of 100.0 %) and in 7 fewer recordings (9 instead of 16)."
    #expect(four.out.contains("gap against a: better on common windows; it " + figures), "\(four.out)")
    #expect(four.out.contains("9 / 16 of 16"))
    #expect(four.page.contains("**gap** against a: **better** on common windows by "))
    #expect(four.page.contains("it " + figures) && four.page.contains("9 / 16 of 16"))
    for text in [four.out, four.page] {
      #expect(text.contains("No detector is shown to be better than all others."))
      #expect(!text.contains("Shown to be best"))
      #expect(text.contains("shown to be better than \"a\": \"gap\"; shown to be worse: \"b\", \"c\"."))
    }
    // Without it no detector is better than "a".
    let three = try compared(["a", "b", "c"], in: folder)
    #expect(
      three.out.contains("no detector is shown to be better than \"a\"; shown to be worse: \"b\", \"c\"."))
    #expect(
      three.out.contains(
        "Shown to be best: \"a\". Its error is smaller than that of each of the 2 other detectors"))
  }
}
