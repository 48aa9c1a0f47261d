import Foundation
import HRSupport
import HRSignals
import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

/// The tables of sweeps, and the sentence about data sets that a scenario leaves undamaged.
@Suite struct SeverityTableTests {
  private typealias Note = RunPlan.ScenarioNote

  /// A scenario whose estimates are too high by `errorBPM`; `swept` as name, text and number.
  private struct Trial {
    let note: Note
    let errorBPM: Double
  }

  private static func trial(
    _ family: Int, _ label: String, _ familyLabel: String, _ swept: [(String, String, Double?)],
    _ error: Double,
    untouched: [String] = []
  ) -> Trial {
    let notes = swept.map { RunPlan.ParameterNote(name: $0.0, value: $0.1, number: $0.2) }
    return Trial(
      note: Note(
        label: label, family: family, familyLabel: familyLabel, swept: notes,
        steps: [
          .init(
            definition: label == "clean" ? "clean@1" : "some@1",
            parameters: notes.filter { !RunPlan.sizeNames.contains($0.name) })
        ], repeats: 1,
        untouchedDatasets: untouched), errorBPM: error)
  }

  private static let clean = trial(0, "clean", "clean", [], 1)
  private static let white = [20.0, 0].map {
    trial(1, "white \(Int($0))", "white {snrDecibels} dB", [("snrDecibels", "\(Int($0))", $0)], 22 - $0)
  }
  private static let wander = [(1.0, 2.0), (2, 4), (5, 8)].map {
    trial(2, "wander \($0.0)", "wander ×{amplitudeRatio}", [("amplitudeRatio", "\(Int($0.0))", $0.0)], $0.1)
  }
  private static let words = ["kept", "even"].map {
    trial(3, "drop \($0)", "drop {timeStamps}", [("timeStamps", $0, nil)], 3)
  }
  private static let single = [trial(4, "pink", "pink", [], 3)]
  private static let alike = (0...1).map { _ in
    trial(5, "one", "one {share}", [("share", "0.1", 0.1)], 3)
  }
  private static let twofold = [
    trial(6, "two", "two {a} {b}", [("a", "1", 1), ("b", "1", 1)], 3),
    trial(6, "two", "two {a} {b}", [("a", "2", 2), ("b", "1", 1)], 3),
  ]

  private static let windows = 50

  /// Detectors: `sure` always answers; `shy` leaves out `leftOut` windows of all; `mute` answers the clean scenario
  /// only.
  private static func evaluation(_ trials: [Trial], recordings: Int = 6, leftOut: Int = 0) -> Evaluation {
    let plan = RunPlan(
      hreval: "0", name: "x", description: nil, seed: 1, mode: .continuous, windowSeconds: 10,
      hopSeconds: 10,
      withinBPM: 5, withinPercent: nil, metrics: ["maeBPM"], strata: [], formats: [.markdown, .json],
      datasets: ["d", "e"].map { .init(name: $0, reference: "beats", citation: nil, license: nil) },
      recordings: (0..<recordings).map { .init(dataset: 0, id: "r\($0)", subject: "s\($0)") },
      scenarios: trials.map(\.note),
      detectors: ["sure", "shy", "mute"].map {
        .init(label: $0, extractors: [], filters: [], detector: .init(definition: "x@1", parameters: []))
      })
    let results = plan.units.map { unit -> UnitResult in
      let trial = trials[unit.scenario]
      var columns = [EstimateColumn(), EstimateColumn(), EstimateColumn()]
      for window in 0..<windows {
        // Recordings differ by a tenth, evenly about the trial's error.
        let spread = 0.1 * (Double(unit.recording) - Double(recordings - 1) / 2)
        let silent = [
          false, unit.recording * windows + window < leftOut, trial.note.label != "clean",
        ]
        for (index, isSilent) in silent.enumerated() {
          columns[index].append(
            bpm: isSilent ? nil : 70 + trial.errorBPM + spread,
            outcome: isSilent ? .abstained(.noPeak) : .value,
            confidence: nil, quality: nil, motion: nil)
        }
      }
      return UnitResult(
        unit: unit.index,
        facts: RecordingFacts(
          subject: "s\(unit.recording)", metadata: [], seconds: 500, channels: [], files: []),
        outcome: .windows(
          WindowTable(
            ranges: (0..<windows).map { .init(start: 10 * Double($0), end: 10 * Double($0) + 10) },
            references: Array(repeating: .bpm(70), count: windows), estimates: columns)))
    }
    return Evaluation(plan: plan, results: results)
  }

  private static func tables(_ evaluation: Evaluation) -> [Table] {
    SeverityFamily.all(in: evaluation.plan).flatMap {
      SeverityTable(family: $0, evaluation: evaluation).tables
    }
  }

  @Test func familiesAreSweepsOfOneNumber() {
    let all = [Self.clean] + Self.white + Self.words + Self.wander + Self.single + Self.alike + Self.twofold
    let families = SeverityFamily.all(in: Self.evaluation(all, recordings: 1).plan)
    #expect(families.map(\.title) == ["white … dB", "wander ×…"])
    #expect(families.map(\.parameter) == ["snrDecibels", "amplitudeRatio"])
    #expect(families.map { $0.points.map(\.value) } == [[20, 0], [1, 2, 5]])
    #expect(families.map { $0.points.map(\.scenario) } == [[1, 2], [5, 6, 7]])
    // A family of words, one of one value, one of equal values, one of two parameters: no table.
    for others in [[Self.clean], Self.words, Self.single, Self.alike, Self.twofold] {
      #expect(SeverityFamily.all(in: Self.evaluation(others, recordings: 1).plan).isEmpty)
    }
  }

  /// Families are by length for each of the other values; by start if the length does not vary; by the damage only if
  /// neither varies.
  @Test func lengthsAndStartsAreSweepsToo() {
    func sized(
      _ family: Int, _ written: String, _ swept: [(String, Double)], _ more: [(String, String, Double?)] = []
    ) -> Trial {
      Self.trial(
        family, "\(family) \(swept)", written, more + swept.map { ($0.0, shortest($0.1), $0.1) }, 1)
    }
    let lengths = [10.0, 20].map { sized(0, "clean", [("windowSeconds", $0)]) }
    let both = [10.0, 20].flatMap { length in
      [0.0, 5].map { sized(1, "noise", [("windowSeconds", length), ("startSeconds", $0)]) }
    }
    let starts = [0.0, 5].map {
      sized(2, "hold {windowSeconds} s after {startSeconds} s", [("startSeconds", $0)])
    }
    let noisy = [20.0, 0].flatMap { decibels in
      [10.0, 20].map {
        sized(
          3, "white {snrDecibels} dB", [("windowSeconds", $0)],
          [("snrDecibels", shortest(decibels), decibels)])
      }
    }
    let one = [20.0, 0].map { decibels in
      sized(
        4, "pink {snrDecibels} dB", [("windowSeconds", 10)], [("snrDecibels", shortest(decibels), decibels)])
    }
    let trials = lengths + both + starts + noisy + one
    let evaluation = Self.evaluation(trials, recordings: 1)
    let families = SeverityFamily.all(in: evaluation.plan)
    #expect(
      families.map(\.title) == [
        "clean, … s", "noise, … s from 0 s", "noise, … s from 5 s",
        "hold {windowSeconds} s after … s", "white 20 dB, … s", "white 0 dB, … s", "pink … dB",
      ])
    #expect(
      families.map(\.measure) == [.length, .length, .length, .start, .length, .length, .severity])
    #expect(
      families.map { $0.points.map(\.scenario) } == [
        [0, 1], [2, 4], [3, 5], [6, 7], [8, 9], [10, 11], [12, 13],
      ])
    #expect(families.map { $0.points.map(\.value) }[1] == [10, 20])
    // All scenarios are undamaged: no column comes before the first length.
    #expect(Self.tables(evaluation)[0].columns.map(\.title) == ["MAE in bpm", "10", "20"])
  }

  @Test func cellsAreErrorsWithIntervals() throws {
    let evaluation = Self.evaluation([Self.clean] + Self.white + Self.wander)
    let tables = Self.tables(evaluation)
    try #require(tables.count == 2)
    #expect(tables[0].columns.map(\.title) == ["MAE in bpm", "undamaged", "20", "0"])
    #expect(tables[1].columns.map(\.title) == ["MAE in bpm", "undamaged", "1", "2", "5"])
    for (table, errors) in zip(tables, [["1.00", "2.00", "22.00"], ["1.00", "2.00", "4.00", "8.00"]]) {
      #expect(table.rows.map { $0[0] } == ["sure", "shy", "mute"].map { .text($0) })
      #expect(table.rows.allSatisfy { $0.count == table.columns.count })
      for (cell, error) in zip(table.rows[0].dropFirst(), errors) {
        // Six recordings from 0.25 below to 0.25 above: the interval holds the error and is narrow.
        let words = cell.display.split(whereSeparator: { " [],".contains($0) }).compactMap { Double($0) }
        try #require(words.count == 3, "\(cell.display)")
        #expect(cell.display.hasPrefix("\(error) ["))
        #expect(words[1] < words[0] && words[0] < words[2] && words[2] - words[1] < 1, "\(cell.display)")
      }
      #expect(table.rows[1].dropFirst() == table.rows[0].dropFirst())
      #expect(table.rows[2][1] == table.rows[0][1])
      #expect(table.rows[2].dropFirst(2).allSatisfy { $0 == .missing("no answer") })
    }
  }

  @Test func withoutACleanScenarioThereIsNoColumnForIt() {
    let tables = Self.tables(Self.evaluation(Self.white))
    #expect(tables.map { $0.columns.map(\.title) } == [["MAE in bpm", "20", "0"]])
    // The undamaged scenario comes first, wherever it is in the file.
    let last = Self.tables(Self.evaluation(Self.white + [Self.clean]))
    #expect(last.map { $0.columns.map(\.title) } == [["MAE in bpm", "undamaged", "20", "0"]])
    #expect(last.first?.rows[2][1].isMissing == false)
  }

  /// 6 × 50 windows: a coverage of 99.67 % is not shown, 99.33 % is.
  @Test(arguments: [(0, nil), (1, nil), (2, "99 %"), (30, "90 %"), (299, "0 %")])
  func coverageIsShownBelowNinetyNineAndAHalf(_ leftOut: Int, _ shown: String?) throws {
    let table = try #require(Self.tables(Self.evaluation([Self.clean] + Self.white, leftOut: leftOut)).first)
    for cell in table.rows[1].dropFirst() {
      let percent = cell.display.split(separator: ", ").last.map(String.init)
      #expect((percent?.hasSuffix("%") == true ? percent : nil) == shown, "\(cell.display)")
    }
    #expect(table.rows[0].dropFirst().allSatisfy { !$0.display.contains("%") })
  }

  @Test func fewerThanFiveClustersHaveNoInterval() throws {
    for (recordings, hasInterval) in [(4, false), (5, true)] {
      let table = try #require(
        Self.tables(Self.evaluation([Self.clean] + Self.white, recordings: recordings)).first)
      #expect(table.rows[0].dropFirst().allSatisfy { $0.display.contains("[") == hasInterval })
    }
    let few = try #require(Self.tables(Self.evaluation([Self.clean] + Self.white, recordings: 4)).first)
    #expect(few.rows[0].dropFirst().map(\.display) == ["1.00", "2.00", "22.00"])
    let silent = try #require(
      Self.tables(Self.evaluation([Self.clean] + Self.white, recordings: 4, leftOut: 20)).first)
    #expect(silent.rows[1][1].display.hasSuffix(", 90 %") && !silent.rows[1][1].display.contains("["))
  }

  @Test func theReportHasASectionForEveryFamily() throws {
    let evaluation = Self.evaluation([Self.clean] + Self.white + Self.words + Self.wander)
    let files = RunFiles.all(evaluation, provenance: nil)
    let section = RunDocument(evaluation).severityFigures.markdown
    #expect(section.components(separatedBy: "MAE in bpm").count == 3)
    #expect(
      section.contains("### white … dB\n") && section.contains("### wander ×…\n"))
    #expect(section.contains("as the signal-to-noise ratio (dB) changes"))
    #expect(!section.contains("timeStamps") && !section.contains("drop"))
    #expect(files.filter { $0.path.hasPrefix("figures/severity-") }.count == 2)
    #expect(RunDocument(Self.evaluation([Self.clean] + Self.words)).severityFigures.isEmpty)
  }

  @Test func whatAScenarioLeavesAloneIsSaid() throws {
    func trial(_ untouched: [String]) -> Trial {
      Self.trial(7, "lamp", "lamp", [], 3, untouched: untouched)
    }
    for (untouched, sentence) in [
      (
        ["d"],
        "damages no channel that is read of d: the windows of that data set are those of the recordings as they are."
      ),
      (
        ["d", "e"],
        "damages no channel that is read of d, e: the windows of those data sets are those of the recordings as they are."
      ),
      ([], nil),
    ] as [([String], String?)] {
      let evaluation = Self.evaluation([Self.clean, trial(untouched)])
      let files = RunFiles.all(evaluation, provenance: nil)
      let said = Findings(evaluation: evaluation).sentences.filter { $0.contains("damages no channel") }
      #expect(said == (sentence.map { ["The scenario \"lamp\" \($0)"] } ?? []))
      let report = try #require(files.first { $0.path == "report.md" }).text
      #expect(said.allSatisfy { report.contains("\n- \($0)\n") })
      let results = try #require(files.first { $0.path == "results.json" }).text
      let quoted = untouched.map { "\"\($0)\"" }.joined(separator: ",")
      let compact = results.filter { !$0.isWhitespace }
      #expect(compact.components(separatedBy: "\"untouched\":[\(quoted)]").count == (quoted.isEmpty ? 3 : 2))
    }
  }
}
