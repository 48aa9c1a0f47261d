import Foundation
import HRTestSupport
import Testing

/// Windows, seeds and margins are tried until a verdict comes out: each try is another analysis, and verdicts say how
/// many there were.
extension FoolingTests.ForkingPaths {
  private static let pair = ["usual", "v\(SteadyStudy.best)"].map(SteadyStudy.recorded)
  private static let plain = #", "report": {"formats": ["json", "markdown"]}"#

  @Test func otherWindowsAndSeedsCount() throws {
    let study = try SteadyStudy()
    defer { withExtendedLifetime(study.folder) {} }
    func run(_ more: [String] = [], windowSeconds: Int = 10) throws -> String {
      try study.run(
        Self.pair, as: "fork", windowSeconds: windowSeconds, more: ["--force"] + more, keys: Self.plain
      ).out
    }
    #expect(try !run().contains("other anal"))
    let results = try study.text("fork/results.json")
    // The same once more is no other analysis, whatever it is called.
    let again = try run(["--set", "description=the same"])
    #expect(again.contains("1 earlier line on recordings of this run: all of this same analysis"), "\(again)")
    for (number, fork) in ["seed=4", "tolerance.withinBPM=3", "windows.hopSeconds=5"].enumerated() {
      let out = try run(["--set", fork])
      #expect(out.contains("better by 0.56 bpm"), "\(out)")
      let others = number + 1
      #expect(
        out.contains(", after \(others) other \(others == 1 ? "analysis" : "analyses") of these recordings."),
        "\(fork): \(out)")
    }
    let last = try run(windowSeconds: 11)
    #expect(last.contains("after 4 other analyses of these recordings."))
    #expect(try study.text("fork/report.md").contains("after 4 other analyses of these recordings."))
    #expect(try study.text("fork/run.json").contains(#""analyses": 4"#))
    _ = try run()
    #expect(try study.text("fork/results.json") == results)
  }

  @Test func aMarginThatIsGivenLaterIsCalledThat() throws {
    let study = try SteadyStudy()
    defer { withExtendedLifetime(study.folder) {} }
    let declared = Self.plain + #", "margin": {"differenceBPM": 0.25}"#
    _ = try study.run(Self.pair, as: "trial", keys: declared)
    let own = try study.command(["compare", "trial"])
    #expect(own.out.contains("within ±0.25 bpm, declared by the experiment"), "\(own.out)\(own.err)")
    #expect(try study.lines == 1 && !own.out.contains("other anal"))

    let late = try study.command(["compare", "trial", "--margin", "8", "--baseline", "v\(SteadyStudy.best)"])
    let words = "8.00 bpm is given after the run, where 0.25 bpm was declared before it"
    #expect(late.out.contains(words) && late.out.contains("after 1 other analysis"), "\(late.out)")
    #expect(try study.lines == 2)
    let page = try study.text("trial/comparison.md")
    #expect(page.contains("±8.00 bpm, given after the run"), "\(page)")
    #expect(try study.text("trial/comparison.html").contains(words))
    // The same once more adds no line.
    _ = try study.command(["compare", "trial", "--margin", "8", "--baseline", "v\(SteadyStudy.best)"])
    #expect(try study.lines == 2)
    #expect(try study.text("trial/results.json").contains(#""margin": {"#))
  }

  @Test func aWiderMarginOfTheGateIsCalledThatAndNoted() throws {
    let study = try SteadyStudy()
    defer { withExtendedLifetime(study.folder) {} }
    _ = try study.run(Self.pair, as: "night", keys: Self.plain)
    let baseline = try study.command([
      "baseline", "night", "--margin", "0.1", "--success", "100", "--gross", "100",
    ])
    try #require(baseline.code == 0, "\(baseline.err)")
    try study.folder.write("base.json", baseline.out)
    for recording in 0..<SteadyStudy.recordings {
      let rate = SteadyStudy.rate(recording) + 8
      try study.folder.write("out/usual/r\(recording).csv", "time,value\n9,\(rate)\n19,\(rate)\n")
    }
    _ = try study.run(Self.pair, as: "night", more: ["--force"], keys: Self.plain)
    let lines = try study.lines
    #expect(try study.command(["gate", "night", "--baseline", "base.json"]).code == 1)
    #expect(try study.lines == lines)
    let wide = try study.command(["gate", "night", "--baseline", "base.json", "--margin", "20"])
    #expect(
      wide.code == 0
        && wide.out.contains(
          "by 20 bpm or more, a margin that was given after the run, where 0.1 bpm was declared"),
      "\(wide.out)\(wide.err)")
    #expect(try study.lines == lines + 1)
  }

  @Test func aRegisteredRunIsCalledThatAndAnotherSaysWhatDiffers() throws {
    let study = try SteadyStudy()
    defer { withExtendedLifetime(study.folder) {} }
    let path = try study.describe(Self.pair, as: "plan", keys: Self.plain)
    func register() throws -> Program.Ending { try study.command(["register", path]) }
    let first = try register()
    #expect(
      first.code == 0 && first.out.contains("plan.registration.json\nSHA-256 "), "\(first.out)\(first.err)")
    #expect(try register().out.hasPrefix("registered already, on "))

    let kept = try study.run(Self.pair, as: "plan", keys: Self.plain)
    #expect(kept.out.contains("This is the run that was registered on 20"), "\(kept.out)")
    #expect(kept.out.contains("it proves nothing to others by itself."))
    let results = try study.text("plan/results.json")
    #expect(try study.text("plan/run.json").contains(#""registration": {"#))

    let other = try study.run(
      Self.pair, as: "plan", more: ["--force", "--set", "tolerance.withinBPM=3"], keys: Self.plain)
    #expect(
      other.out.contains("This is not the run that was registered on 20")
        && other.out.contains("what differs: the experiment (tolerance)"), "\(other.out)")
    #expect(try study.text("plan/report.md").contains("what differs: the experiment"))
    // A second plan is added; the run of the first is still a registered one, of two.
    let second = try study.command(["register", path, "--set", "tolerance.withinBPM=3"])
    #expect(second.out.contains(", registration 2 of this experiment: "), "\(second.out)\(second.err)")
    let either = try study.run(Self.pair, as: "plan", more: ["--force"], keys: Self.plain)
    #expect(
      either.out.contains("This is the run that was registered on 20")
        && either.out.contains("The experiment was registered 2 times."), "\(either.out)")

    try study.folder.write(
      "plan.registration.json", try study.text("plan.registration.json").replacing("v20", with: "v21"))
    let forged = try register()
    #expect(forged.code == 2 && forged.err.contains("its digest is not that of its content"), "\(forged.err)")

    let unreadable = try study.run(Self.pair, as: "plan", more: ["--force"], keys: Self.plain)
    #expect(
      unreadable.out.contains("The registration of the experiment cannot be read: the registration of 20"),
      "\(unreadable.out)")

    try FileManager.default.removeItem(atPath: study.path + "/plan.registration.json")
    let none = try study.run(Self.pair, as: "plan", more: ["--force"], keys: Self.plain)
    #expect(!none.out.contains("registered"))
    #expect(try study.text("plan/results.json") == results)
  }
}
