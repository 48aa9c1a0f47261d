import Foundation
import HRDiagnostics
import HRPlugins
import HRSignals
import Testing

@testable import HRExperiments

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
        throw Diagnostic("unit \(result.unit) failed: \(result.outcome)")
      }
      return table
    }
  }

  @Test func referencesFollowTheBeats() throws {
    try ResolverStudy.with { study in
      let tables = try tables(results(try study.experiment(ResolverStudy.text())))
      #expect(tables.map { $0.ranges.map(\.start) } == Array(repeating: [0, 5, 10], count: 3))
      for (table, bpm) in zip(tables, [60.0, 72, 84]) {
        for (reference, cell) in zip(table.references, table.estimates[0].cells) {
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
        #expect(table.estimates[0].cells.allSatisfy { $0.hasValue })
      }
    }
  }

  @Test func shortRecordingsFailWithTheirLength() throws {
    try ResolverStudy.with(seconds: 4) { study in
      let outcome = results(try study.experiment(ResolverStudy.text())).map(\.outcome)
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
      // The second repeat is another draw.
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
