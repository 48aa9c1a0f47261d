import HRRunTestSupport
import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning
@testable import HREvaluation

/// Experiments of several lengths and starts, from the file to the units' results.
@Suite struct LengthSweepTests {
  private static let spot = #", "mode": "spot""#
  private static let noise = #"{"scenario": "whiteNoise", "parameters": {"snrDecibels": [10, 0]}}"#

  private static func text(
    _ windows: String, detectors: String = #"["fft"]"#, more: String = ""
  ) -> String {
    ResolverStudy.text(windows: windows, detectors: detectors, more: spot + more)
  }

  private func outcomes(_ experiment: Experiment) -> [UnitResult.Outcome] {
    var runner = UnitRunner(experiment)
    return experiment.units.map { runner.result(of: $0).outcome }
  }

  @Test func everyScenarioIsMeasuredByEachStartsFastest() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let experiment = try study.experiment(
        Self.text(
          #"{"windowSeconds": [10, 20], "startSeconds": [0, 2.5]}"#,
          more: #", "scenarios": ["clean", \#(Self.noise)]"#))
      let names = ["clean", "whiteNoise, snrDecibels 10", "whiteNoise, snrDecibels 0"]
      #expect(
        experiment.scenarios.map(\.label)
          == names.flatMap { name in
            ["10 s from 0 s", "10 s from 2.5 s", "20 s from 0 s", "20 s from 2.5 s"].map { "\(name), \($0)" }
          })
      #expect(
        experiment.scenarios.map(\.family) == Array(repeating: 0, count: 4) + Array(repeating: 1, count: 8))
      #expect(
        experiment.scenarios[11].swept.map(\.parameter) == ["snrDecibels", "windowSeconds", "startSeconds"])
      #expect(experiment.scenarios[11].swept.map(\.value.text) == ["0", "20", "2.5"])
      #expect(experiment.scenarios[11].windows.windowSeconds == 20)
      #expect(experiment.scenarios[11].windows.startSeconds == 2.5)
      #expect(
        Set(experiment.scenarios.map(\.familyLabel)) == ["clean", "whiteNoise, snrDecibels {snrDecibels}"])
      #expect(experiment.windowPlans.count == 4)
    }
  }

  @Test func onlyWhatIsAListIsInTheLabel() throws {
    try ResolverStudy.with(seconds: 2) { study throws in
      func labels(_ windows: String, _ more: String = "") throws -> [String] {
        try study.experiment(Self.text(windows, more: more)).scenarios.map(\.label)
      }
      #expect(try labels(#"{"windowSeconds": 20}"#) == ["clean"])
      #expect(try labels(#"{"windowSeconds": 20, "startSeconds": 5, "tries": 2}"#) == ["clean"])
      #expect(try labels(#"{"windowSeconds": [20]}"#) == ["clean, 20 s"])
      #expect(
        try labels(#"{"windowSeconds": "recording", "startSeconds": [0, 5]}"#) == [
          "clean, from 0 s", "clean, from 5 s",
        ])
      let template =
        #", "scenarios": [{"label": "hold {windowSeconds} s after {startSeconds} s", "scenario": "clean"}]"#
      #expect(
        try labels(#"{"windowSeconds": [5, 10], "startSeconds": 3}"#, template) == [
          "hold 5 s after 3 s", "hold 10 s after 3 s",
        ])
    }
  }

  @Test(
    arguments: [
      (
        ResolverStudy.text(windows: #"{"windowSeconds": [10, 20], "hopSeconds": 5}"#),
        "a list of windowSeconds belongs to spot mode", "$.windows.windowSeconds"
      ),
      (
        ResolverStudy.text(windows: #"{"windowSeconds": 10, "hopSeconds": 5, "startSeconds": [0, 5]}"#),
        "a list of startSeconds belongs to spot mode", "$.windows.startSeconds"
      ),
      (
        ResolverStudy.text(windows: #"{"windowSeconds": 10, "hopSeconds": 5, "tries": 2}"#),
        "\"tries\" belongs to spot mode", "$.windows.tries"
      ),
      (
        text(#"{"windowSeconds": "recording", "tries": 2}"#), "2 tries cannot each be the whole recording",
        "$.windows.tries"
      ),
      (
        text(#"{"windowSeconds": 10, "choose": "firstValid"}"#), "\"choose\" is of several tries",
        "$.windows.choose"
      ),
      (
        text(#"{"windowSeconds": 10, "waitSeconds": 2}"#), "\"waitSeconds\" is of several tries",
        "$.windows.waitSeconds"
      ),
      (
        text(#"{"windowSeconds": 10, "tries": 3, "waitSeconds": [2, 4, 6]}"#),
        "waitSeconds has 3 pauses, and between 3 tries there are 2", "$.windows.waitSeconds"
      ),
      (text(#"{"windowSeconds": [10, 10]}"#), "windowSeconds has 10 twice", "$.windows.windowSeconds[1]"),
      (
        text(
          #"{"windowSeconds": [10, 20], "startSeconds": [0, 5]}"#,
          more: #", "scenarios": [{"label": "{windowSeconds} s", "scenario": "clean"}]"#),
        "two scenarios are called \"10 s\"", "$.scenarios[0].label"
      ),
    ])
  func whatCannotBe(_ text: String, _ message: String, _ path: String) throws {
    let found = try ResolverStudy.with(seconds: 2) { try $0.problems(text) }
    #expect(found.contains { $0.message == message && $0.place?.path == path }, "\(found)")
    #expect(found.allSatisfy { $0.hint != nil })
  }

  @Test(arguments: [
    #"{"windowSeconds": []}"#, #"{"windowSeconds": [10, "recording"]}"#, #"{"windowSeconds": [0.5]}"#,
    #"{"windowSeconds": 10, "startSeconds": -1}"#, #"{"windowSeconds": 10, "startSeconds": [0, 90000]}"#,
    #"{"windowSeconds": 10, "tries": 0}"#, #"{"windowSeconds": 10, "tries": 11}"#,
    #"{"windowSeconds": 10, "tries": 1.5}"#, #"{"windowSeconds": 10, "startSecond": 1}"#,
  ])
  func whatHasNotTheShape(_ windows: String) throws {
    #expect(try ResolverStudy.with(seconds: 2) { try !$0.problems(Self.text(windows)).isEmpty })
  }

  @Test func thereAreAtMostAThousandScenarios() throws {
    try ResolverStudy.with(seconds: 2) { study throws in
      let lengths = (1...40).map(String.init).joined(separator: ",")
      func problems(starts: Int, _ more: String = "") throws -> [String] {
        let list = (0..<starts).map(String.init).joined(separator: ",")
        return try study.problems(
          Self.text(#"{"windowSeconds": [\#(lengths)], "startSeconds": [\#(list)]}"#, more: more)
        ).map(\.message)
      }
      #expect(try problems(starts: 25) == [])
      #expect(
        try problems(starts: 26) == [
          "its lists make 1040 lengths and starts, and at most 1000 scenarios are made"
        ])
      #expect(
        try problems(starts: 25, #", "scenarios": ["clean", "whiteNoise"]"#) == [
          "with this there are more than 1000 scenarios"
        ])
    }
  }

  /// 24 s: long enough for 10 and 20 s, not for 30, nor for 20 from 5 on.
  @Test func aRecordingTooShortForALengthFailsThereOnly() throws {
    try ResolverStudy.with { study in
      let experiment = try study.experiment(
        Self.text(#"{"windowSeconds": [10, 20, 30], "startSeconds": [0, 5]}"#), limit: 1)
      let short = "the recording lasts 24 s, less than one window"
      let outcomes = outcomes(experiment)
      var ranges: [TimeRange?] = []
      for (index, outcome) in outcomes.enumerated() {
        switch outcome {
        case .windows(let table):
          try #require(table.ranges.count == 1)
          ranges.append(table.ranges[0])
        case .failed(let reason):
          #expect(reason == (index == 4 ? short : short + " from 5 s on"))
          ranges.append(nil)
        }
      }
      #expect(
        ranges == [
          TimeRange(start: 0, end: 10), TimeRange(start: 5, end: 15), TimeRange(start: 0, end: 20), nil, nil,
          nil,
        ])
      let plan = experiment.plan
      let results = outcomes.enumerated().map { UnitResult(unit: $0, facts: .unknown, outcome: $1) }
      let row = Evaluation(plan: plan, results: results).recordings[0]
      #expect(row.failure == nil && row.windows == 1)
      #expect(
        row.partialFailures.map(\.scenario) == [
          "clean, 20 s from 5 s", "clean, 30 s from 0 s", "clean, 30 s from 5 s",
        ])
      #expect(Evaluation(plan: plan, results: results).hasFailures)
      // Too short for all lengths: the recording itself cannot be used.
      let none = try study.experiment(Self.text(#"{"windowSeconds": [30, 40]}"#), limit: 1)
      var runner = UnitRunner(none)
      #expect(runner.read(recording: 0).failure == short)
    }
  }

  /// A detector that gets the same 10 s gives the same estimate, whatever other lengths there are, and noise is the
  /// same for all.
  @Test func noiseDependsOnNeitherLengthNorStart() throws {
    try ResolverStudy.with { study in
      let more = #", "seed": 5, "scenarios": ["clean", \#(Self.noise)]"#
      func tables(_ windows: String) throws -> [String: WindowTable] {
        let experiment = try study.experiment(Self.text(windows, more: more), limit: 1)
        var tables: [String: WindowTable] = [:]
        for (unit, outcome) in zip(experiment.units, outcomes(experiment)) {
          if case .windows(let table) = outcome { tables[experiment.scenarios[unit.scenario].label] = table }
        }
        return tables
      }
      let alone = try tables(#"{"windowSeconds": 10}"#)
      let lengths = try tables(#"{"windowSeconds": [20, 10, 15]}"#)
      let starts = try tables(#"{"windowSeconds": 10, "startSeconds": [5, 0]}"#)
      try #require(alone.count == 3 && lengths.count == 9 && starts.count == 6)
      for (label, table) in alone {
        #expect(lengths[label + ", 10 s"] == table)
        #expect(starts[label + ", from 0 s"] == table)
        #expect(lengths[label + ", 20 s"] != table)
      }
      // The damage itself: the same samples for every length.
      let experiment = try study.experiment(
        Self.text(#"{"windowSeconds": [10, 20], "startSeconds": [0, 4]}"#, more: more))
      let wave = Signal(samples: (0..<200).map { Double($0 % 25) }, sampleRate: 25, startTime: 0)
      let damaged = try experiment.scenarios.filter {
        $0.swept.first?.value.text == "10" && $0.changesSignals
      }
      .map { plan in
        try plan.apply(
          to: Channels([.ppg: .uniform(wave)]), reference: .none, seed: 5, recording: "r", repetition: 0
        ) { (_, _) throws(ScenarioFailure) in .init() }
      }
      try #require(damaged.count == 4)
      #expect(damaged.allSatisfy { $0 == damaged[0] })
      #expect(damaged[0].channels[.ppg] != .uniform(wave))
    }
  }

  @Test func aDetectorMayNameAllLengthsOrOne() throws {
    try ResolverStudy.with(seconds: 2) { study throws in
      let scenarios =
        #", "scenarios": ["clean", {"label": "white {snrDecibels}", "scenario": "whiteNoise", "parameters": {"snrDecibels": [10, 0]}}]"#
      func labels(_ name: String) throws -> [String]? {
        let detectors = #"["fft", {"label": "some", "detector": "peak", "scenarios": ["\#(name)"]}]"#
        return try study.experiment(
          Self.text(#"{"windowSeconds": [10, 20]}"#, detectors: detectors, more: scenarios)
        ).detectors[1].scenarios
      }
      #expect(try labels("clean") == ["clean, 10 s", "clean, 20 s"])
      #expect(try labels("clean, 20 s") == ["clean, 20 s"])
      #expect(try labels("white 10") == ["white 10, 10 s", "white 10, 20 s"])
      #expect(
        try labels("white {snrDecibels}") == [
          "white 10, 10 s", "white 10, 20 s", "white 0, 10 s", "white 0, 20 s",
        ])
    }
  }

  @Test func aStrictValueIsOfOneMeasurement() throws {
    try ResolverStudy.with(seconds: 2) { study in
      for path in ["r1.json", "clean r1.json", "clean, 10 s r1.json", "r1.csv"] {
        try study.write("time,value\n3,70\n", path)
      }
      func problems(_ windows: String, _ path: String, _ more: String = "") throws -> [String] {
        try study.problems(
          Self.text(windows, detectors: #"[{"label": "v", "recorded": "\#(path)"\#(more)}]"#)
        ).map(\.message)
      }
      let several = #"{"windowSeconds": [10, 20]}"#
      let tries = #"{"windowSeconds": 10, "tries": 3}"#
      let what = "the strict value of \"v\" is of one measurement, and here there are"
      #expect(try problems(several, "{recording}.json") == ["\(what) 2 of different length or start"])
      #expect(try problems(several, "{scenario} {recording}.json") == [])
      #expect(try problems(several, "{recording}.json", #", "strict": "never""#) == [])
      #expect(try problems(several, "{recording}.csv") == [])
      // With one length there is one measurement, whatever the other scenarios are for.
      #expect(
        try problems(several, "{recording}.json", #", "scenarios": ["clean, 10 s"]"#) == [
          "no detector has rows in the scenario \"clean, 20 s\""
        ])
      #expect(try problems(#"{"windowSeconds": 10, "startSeconds": 2}"#, "{recording}.json") == [])
      // A file for each scenario covers all tries of its measurement.
      for path in ["{recording}.json", "{scenario} {recording}.json"] {
        #expect(try problems(tries, path) == ["\(what) 3 tries"])
      }
      #expect(try problems(tries, "{recording}.json", #", "strict": "never""#) == [])
    }
  }

  @Test func plansKeepEachScenariosWindows() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let plan = try study.experiment(
        Self.text(#"{"windowSeconds": [10, 20], "startSeconds": 5, "tries": 2}"#)
      ).plan
      #expect(plan.windowSeconds == nil && plan.startSeconds == nil && plan.tries == 2)
      #expect(
        plan.scenarios.map(\.size) == [
          .init(windowSeconds: 10, startSeconds: 5), .init(windowSeconds: 20, startSeconds: 5),
        ])
      #expect(plan.windows(of: 1).windowSeconds == 20 && plan.windows(of: 1).tries == 2)
      #expect(plan.windowsDescribed == "one window per recording: 10 or 20 s from 5 s on (best of 2 tries)")
      #expect(plan.scenarios[1].described == "clean@1; 20 s from 5 s")
      let single = try study.experiment(Self.text(#"{"windowSeconds": 10, "startSeconds": 5}"#)).plan
      #expect(single.scenarios[0].size == nil && single.windowSeconds == 10 && single.startSeconds == 5)
      #expect(single.windowsDescribed == "one window per recording: 10 s from 5 s on")
    }
  }
}
