import HRRunTestSupport
import Foundation
import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

@Suite struct UnitRunnerTests {
  private static let scenarios = #"""
    , "seed": 5, "scenarios": ["clean", {"scenario": "whiteNoise", "parameters": {"snrDecibels": 0}, "repeats": 2},
     {"scenario": "motionBursts"}]
    """#

  private func results(_ experiment: Experiment) -> [UnitResult] {
    var runner = UnitRunner(experiment)
    return experiment.units.map { runner.result(of: $0) }
  }

  private func tables(_ results: [UnitResult]) throws -> [WindowTable] {
    try results.map { result in
      guard case .windows(let table) = result.outcome else {
        throw Diagnostics("unit \(result.unit) failed: \(result.outcome)")
      }
      return table
    }
  }

  @Test func referencesFollowTheBeats() throws {
    try ResolverStudy.with { study in
      let tables = try tables(results(try study.experiment(ResolverStudy.text())))
      #expect(tables.map { $0.ranges.map(\.start) } == Array(repeating: [0, 5, 10], count: 3))
      for (table, bpm) in zip(tables, [60.0, 72, 84]) {
        for (reference, cell) in zip(table.references, try #require(table.estimates[0]).cells) {
          guard case .bpm(let rate) = reference else {
            Issue.record("no reference")
            continue
          }
          #expect(abs(rate - bpm) < 1e-6)
          #expect(abs(cell.bpm - bpm) < 2)
        }
      }
    }
  }

  @Test func spotModeTakesTheWholeRecording() throws {
    try ResolverStudy.with { study in
      let text = ResolverStudy.text(windows: #"{"windowSeconds": "recording"}"#, more: #", "mode": "spot""#)
      let tables = try tables(results(try study.experiment(text)))
      for table in tables {
        #expect(table.ranges.count == 1)
        #expect(table.ranges[0].start == 0)
        #expect(abs(table.ranges[0].end - 24) < 1e-9)
        #expect(try #require(table.estimates[0]).cells.allSatisfy { $0.hasValue })
      }
    }
  }

  @Test func recordingsAreExaminedOnceWhateverIsDoneToThem() throws {
    try ResolverStudy.with { study in
      let experiment = try study.experiment(ResolverStudy.text(more: Self.scenarios))
      let results = results(experiment)
      #expect(results.map { $0.exam != nil } == experiment.units.map(\.beginsRecording))
      #expect(results.count { $0.exam != nil } == 3)
      // Equal to the separate exam; there is none of a recording that cannot be read.
      var runner = UnitRunner(experiment)
      #expect(runner.exam(ofRecording: 1) == results.first { experiment.units[$0.unit].recording == 1 }?.exam)
      try Data("torn".utf8).write(to: URL(fileURLWithPath: experiment.recordings[1].entry.files[0]))
      var late = UnitRunner(experiment)
      #expect(late.exam(ofRecording: 1) == nil)
      for exam in [results[0].exam, nil] {
        let answer = RecordingInspection(facts: .unknown, failure: nil, exam: exam)
        #expect(try RecordingInspection(bytes: answer.bytes) == answer)
      }
    }
  }

  @Test func shortRecordingsFailWithTheirLength() throws {
    try ResolverStudy.with(seconds: 4) { study in
      let results = results(try study.experiment(ResolverStudy.text()))
      #expect(results.allSatisfy { $0.exam != nil })
      let outcome = results.map(\.outcome)
      #expect(outcome == Array(repeating: .failed("the recording lasts 4 s, less than one window"), count: 3))
    }
  }

  @Test func noiseDoesNotDependOnTheDetectorList() throws {
    try ResolverStudy.with { study in
      let more = Self.scenarios
      let both = try tables(
        results(try study.experiment(ResolverStudy.text(detectors: #"["peak", "fft"]"#, more: more))))
      let other = try tables(
        results(
          try study.experiment(ResolverStudy.text(detectors: #"["fft", "combined", "peak"]"#, more: more))))
      let alone = try tables(
        results(try study.experiment(ResolverStudy.text(detectors: #"["fft"]"#, more: more))))
      #expect(both.map { $0.estimates[1] } == alone.map { $0.estimates[0] })
      #expect(both.map { $0.estimates[1] } == other.map { $0.estimates[0] })
      #expect(both.map { $0.estimates[0] } == other.map { $0.estimates[2] })
      // The second repeat has another random draw.
      #expect(alone[1].estimates != alone[2].estimates)
    }
  }

  @Test func detectorsOfARunSeeTheSameNoise() throws {
    try ResolverStudy.with { study in
      let detectors = #"["fft", {"label": "again", "detector": "fft"}]"#
      for table in try tables(
        results(try study.experiment(ResolverStudy.text(detectors: detectors, more: Self.scenarios))))
      {
        #expect(table.estimates[0] == table.estimates[1])
      }
    }
  }

  @Test func theOrderOfUnitsChangesNothing() throws {
    try ResolverStudy.with { study in
      let experiment = try study.experiment(
        ResolverStudy.text(detectors: #"["peak", "fft"]"#, more: Self.scenarios))
      let forward = results(experiment)
      var runner = UnitRunner(experiment)
      let units = experiment.units
      let mixed = units.filter { $0.index % 2 == 1 }.reversed() + units.filter { $0.index % 2 == 0 }
      #expect(mixed.map { runner.result(of: $0) }.sorted { $0.unit < $1.unit } == forward)
    }
  }

  @Test func theSeedDecidesTheNoiseAndNothingElse() throws {
    try ResolverStudy.with { study in
      let text = ResolverStudy.text(more: Self.scenarios)
      let five = try tables(results(try study.experiment(text)))
      let six = try tables(results(try study.experiment(text, overrides: ["seed=6"])))
      #expect(five[0] == six[0])
      #expect(five[1].estimates != six[1].estimates)
      #expect(five.map(\.references) == six.map(\.references))
    }
  }

  @Test func detectorsThatNameBeatsHaveATrain() throws {
    try ResolverStudy.with { study in
      // A finger whose light decreases after each beat, with a delay of 0.3 s; red decreases least.
      try FileManager.default.createDirectory(
        atPath: "\(study.folder)/datasets/finger", withIntermediateDirectories: true)
      try study.write(
        """
        {"schemaVersion": 1, "name": "finger",
         "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
                   {"name": "beats", "path": "{recording}_beats.csv"}],
         "channels": {"red": "red", "green": "green", "blue": "blue"},
         "reference": [{"beats": {"file": "beats", "column": "beat_s"}}]}
        """, "datasets/finger/dataset.json")
      let rows = (0..<1200).map { k -> String in
        let time = Double(k) / 30
        let depth = cos(2 * Double.pi * (time - 0.3) / 0.8)
        return "\(time),\(200 - 2 * depth),\(60 - 3 * depth),\(40 - depth)"
      }
      try study.write(
        "time_s,red,green,blue\n" + rows.joined(separator: "\n") + "\n", "datasets/finger/f.csv")
      let beats = (0..<50).map { 0.8 * Double($0) }
      try study.write(
        "beat_s\n" + beats.map { "\($0)" }.joined(separator: "\n") + "\n", "datasets/finger/f_beats.csv")
      let experiment = try study.experiment(
        ResolverStudy.text(
          datasets: #"["finger"]"#, detectors: #"[{"detector": "peak", "extractor": "red"}, "hue", "fft"]"#))
      let found = results(experiment)
      let table = try #require(try tables(found).first)
      let trains = try #require(table.beats)
      #expect(trains.reference.count == beats.count)
      try #require(trains.trains.count == 3)
      #expect(trains.trains[2] == nil)
      for train in trains.trains.prefix(2) {
        let train = try #require(train)
        // One detected beat per beat.
        let answered = train.answeredSpans.reduce(0) { $0 + $1.duration }
        #expect(abs(Double(train.detected.count) - answered / 0.8) <= 2)
        let intervals = zip(train.detected.dropFirst(), train.detected).map { $0 - $1 }
        #expect(intervals.count { abs($0 - 0.8) < 0.01 } >= intervals.count - 2)
        // In a wave this even, `peak` takes crests in one window and troughs in another: half a beat's difference.
        #expect(intervals.allSatisfy { abs(($0 / 0.4).rounded() - $0 / 0.4) < 0.1 && $0 > 0.3 && $0 < 1.3 })
      }
      #expect(trains.trains[0]?.answeredSpans == [TimeRange(start: 0, end: 40)])
      #expect(results(experiment) == found)
      #expect(try UnitResult(bytes: found[0].bytes) == found[0])
    }
  }

  @Test func ratesAsReferenceHaveNoBeats() throws {
    try ResolverStudy.with { study in
      let text = ResolverStudy.text(detectors: #"["peak"]"#)
      #expect(try tables(results(try study.experiment(text))).allSatisfy { $0.beats?.trains.count == 1 })
      try study.write(
        """
        {"schemaVersion": 1, "name": "study",
         "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
                   {"name": "truth", "path": "{recording}_beats.csv"}],
         "channels": {"ppg": "ppg"},
         "reference": [{"rateSeries": {"file": "truth", "column": "bpm", "time": "t"}}]}
        """, "datasets/study/dataset.json")
      for recording in 1...3 {
        try study.write("t,bpm\n0,60\n24,60\n", "datasets/study/r\(recording)_beats.csv")
      }
      for table in try tables(results(try study.experiment(text))) {
        #expect(table.beats == nil)
        #expect(table.referenceDetectors.isEmpty)
        #expect(table.cadenceBPM.isEmpty)
      }
    }
  }

  @Test func cadencesAreThereWhereTheAccelerometerIsRead() throws {
    try ResolverStudy.with { study in
      // Recorded output reads no channel, so all are loaded; x swings by 1 g at a sixth of a hertz, which is no
      // cadence.
      try study.write("time,value\n3,70\n", "clean-r1.csv")
      let text = ResolverStudy.text(
        detectors: #"[{"label": "v", "recorded": "{scenario}-{recording}.csv"}]"#,
        more: #", "scenarios": ["clean", {"scenario": "motionBursts"}]"#)
      let found = try tables(results(try study.experiment(text)))
      #expect(found.allSatisfy { $0.cadenceBPM.count == $0.ranges.count })
      #expect(
        try tables(results(try study.experiment(ResolverStudy.text()))).allSatisfy { $0.cadenceBPM.isEmpty })
      for cadence in found[1].cadenceBPM.compactMap(\.self) { #expect((42...240).contains(cadence)) }
      #expect(found[0].cadenceBPM != found[1].cadenceBPM)
    }
  }

  @Test func windowsDoNotDependOnWhatDetectorsRead() throws {
    try ResolverStudy.with { study in
      // The beats start later than the samples and end earlier.
      for recording in 1...3 {
        let beats = (2...20).map { "\(Double($0) + 0.25)" }.joined(separator: "\n")
        try study.write("beat_s\n\(beats)\n", "datasets/study/r\(recording)_beats.csv")
      }
      try study.write("time,value\n3,70\n", "r1.csv")
      let recorded = #"{"label": "v", "recorded": "{recording}.csv"}"#
      let alone = try tables(results(try study.experiment(ResolverStudy.text(detectors: "[\(recorded)]"))))
      let beside = try tables(
        results(try study.experiment(ResolverStudy.text(detectors: "[\(recorded), \"fft\"]"))))
      #expect(alone.map(\.ranges) == beside.map(\.ranges))
      #expect(alone.map(\.references) == beside.map(\.references))
      #expect(alone.map { $0.estimates[0] } == beside.map { $0.estimates[0] })
    }
  }
}
