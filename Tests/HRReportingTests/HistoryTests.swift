import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

@Suite struct HistoryTests {
  private static let histories = ExampleHistory.histories()
  private static let refused = [
    RunArchive.Refusal(
      folder: "nightly/torn",
      problem: Diagnostic(
        "not valid JSON: a text is never closed",
        place: .init(file: "nightly/torn/results.json", line: 3, column: 9),
        hint: "a double quote is missing"))
  ]

  @Test func trendsAreInTheNewestRunsOrderAndLostOnesLast() throws {
    let history = try #require(Self.histories.first)
    #expect(history.runs.map(\.label) == (1...10).map { "run-\($0)" })
    #expect(
      history.trends.map(\.detector) == [
        "fft", "silent", "fft", "silent", "fft", "silent", "peak, wide", "peak, wide", "peak, wide",
      ])
    #expect(history.trends.map(\.isGone) == [false, false, false, false, false, false, true, true, true])
    #expect(history.trends.allSatisfy { !$0.isLater })
  }

  @Test func theStepIsFound() throws {
    let trend = try #require(Self.histories.first?.trends.first)
    #expect(trend.levels.stretches.map(\.first) == [0, 7])
    let step = try #require(trend.levels.lastStep)
    #expect(step.point == 7 && abs(step.change - 1.5) < 0.1)
    #expect(trend.levels.level(at: 6) != trend.levels.level(at: 7))
    #expect(trend.levels.startsStretch(at: 7) && !trend.levels.startsStretch(at: 0))
    #expect(trend.coverageLevels.lastStep == nil)
  }

  @Test func unlikeRunsAreNamed() throws {
    let history = try #require(Self.histories.first)
    #expect(
      history.changes.map { "\($0.run) \(history.text(of: $0))" } == [
        "2 data: usable recordings 6 → 5", "3 data: usable recordings 5 → 6",
        "7 fft, detector: method0@2 → method0@3",
      ])
    #expect(history.trends[1].points.allSatisfy { $0.changes.allSatisfy { $0.kind == .data } })
  }

  @Test(arguments: [
    (#""seed": 7"#, #""seed": 8"#, ["seed 7 → 8"]),
    (#""mode": "continuous""#, #""mode": "spot""#, ["windows: mode continuous → spot"]),
    ("20 s windows", "30 s windows", ["windows 20 s windows every 5 s → 30 s windows every 5 s"]),
    ("windows@1", "windows@2", ["windows: definition windows@1 → windows@2"]),
    (#""reference": "ecg""#, #""reference": "beats""#, ["reference ecg → beats"]),
    (
      "windowReference@3", "windowReference@4",
      ["reference: definition windowReference@3 → windowReference@4"]
    ),
    (#""withinPercent": 10"#, #""withinPercent": null"#, ["tolerance 5 bpm or 10 % → 5 bpm"]),
    ("maeBPM@1", "maeBPM@2", ["metric: definition maeBPM@1 → maeBPM@2"]),
    ("rmseBPM@1", "rmseBPM@2", []),
    (#""name": "demo""#, #""name": "wrist""#, ["data sets demo → wrist"]),
    (#""id": "rec1""#, #""id": "rec0""#, ["data: other recordings"]),
    (#""seconds": 75"#, #""seconds": 76"#, ["data: recordings of other lengths"]),
    ("whiteNoise@1", "whiteNoise@2", ["scenario: whiteNoise@1 → whiteNoise@2"]),
    (#""snrDecibels": 10"#, #""snrDecibels": 12"#, ["scenario: snrDecibels 10 → 12"]),
    ("method0@2", "method0@3", ["detector: method0@2 → method0@3"]),
    ("method1@2", "method1@3", []),
    (#""order": 3"#, #""order": 4"#, ["detector: order 3 → 4"]),
    (#""order": 3"#, "", ["detector: order 3 → none"]),
    ("butterworth@1", "hann@1", ["detector: filters butterworth@1 → hann@1"]),
    (
      #"["red@1", "green@1"]"#, #"["red@2"]"#, ["detector: extractors red@1, green@1 → red@2"]
    ),
  ])
  func whatMakesRunsUnlike(_ old: String, _ new: String, _ expected: [String]) throws {
    let text = ExampleEvaluation.evaluation.stored.json.rendered()
    let changed = text.replacing(old, with: new)
    try #require(changed != text)
    let runs = try [text, changed].enumerated().map { index, text in
      try ArchivedRun(folder: "\(index)", results: text, origin: .unknown("not stated"))
    }
    let history = try #require(History.all(of: runs, metric: "maeBPM").first)
    let trend = try #require(
      history.trends.first { $0.scenario == "white 10 dB" && $0.detector == "fft" })
    #expect(trend.points[1].changes.map(\.described) == expected)
    #expect(trend.points[0].changes == [])
  }

  @Test func beatMatchingCounts() {
    func run(_ tolerance: Double, lag: Double) -> ArchivedRun {
      ExampleHistory.changed { plan in
        plan.beatToleranceSeconds = tolerance
        for index in plan.detectors.indices { plan.detectors[index].beatLagSeconds = lag }
      }
    }
    func changes(_ old: ArchivedRun, _ new: ArchivedRun) -> [String] {
      (RunChange.ofExperiment(old, new, metric: "maeBPM")
        + RunChange.of(scenario: "clean", detector: "fft", old, new)).map(\.described)
    }
    #expect(changes(run(0.15, lag: 0), run(0.1, lag: 0)) == ["beats: tolerance in s 0.15 → 0.1"])
    #expect(changes(run(0.15, lag: 0), run(0.15, lag: 0.2)) == ["detector: beat lag in s 0 → 0.2"])
  }

  @Test func descriptorsCountWhereBothRunsKnowThem() {
    func changes(_ old: String?, _ new: String?) -> [String] {
      let runs = [old, new].map { digest in
        ExampleHistory.changed { plan in
          for index in plan.datasets.indices { plan.datasets[index].descriptorSHA256 = digest }
        }
      }
      return RunChange.ofExperiment(runs[0], runs[1], metric: "maeBPM").map(\.described)
    }
    #expect(changes("a", "b") == ["data: another descriptor of demo"])
    #expect(changes("a", "a") == [] && changes(nil, "b") == [] && changes("a", nil) == [])
  }

  @Test func whatIsEstimatedCounts() {
    let heart = ExampleHistory.copy(folder: "x")
    let breaths = ExampleHistory.changed { $0.measurand = .breathingRate }
    #expect(
      RunChange.ofExperiment(heart, breaths, metric: "maeBPM").map(\.described) == [
        "measurand heart rate → breathing rate"
      ])
  }

  @Test func dataFilesCountWhereBothRunsKnowThem() {
    func run(_ sum: String?) -> ArchivedRun {
      ExampleHistory.copy(
        folder: "x",
        origin: sum.map {
          .known(
            .init(
              started: "", startedSeconds: 0,
              dataFiles: [.init(dataset: "demo", recording: "rec1", sha256: $0)]))
        } ?? .unknown("lost"))
    }
    func changes(_ old: String?, _ new: String?) -> [String] {
      RunChange.ofExperiment(run(old), run(new), metric: "maeBPM").map(\.text)
    }
    #expect(changes("a", "b") == ["data files with other content"])
    #expect(changes("a", "a") == [] && changes(nil, "b") == [] && changes("a", nil) == [])
  }

  @Test func runsWithoutAStartKeepTheirPlace() {
    func run(_ name: String, _ seconds: Double?) -> ArchivedRun {
      ExampleHistory.copy(
        folder: name,
        origin: seconds.map { .known(.init(started: "", startedSeconds: $0, dataFiles: [])) }
          ?? .unknown("lost"))
    }
    let given = [run("c", 3), run("x", nil), run("a", 1), run("b", 1), run("y", nil)]
    #expect(History.ordered(given).map(\.folder) == ["a", "x", "b", "c", "y"])
    #expect(History.ordered([]).isEmpty)
  }

  @Test func labelsAreTheShortestThatDiffer() {
    #expect(History.shortLabels(of: ["n/1", "n/2"]) == ["1", "2"])
    #expect(History.shortLabels(of: ["n/1/demo", "n/2/demo/"]) == ["1/demo", "2/demo"])
    #expect(History.shortLabels(of: ["a/b", "b"]) == ["a/b", "b"])
    #expect(History.shortLabels(of: ["."]) == ["."])
    #expect(History.shortLabels(of: []) == [])
  }

  @Test func experimentsOfOtherNamesAreKeptApart() {
    let runs = ["a", "b", "a"].enumerated().map { number, name in
      var plan = ExampleHistory.plan
      plan.name = name
      return ExampleHistory.copy(folder: "\(number + 1)", plan: plan)
    }
    let histories = History.all(of: runs, metric: "maeBPM")
    #expect(histories.map(\.name) == ["a", "b"] && histories.map(\.runs.count) == [2, 1])
    let paths = HistoryFiles.all(histories, refused: []).map(\.path)
    #expect(paths.contains("figures/history-a-clean.svg") && paths.contains("figures/history-b-clean.svg"))
    #expect(
      historySummary(histories, refused: [], .init(.width(120), colour: false)).contains("one run only"))
    #expect(History.all(of: runs, metric: "nothing").isEmpty)
  }

  @Test func levelsPassOverMissingValues() {
    let levels = Levels([nil, 1, 1, nil, 1, 1, 9, 9, nil, 9, 9, nil])
    #expect(levels.stretches.map(\.first) == [1, 6] && levels.stretches.map(\.last) == [5, 10])
    #expect(levels.stretches.map(\.level) == [1, 9])
    #expect(levels.level(at: 0) == nil && levels.level(at: 3) == 1)
    #expect(Levels([nil, nil]).stretches.isEmpty && Levels([nil]).lastStep == nil)
  }

  // MARK: Text

  @Test(arguments: ["history.md", "history.csv", "figures/history-clean.svg"])
  func document(_ path: String) throws {
    let files = HistoryFiles.all(Self.histories, refused: Self.refused)
    let file = try #require(files.first { $0.path == path })
    try expectGolden(file.text, path.replacing("figures/", with: ""))
  }

  @Test func everyLinkedFigureExistsAndIsWellFormed() throws {
    let files = HistoryFiles.all(Self.histories, refused: Self.refused)
    let page = try #require(files.first { $0.path == "history.md" }).text
    let links = page.split(separator: "](figures/").dropFirst().compactMap { $0.split(separator: ")").first }
    #expect(links.count == 3)
    for link in links {
      let file = try #require(files.first { $0.path == "figures/\(link)" })
      #expect(XMLReading(file.text).problem == nil)
    }
  }

  @Test func thePageInHTMLSaysFirstWhetherALevelChanged() throws {
    let files = HistoryFiles.all(Self.histories, refused: Self.refused)
    let page = try #require(files.first { $0.path == "history.html" }).text
    let changed = Self.histories[0].trends.count { $0.levels.lastStep != nil }
    #expect(changed > 0)
    #expect(
      page.contains(
        "the level changed in \(changed) of \(Self.histories[0].trends.count) rows (detector and scenario), last in "
      ))
    #expect(page.contains("<summary>How to read this</summary>") && OutputFile.historyPage.isMade(page))
    #expect(!OutputFile.historyPage.isMade("# History of stored runs\n"))
  }

  @Test func runsLinkToTheirPagesAndNameTheirCommit() throws {
    let run = ExampleHistory.copy(
      folder: "nightly/run-1",
      origin: .known(
        .init(
          started: "2026-03-01T02:00:00Z", startedSeconds: 0, dataFiles: [], commit: "1eb7bb18c0de99",
          hasUncommittedChanges: true)))
    let histories = History.all(of: [run, ExampleHistory.run(1)], metric: "maeBPM")
    let page = HistoryPage(histories, refused: [], pages: ["nightly/run-1": "../run-1/report.html"])
    #expect(page.text.contains("| [run-1](../run-1/report.html) "))
    #expect(page.html.contains("<a href=\"../run-1/report.html\">run-1</a>"))
    #expect(page.text.contains("| 2026-03-01 02:00 UTC | "))
    #expect(page.text.contains(" | 1eb7bb18c0de with uncommitted changes | "))
    #expect(page.text.contains("| run-2 ") && page.text.contains("not known"))
    // Without any commit there is no column of them.
    #expect(!HistoryPage(Self.histories, refused: [], pages: [:]).text.contains("commit"))
  }

  @Test func addressesLeadFromOneFolderToAnother() {
    func address(_ file: String, _ folder: String) -> String { PageAddress.relative(file, from: folder) }
    #expect(address("/a/b/report.html", "/a/c") == "../b/report.html")
    #expect(address("/a/b/report.html", "/a") == "b/report.html")
    #expect(address("/a/b/report.html", "/a/b") == "report.html")
    #expect(address("/x/report.html", "/a/b") == "../../x/report.html")
    #expect(
      address("/a/javascript:1 (2)#?&\"ü/r.html", "/a") == "javascript%3A1%20%282%29%23%3F%26%22%C3%BC/r.html"
    )
  }

  @Test func timesAreForPeople() {
    #expect(History.shown("2026-11-20T02:00:05Z") == "2026-11-20 02:00 UTC")
    #expect(History.shown("2026-11-20T02:00:05+01:00") == "2026-11-20T02:00:05+01:00")
  }

  @Test(arguments: [(120, false), (60, false), (120, true)])
  func terminal(_ width: Int, _ colour: Bool) throws {
    let text = historySummary(Self.histories, refused: Self.refused, .init(.width(width), colour: colour))
    try expectGolden(text + "\n", "history-\(width)\(colour ? "-colour" : "").txt")
  }

  @Test func theReferencePageNamesEveryColumn() throws {
    let page = try ProjectFolder.text("docs/reference/results/history.md")
    for column in HistoryCSV.leading + HistoryCSV.trailing {
      #expect(page.contains("`\(column)`"), "docs/reference/results/history.md lacks \(column)")
    }
  }

  @Test func sharesAreShownAsPerCent() throws {
    let history = try #require(ExampleHistory.histories(metric: "coverage").first)
    let table = HistoryTable(history: history).table(of: history.trends)
    #expect(table.columns[1].heading == "first (%)")
    #expect(table.rows[0][2] == .number(100, decimals: 1))
    let axis = HistoryFigure(history: history, scenario: "clean").figure.panels[0].y
    #expect(axis.title.hasSuffix("(%)") && axis.scale.high == 100)
  }

  @Test(arguments: [1, 2, 100])
  func figuresOfAnyLength(_ count: Int) throws {
    let history = try #require(ExampleHistory.histories(count: count).first)
    let figure = HistoryFigure(history: history, scenario: "clean").figure
    #expect(XMLReading(figure.svg).problem == nil)
    let axis = try #require(figure.panels.first).x
    #expect(axis.tickLabels.count == axis.scale.ticks.count)
    #expect(axis.scale.ticks.first == 1 && axis.scale.ticks.last == Double(count))
    #expect(axis.tickLabels.count <= 6)
  }

  @Test func gapsStayOpen() throws {
    let runs = (0..<6).map { number in
      let rows = ExampleHistory.base.rows.filter { number != 2 || $0.detector != "fft" }
      return ExampleHistory.copy(folder: "run-\(number)", rows: rows)
    }
    let history = try #require(History.all(of: runs, metric: "maeBPM").first)
    let marks = HistoryFigure(history: history, scenario: "clean").figure.panels[0].marks
    let lines = marks.compactMap { if case .trace(let lines, _) = $0 { lines } else { nil } }.first
    #expect(lines?.map(\.count) == [2, 3])
    #expect(HistoryTable(history: history).table(of: history.trends).rows[0][4].display.contains("·"))
  }
}
