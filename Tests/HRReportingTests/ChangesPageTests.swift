import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRRunning
@testable import HRReporting

/// Output of `hreval compare` on each window of two runs.
@Suite struct ChangesPageTests {
  /// Returns a run in which the first detector reads higher on every second recording.
  private static func later() -> ExampleComparison {
    var later = ExampleComparison.verdicts
    later.more = 7
    return later
  }

  private static func changes(_ old: ExampleComparison, _ new: ExampleComparison) throws -> WindowChanges {
    WindowChanges(try RunMatch(baseline: old.run("night 1"), candidate: new.run("night 2")))
  }

  private static func page(_ new: ExampleComparison) throws -> ComparisonPage {
    let match = try RunMatch(
      baseline: ExampleComparison.verdicts.run("night 1"), candidate: new.run("night 2"))
    return ComparisonPage(Comparison(match, margin: Margin(declaredBPM: 0.5)), changes: WindowChanges(match))
  }

  @Test func pages() throws {
    let text = ChangesText(changes: try Self.changes(.verdicts, Self.later()))
    try expectGolden(text.blocks(level: 2).markdown + "\n", "changes.md")
    try expectGolden(text.terminal(.init(.width(100), colour: false)) + "\n", "changes-100.txt")
    let page = try Self.page(Self.later())
    #expect(page.markdown.contains("\n## What changed, window by window\n"))
    #expect(page.terminal(.init(.width(100), colour: false)).contains("\nWhat changed, window by window: "))
  }

  @Test func equalRunsAreOneSentence() throws {
    let sentence =
      "360 windows compared, 1,800 answers of detectors: every answer is the same to the last bit, and so is every reference."
    let text = ChangesText(changes: try Self.changes(.verdicts, .verdicts))
    #expect(
      text.blocks(level: 2) == [
        .heading(2, Prose(plain: "What changed, window by window")), .sentence(sentence),
      ])
    #expect(text.terminal(.init(.lines, colour: false)) == "What changed, window by window: " + sentence)
    #expect(try Self.page(.verdicts).files.last?.text.split(separator: "\n").count == 1)
  }

  @Test func csvHasEveryAnswerThatDiffers() throws {
    let file = try #require(try Self.page(Self.later()).files.last)
    #expect(
      file.path == "changes.csv" && OwnedFiles.isOfRun(file.path) && OutputFile.changes.isMade(file.text))
    let rows = file.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    // Six recordings, three units, ten windows.
    #expect(rows.count == 181 && rows.allSatisfy { $0.count == rows[0].count })
    #expect(Set(rows.dropFirst().map { $0[4] }) == ["fft"])
    #expect(rows[1].prefix(9).joined(separator: ",") == "rec2,demo,clean,1,fft,0,20,rate,rightToWrong")
    #expect(!OutputFile.changes.isMade("recording,change\n"))
  }

  @Test func runsWithOtherRecordingsAreToldWithoutVerdicts() throws {
    var fewer = ExampleComparison.verdicts
    fewer.recordings = 10
    fewer.failed = [0]
    let changes = try #require(
      WindowChanges(baseline: ExampleComparison.verdicts.run("night 1"), candidate: fewer.run("night 2")))
    #expect(
      ChangesPage(changes).terminal(.init(.lines, colour: false)) == """
        night 2 compared with night 1: no verdicts, since the two differ.
        What changed, window by window: 270 windows compared, 1,350 answers of detectors: every answer is the same to the last bit, and so is every reference.
          Not compared: 90 windows of 3 recordings that only night 1 has (demo/rec1, demo/rec11, demo/rec12).
        note: recording demo/rec1 failed in night 2, so it is not compared
        """)
  }

  @Test func numbersThatDifferLookDifferent() {
    #expect(ChangesText.apart(72.1, 72.2) == ("72.10", "72.20"))
    #expect(ChangesText.apart(72, 72.0.nextUp) == ("72", "72.00000000000001"))
    #expect(ChangesText.step(-1.5) == "-1.50" && ChangesText.step(2) == "+2.00")
    #expect(ChangesText.step(0.001) == "+0.001")
  }
}
