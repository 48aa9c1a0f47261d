import HRTestSupport
import Foundation
import Testing
import HREvaluation

/// `hreval compare` of one run and of two.
@Suite(.serialized) struct CompareCommandTests {
  /// A run of three detectors on six recordings under `one`.
  private func withRun(count: Int = 6, _ body: (String) throws -> Void) throws {
    try withProject(count: count, seconds: 40) { folder in
      _ = try experiment(
        detectors:
          #"["peak", "fft", {"label": "seventy", "detector": "constant", "parameters": {"bpm": 70}}]"#,
        more: #", "report": {"formats": ["json"]}"#
      ).written(to: folder + "/trial.json")
      let made = try run(folder, "one")
      try #require(made.code == 0, "\(made.err)")
      try body(folder)
    }
  }

  private func run(_ folder: String, _ output: String, _ overrides: [String] = []) throws -> Program.Ending {
    try Program.run(
      ["run", "trial.json", "--output", output, "--jobs", "2", "--quiet"]
        + overrides.flatMap { ["--set", $0] }, in: folder)
  }

  private func compare(_ folder: String, _ arguments: String...) throws -> Program.Ending {
    try Program.run(["compare"] + arguments, in: folder)
  }

  private func rows(_ path: String) throws -> [[Substring]] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
  }

  @Test func oneRun() throws {
    try withRun { folder in
      let ending = try compare(folder, "one/")
      #expect(ending.code == 0 && ending.err.isEmpty, "\(ending.err)")
      #expect(ending.out.hasPrefix("Detectors of one compared\n"))
      #expect(ending.out.hasSuffix("page: one/comparison.html\n"))
      #expect(ending.out.contains("Ranking, clean, over the "))
      let csv = try rows(folder + "/one/comparison.csv")
      #expect(csv.count == 5 && csv.allSatisfy { $0.count == csv[0].count })
      #expect(
        csv.dropFirst().map { $0.prefix(3).joined(separator: " ") } == [
          "clean fft peak", "clean seventy peak", "whiteNoise fft peak", "whiteNoise seventy peak",
        ])
      let page = try String(contentsOfFile: folder + "/one/comparison.md", encoding: .utf8)
      #expect(page.hasPrefix("# Detectors of one compared\n"))
      for link in page.split(separator: "](figures/").dropFirst().compactMap({
        $0.split(separator: ")").first
      }) {
        #expect(FileManager.default.fileExists(atPath: folder + "/one/figures/\(link)"), "\(link)")
      }
      // Differences and a ranking of each of two scenarios.
      #expect(page.split(separator: "](figures/").count == 5)
      let alone = try Program.run(["leave-one-out", "one"], in: folder)
      #expect(alone.code == 2 && alone.out.isEmpty)
      #expect(
        alone.err.contains("the run has recordings of one data set (hreval-hdf5), so none can be left out"),
        "\(alone.err)")
      // The same question gives the same answer.
      #expect(try compare(folder, "one").out == ending.out)

      let other = try compare(
        folder, "one", "--baseline", "seventy", "--output", "elsewhere/deep", "--margin", "3")
      #expect(other.code == 0, "\(other.err)")
      #expect(other.out.contains("page: elsewhere/deep/comparison.html") && other.out.contains("±3.00 bpm"))
      let elsewhere = try rows(folder + "/elsewhere/deep/comparison.csv")
      #expect(elsewhere.dropFirst().map { $0[2] } == ["seventy", "seventy", "seventy", "seventy"])
      #expect(try rows(folder + "/one/comparison.csv") == csv)
    }
  }

  @Test func twoRuns() throws {
    try withRun { folder in
      let changed = try run(folder, "two", ["detectors[2].parameters.bpm=90", "detectors[0]=hue"])
      #expect(changed.code == 0, "\(changed.err)")
      let ending = try compare(folder, "one", "two")
      #expect(ending.code == 0, "\(ending.err)")
      #expect(ending.out.hasPrefix("two compared with one\n"))
      #expect(ending.out.hasSuffix("page: two/comparison.html\n"))
      #expect(
        ending.out.contains("note: detector \"peak\" is only in one")
          && ending.out.contains("note: detector \"hue\" is only in two"))
      let csv = try rows(folder + "/two/comparison.csv")
      #expect(
        csv.dropFirst().map { $0.prefix(3).joined(separator: " ") } == [
          "clean fft fft", "clean seventy seventy", "whiteNoise fft fft", "whiteNoise seventy seventy",
        ])
      let delta = try #require(csv[0].firstIndex(of: "deltaBPM"))
      // A detector that did not change has a difference of 0; 70 and 90 differ.
      #expect(csv[1][delta] == "0" && csv[3][delta] == "0", "\(csv[1])")
      #expect(csv[2][delta] != "0" && csv[2][delta] == csv[4][delta], "\(csv[2])")
      #expect(!FileManager.default.fileExists(atPath: folder + "/one/comparison.md"))
      #expect(ending.out.contains("\nWhat changed, window by window: "))
      let changes = try rows(folder + "/two/changes.csv").dropFirst()
      #expect(!changes.isEmpty && changes.allSatisfy { $0[4] == "seventy" && $0[7] == "rate" })
      let itself = try compare(folder, "two", "two", "--output", "itself")
      #expect(itself.out.contains("every answer is the same to the last bit, and so is every reference."))
      #expect(try rows(folder + "/itself/changes.csv").count == 1)
      let back = try compare(folder, "two", "one", "--output", "back")
      #expect(back.code == 0)
      let mirrored = try rows(folder + "/back/comparison.csv")
      let values = [csv[2][delta], mirrored[2][delta]].compactMap { Double($0) }
      #expect(values.count == 2 && values.reduce(0, +) == 0, "\(values)")
    }
  }

  @Test func runsThatCannotBeComparedAreRefused() throws {
    try withRun(count: 2) { folder in
      for (name, overrides, words) in [
        (
          "hop", ["windows.hopSeconds=10"],
          ["the windows differ: 20 s windows every 5 s against 20 s windows every 10 s"]
        ),
        ("seed", ["seed=4"], ["the noise of scenario \"whiteNoise\" differs: seed 3 against seed 4"]),
        (
          "both", ["seed=4", "windows.hopSeconds=10", "detectors=[\"hue\"]"],
          ["the windows differ", "the noise of scenario", "they have no detector in common"]
        ),
      ] {
        #expect(try run(folder, name, overrides).code == 0)
        let ending = try compare(folder, "one", name)
        #expect(ending.code == 2 && ending.out.isEmpty, "\(name): \(ending.out)")
        for word in words { #expect(ending.err.contains(word), "\(name): \(ending.err)") }
        #expect(ending.err.contains("hreval gate"))
        #expect(!FileManager.default.fileExists(atPath: folder + "/\(name)/comparison.md"))
      }
      // Two subjects are too few for a verdict, and the page states that.
      let few = try compare(folder, "one")
      #expect(few.code == 0 && few.out.contains("too few subjects"), "\(few.out)")
      let unknown = try compare(folder, "one", "--baseline", "peek")
      #expect(unknown.code == 2 && unknown.err.contains("the run has no detector \"peek\""))
      #expect(unknown.err.contains("did you mean \"peak\"?"))
      #expect(try run(folder, "single", ["detectors=[\"fft\"]"]).code == 0)
      let single = try compare(folder, "single")
      #expect(single.code == 2 && single.err.contains("the run has a single detector"))
      #expect(try compare(folder, "nowhere").err.contains("there is no stored run here"))
      #expect(try compare(folder, "one", "nowhere").code == 2)
    }
  }

  @Test func wrongCallsAreUsageErrors() throws {
    for arguments in [
      [], ["a", "b", "c"], ["a", "b", "--baseline", "x"], ["a", "--margin=-0.1"], ["a", "--margin=100.5"],
      ["a", "--margin=nan"], ["a", "--margin=inf"], ["a", "--margin=half"],
    ] {
      let ending = try Program.run(["compare"] + arguments)
      #expect(ending.code == 64, "\(arguments): \(ending.err)")
    }
    let both = try Program.run(["compare", "a", "b", "--baseline", "x"])
    #expect(both.err.contains("--baseline belongs to one run; of two runs the first is the baseline."))
    #expect(
      try Program.run(["compare", "a", "--margin=101"]).err.contains(
        "--margin takes a number of bpm from 0 to 100"))
  }
}
