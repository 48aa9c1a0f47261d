import HRTestSupport
import Foundation
import HRSupport
import HRRecordings
import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

@Suite struct RunPageTests {
  private static func page(
    _ evaluation: Evaluation, provenance: RunProvenance? = nil, signals: KeptSignals? = nil
  ) -> RunPage {
    RunPage(
      document: RunDocument(evaluation), provenance: provenance, signals: signals)
  }

  private static let text = page(ExampleEvaluation.evaluation, provenance: ExampleEvaluation.provenance).text

  private func data(_ text: String) throws -> JSONNode {
    let start = try #require(text.firstRange(of: "id=\"run-data\">")).upperBound
    let end = try #require(text[start...].firstRange(of: "</script>")).lowerBound
    return try JSONDocument(String(text[start..<end]), file: "data").root
  }

  @Test func everyLinkLeadsSomewhere() {
    let targets = Self.text.matches(of: /href="#([^"]*)"/).map { String($0.1) }
    let ids = Set(Self.text.matches(of: #/ id="([^"]*)"/#).map { String($0.1) })
    #expect(!targets.isEmpty)
    for target in Set(targets) where !target.hasPrefix("detector-") {
      #expect(ids.contains(target), "\(target)")
    }
  }

  @Test func noIdIsGivenTwice() {
    let ids = Self.text.matches(of: #/ id="([^"]*)"/#).map { String($0.1) }
    #expect(ids.count == Set(ids).count, "\(Dictionary(grouping: ids) { $0 }.filter { $1.count > 1 }.keys)")
  }

  @Test func theFirstScenarioIsShownAndTheOthersAreHidden() {
    for scenario in ExampleEvaluation.plan.scenarios.indices {
      let parts = Self.text.matches(of: /<div data-part="(\d+)"[^>]*>/).filter { $0.1 == "\(scenario)" }
      #expect(!parts.isEmpty)
      for part in parts { #expect(part.0.contains(" hidden") == (scenario > 0)) }
    }
  }

  @Test func itHasItsWindows() throws {
    let root = try data(Self.text)
    let units = try #require(root["units"]?.elements)
    let expected = ExampleEvaluation.results.count { if case .windows = $0.outcome { true } else { false } }
    #expect(units.count == expected)
    let reference = try #require(units.first?["reference"]?.string)
    let bytes = try #require(Data(base64Encoded: reference))
    // Twelve windows of two bytes; the last has no reference.
    #expect(bytes.count == 24)
    #expect(bytes.suffix(2) == Data([255, 255]))
    #expect(Double(bytes[0]) + 256 * Double(bytes[1]) == 6000)
    #expect(root["outcomes"]?.elements?.first?.string == "an estimate")
    #expect(root["takesPart"]?.elements?.count == 3)
  }

  @Test func provenanceIsTold() {
    #expect(Self.text.contains("hreval run experiments/example.json"))
    #expect(Self.text.contains("0123456789ab"))
    #expect(!Self.page(ExampleEvaluation.evaluation).text.contains("hreval run experiments"))
    #expect(Self.page(ExampleEvaluation.evaluation).text.contains("there is no run.json that can be read"))
  }

  @Test func namesOfAnEnemyAreInert() throws {
    let enemy = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>\u{202E}"
    var plan = ExampleEvaluation.plan(detectors: [enemy, "b", "c"])
    plan.formats = [.html]
    let text = Self.page(Evaluation(plan: plan, results: ExampleEvaluation.results(of: plan, windows: 12)))
      .text
    #expect(!text.contains("<img"))
    #expect(!text.contains("<script>alert"))
    #expect(!text.unicodeScalars.contains("\u{202E}"))
    #expect(try data(text)["detectors"]?.elements?.first?.string == enemy.printable)
  }

  @Test func aRunThatGoesOnSaysSo() {
    let results = Array(ExampleEvaluation.results.prefix(5))
    let evaluation = Evaluation(plan: ExampleEvaluation.plan, results: results)
    let running = RunPage.text(evaluation, progress: .init(finishedUnits: 5, units: 28, reloadSeconds: 10))
    #expect(running.contains("5 of 28 units are finished"))
    #expect(running.contains("data-reload=\"10\""))
    let interrupted = RunPage.text(
      evaluation, progress: .init(finishedUnits: 5, units: 28, reloadSeconds: nil))
    #expect(interrupted.contains("The run was interrupted."))
    #expect(!interrupted.contains("data-reload"))
    #expect(!Self.text.contains("data-reload"))
  }

  @Test func aRunWithoutResultsIsAPageToo() {
    let evaluation = Evaluation(plan: ExampleEvaluation.plan, results: [])
    let text = RunPage.text(evaluation, progress: .init(finishedUnits: 0, units: 28, reloadSeconds: 10))
    #expect(text.contains("no detector answered a window that has a reference"))
  }
}

/// A page holds five million bytes at most, whatever the run. Of many rows it has the leading ones, and says so.
@Suite struct PageSizeTests {
  private static func text(detectors: [String], windows: Int = 6) -> (text: String, evaluation: Evaluation) {
    let plan = ExampleEvaluation.plan(recordings: 2, detectors: detectors)
    let evaluation = Evaluation(
      plan: plan, results: ExampleEvaluation.results(of: plan, windows: windows))
    return (RunPage(document: RunDocument(evaluation), provenance: nil, signals: nil).text, evaluation)
  }

  /// Returns true for a page below five million bytes. A failed expectation must not print the page.
  private static func isSmall(_ text: String) -> Bool { text.utf8.count < 5_000_000 }

  private static func names(_ count: Int, length: Int) -> [String] {
    (0..<count).map { "d\($0) " + String(repeating: "n", count: length) }
  }

  @Test(.enabled(if: LongTests.areWanted, "\(LongTests.reason)"))
  func ofManyRowsTheLeadingOnesAreShown() throws {
    let (text, evaluation) = Self.text(detectors: Self.names(700, length: 1))
    #expect(evaluation.rows.count == 2100)
    #expect(Self.isSmall(text))
    let shown = text.matches(of: /<tr data-scope="0" data-scenario="\d+"/).count
    let isSaid = text.contains(
      "Of each scenario the \(shown / 3) detectors with the highest success rate are shown, and what they are compared with; \(grouped(2100 - shown)) rows of 2,100 are left out. summary.csv has every row."
    )
    #expect(isSaid && shown >= 600)
    // The note is in the first screen and in every part.
    let notes = text.ranges(of: "\(shown / 3) of 700 detectors are shown.").count
    #expect(notes >= 4 * 3 && notes.isMultiple(of: 3))
    let leader = try #require(evaluation.leader(ofScenario: 0))
    let hasLeader = text.contains("<th scope=\"row\"><a href=\"#detector-\(leader.detector)\">")
    let (tellsAll, isWhole) = (text.contains("700 detectors"), !text.contains("This part is left out"))
    #expect(hasLeader && tellsAll && isWhole)
  }

  @Test(.enabled(if: LongTests.areWanted, "\(LongTests.reason)"))
  func ofLongNamesFewerRowsAreShown() {
    let (text, _) = Self.text(detectors: Self.names(150, length: 2000))
    let isSaid = text.contains("rows of 450 are left out")
    #expect(Self.isSmall(text) && isSaid)
  }

  @Test(.enabled(if: LongTests.areWanted, "\(LongTests.reason)"))
  func whatStillDoesNotFitIsLeftOutAndSaid() {
    let (text, _) = Self.text(detectors: Self.names(60, length: 16_000))
    let isSaid = text.contains("This part is left out: the page has no room for it.")
    #expect(Self.isSmall(text) && isSaid)
  }
}

@Suite struct PageScriptTests {
  /// A smuggled script has another digest, so a browser does not run it.
  @Test func theOnlyScriptIsNamedByItsDigest() throws {
    let page = BlockPage(title: "t", blocks: []).html
    let code = try #require(page.firstMatch(of: /(?s)<script>(.*?)<\/script>/)).1
    let digest = Data(ContentHash.bytes(of: Array(code.utf8))).base64EncodedString()
    #expect(page.contains("script-src 'sha256-\(digest)';"))
    #expect(page.ranges(of: "<script>").count == 1)
    #expect(page.ranges(of: " onclick=").isEmpty)
  }
}

@Suite struct PageUnitsTests {
  @Test func whatIsTooMuchIsLeftOutAndSaid() {
    let plan = ExampleEvaluation.plan(recordings: 40)
    let evaluation = Evaluation(plan: plan, results: ExampleEvaluation.results(of: plan, windows: 120))
    let most = PageUnits.mostBytes / 10
    let units = PageUnits(evaluation, first: [plan.units.count - 1], bytesLeft: most)
    #expect(units.chosen.count < units.available)
    #expect(!units.isAll)
    #expect(units.chosen == units.chosen.sorted())
    // The unit that is wanted first is included although it comes last.
    #expect(units.chosen.last == plan.units.count - 1)
    #expect(units.json.rendered(indented: false).utf8.count < most * 5 / 4)
  }

  @Test func aLongSeriesIsThinned() throws {
    let plan = ExampleEvaluation.plan(recordings: 1)
    let evaluation = Evaluation(plan: plan, results: ExampleEvaluation.results(of: plan, windows: 9000))
    let text = PageUnits(evaluation, first: []).json.rendered(indented: false)
    let first = try #require(try JSONDocument(text, file: "units").root.elements?.first)
    #expect(first["thinnedFrom"]?.integer == 9000)
    #expect(first["places"]?.elements?.count == PageUnits.mostWindows)
    #expect(first["places"]?.elements?.first?.integer == 0)
  }
}

@Suite struct RunProvenanceReadingTests {
  @Test func readsWhatWasWritten() throws {
    let files = RunFiles.all(ExampleEvaluation.evaluation, provenance: ExampleEvaluation.provenance)
    let text = try #require(files.first { $0.path == "run.json" }).text
    #expect(RunProvenance(runJSON: text) == ExampleEvaluation.provenance)
  }

  @Test(arguments: ["", "{}", "[1]", "{\"format\": \"hreval-run\"}"])
  func anythingElseIsNone(_ text: String) { #expect(RunProvenance(runJSON: text) == nil) }
}
