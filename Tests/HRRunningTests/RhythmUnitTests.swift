import HRRunTestSupport
import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// Scenarios that move beats, in the engine: reference, windows and refusals.
@Suite struct RhythmUnitTests {
  private static let step = #"{"label": "step", "scenario": "rateStep", "parameters": {"toBPM": 150}}"#

  private func rates(_ table: WindowTable) throws -> [Double] {
    try table.references.map {
      guard case .bpm(let bpm) = $0 else { throw Diagnostics("no reference") }
      return bpm
    }
  }

  /// `f1` beats at 66 for 40 s; at half of it the rate jumps to 150. Of its 44 intervals 22 stay, and 22 take 0.4 s
  /// each, so it ends after 28.8 s.
  @Test func theReferenceMovesAndWindowsEndSooner() throws {
    try ScenarioStudy.with { study in
      let experiment = try study.experiment("\"clean\"", Self.step)
      let clean = try experiment.tables(of: "clean")[0]
      let moved = try experiment.tables(of: "step")[0]
      #expect(clean.ranges.map(\.start) == [0, 5, 10, 15, 20, 25, 30])
      #expect(moved.ranges.map(\.start) == [0, 5, 10, 15])
      #expect(moved.ranges.allSatisfy { $0.duration == 10 })
      let known = try rates(moved)
      try #require(known.count == 4)
      // Windows before 20 s have the old rate only; the last, from 15 to 25 s, has both.
      for rate in known.prefix(3) { #expect(abs(rate - 66) < 0.01) }
      #expect(known[3] > 90 && known[3] < 140)
      for rate in try rates(clean) { #expect(abs(rate - 66) < 0.01) }
      // Estimates follow the reference, so channels move with it.
      for column in moved.estimates.map({ $0.map { Array($0.cells) } ?? [] }) {
        for (cell, rate) in zip(column, known).prefix(3) {
          #expect(cell.hasValue && abs(cell.bpm - rate) < 3)
        }
      }
    }
  }

  @Test func aRateIsAsAskedFor() throws {
    try ScenarioStudy.with { study in
      // From the beginning on: every window has the wanted rate, and an estimate of it.
      for bpm in [50.0, 90, 150] {
        let experiment = try study.experiment(
          #"{"label": "s", "scenario": "rateStep", "parameters": {"toBPM": \#(bpm), "atShare": 0}}"#)
        for table in try experiment.tables(of: "s") {
          #expect(!table.ranges.isEmpty)
          for rate in try rates(table) { #expect(abs(rate - bpm) < 0.5, "\(bpm)") }
          for cell in try #require(table.estimates[0]).cells { #expect(abs(cell.bpm - bpm) < 3, "\(bpm)") }
        }
      }
      // A slower heart does not make the recording longer.
      let slow = try study.experiment(
        #"{"label": "s", "scenario": "rateStep", "parameters": {"toBPM": 40, "atShare": 0}}"#)
      #expect(try slow.tables(of: "s")[0].ranges.map(\.start) == [0, 5, 10, 15, 20, 25, 30])
    }
  }

  @Test func aRecordingThatGetsTooShortFailsAlone() throws {
    try ScenarioStudy.with { study in
      let experiment = try study.experiment(
        #"{"label": "fast", "scenario": "rateStep", "parameters": {"toBPM": 220, "atShare": 0}}"#)
      // 66 bpm for 40 s at 220: 12 s, one window of ten; at 78: 14.2 s.
      #expect(try experiment.tables(of: "fast").map(\.ranges.count) == [1, 1])
      let long = try study.study.experiment(
        ResolverStudy.text(
          datasets: #"["finger"]"#, windows: #"{"windowSeconds": 13, "hopSeconds": 5}"#,
          detectors: ScenarioStudy.detectors,
          more:
            #", "scenarios": [{"label": "fast", "scenario": "rateStep", "parameters": {"toBPM": 220, "atShare": 0}}, "clean"]"#
        )
      ).results()
      guard case .failed(let reason) = long[0].outcome else {
        Issue.record("\(long[0].outcome)")
        return
      }
      #expect(reason.hasPrefix("fast leaves 1") && reason.hasSuffix(" s, less than one window"), "\(reason)")
      #expect(long.dropFirst().allSatisfy { if case .windows = $0.outcome { true } else { false } })
    }
  }

  @Test func cleanBesideItIsUntouched() throws {
    try ScenarioStudy.with { study in
      let alone = try study.experiment("\"clean\"").tables(of: "clean")
      for order in [["\"clean\"", Self.step], [Self.step, "\"clean\""]] {
        #expect(try study.experiment(order[0], order[1]).tables(of: "clean") == alone)
      }
      let experiment = try study.experiment("\"clean\"", Self.step)
      let recording = try experiment.datasets[0].load(experiment.recordings[0].entry)
      let clean = try experiment.damaged("clean")
      #expect(clean.channels == recording.channels && clean.reference == recording.reference)
      let moved = try experiment.damaged("step")
      #expect(moved.reference != recording.reference)
      #expect(moved.channels[.accelerometerX] == recording.channels[.accelerometerX])
    }
  }

  @Test func aReferenceWithoutBeatsIsRefused() throws {
    try ScenarioStudy.with { study in
      for name in ["ectopicBeats", "bigeminy", "atrialFibrillation", "rateRamp", "rateStep"] {
        let problems = try study.problems("\"clean\"", "\"\(name)\"", datasets: #"["finger", "rates"]"#)
        #expect(
          problems.map(\.message) == [
            "scenario \"\(name)\" moves beats; the reference \"rateSeries\" of \"rates\" has none"
          ])
        #expect(problems.map { $0.place?.line } == [4])
        #expect(
          problems.first?.hint == "choose a \"reference\" with beats or an ECG, or leave this data set out")
        // In a step, the problem is at the step's position.
        let inside = try study.problems(
          "\"clean\"", "{\"steps\": [\"clean\",\n\"\(name)\"]}", datasets: #"["rates"]"#)
        #expect(inside.map { $0.place?.line } == [5])
      }
      #expect(try study.problems("\"clean\"", "\"pulseMotion\"", datasets: #"["rates"]"#).isEmpty)
    }
  }

  @Test func aReferenceOfBreathsKnowsNoHeart() throws {
    try ScenarioStudy.with { study in
      let detectors = #"[{"detector": "constant", "parameters": {"bpm": 15}}]"#
      for (scenario, messages) in [
        ("whiteNoise", []),
        (
          "pulseMotion",
          [
            "scenario \"pulseMotion\" follows the true heart rate; the reference \"breaths\" of \"breathing\" states none"
          ]
        ),
        (
          "rateStep",
          ["scenario \"rateStep\" moves beats; the reference \"breaths\" of \"breathing\" has none"]
        ),
      ] {
        let problems = try study.problems(
          "\"\(scenario)\"", datasets: #"["breathing"]"#, detectors: detectors,
          more: #", "measurand": "breathingRate""#)
        #expect(problems.map(\.message) == messages)
      }
    }
  }

  @Test func anotherHeartComesFirst() throws {
    try ScenarioStudy.with { study in
      let problems = try study.problems(#"{"label": "a", "steps": ["lag", "clean", "rateStep"]}"#)
      #expect(
        problems.map(\.message) == [
          #""rateStep" gives the recording another heart, so it cannot come after "lag""#
        ])
      #expect(problems[0].place?.path == "$.scenarios[0].steps[2]")
      _ = try study.experiment(#"{"label": "a", "steps": ["clean", "ectopicBeats", "rateStep", "lag"]}"#)
    }
  }

  @Test func stepsThatShareANameAndTheOrderOfSweeps() throws {
    try ScenarioStudy.with { study in
      func labels(_ scenarios: String) throws -> [String] {
        try study.experiment(scenarios).scenarios.map(\.label)
      }
      let steps =
        #"[{"scenario": "whiteNoise", "parameters": {"snrDecibels": 20}}, {"scenario": "pinkNoise", "parameters": {"snrDecibels": [10, 0]}}]"#
      #expect(
        try labels(#"{"steps": \#(steps)}"#) == [
          "whiteNoise + pinkNoise, snrDecibels 10", "whiteNoise + pinkNoise, snrDecibels 0",
        ])
      #expect(
        try labels(#"{"label": "{whiteNoise.snrDecibels} and {pinkNoise.snrDecibels}", "steps": \#(steps)}"#)
          == ["20 and 10", "20 and 0"])
      let both =
        #"[{"scenario": "whiteNoise", "parameters": {"snrDecibels": [3, 4]}}, {"scenario": "pinkNoise", "parameters": {"snrDecibels": [1, 2]}}]"#
      #expect(
        try labels(#"{"steps": \#(both)}"#).last
          == "whiteNoise + pinkNoise, whiteNoise.snrDecibels 4, pinkNoise.snrDecibels 2")
      // The last list in the file varies fastest, whatever the plugin's own order.
      #expect(
        try labels(
          #"{"label": "{timeStamps} {share}", "scenario": "frameDrop", "parameters": {"timeStamps": ["kept", "evenAtMeanRate"], "share": [0.1, 0.2]}}"#
        ) == ["kept 0.1", "kept 0.2", "evenAtMeanRate 0.1", "evenAtMeanRate 0.2"])
      let empty = try study.problems(#"{"label": " ", "scenario": "whiteNoise"}"#)
      #expect(empty.map(\.message) == ["the label is empty"])
    }
  }
}
