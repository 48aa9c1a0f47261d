import HRRunTestSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// Equal damage whatever else is asked for, and different damage for different scenarios, repeats, recordings and
/// seeds.
@Suite struct ScenarioDeterminismTests {
  private static let white =
    #"{"label": "white {snrDecibels}", "scenario": "whiteNoise", "parameters": {"snrDecibels": [20, 0]}, "repeats": 2}"#
  private static let step = #"{"label": "step", "scenario": "rateStep", "parameters": {"toBPM": 150}}"#
  private static let both =
    #"{"label": "both", "steps": [{"scenario": "motionBursts"}, "whiteNoise"], "repeats": 2}"#
  private static let walk =
    #"{"label": "walk", "scenario": "recordedNoise", "noise": {"dataset": "walks"}, "repeats": 5}"#
  private static let beats =
    #"{"label": "early", "scenario": "ectopicBeats", "parameters": {"percent": 20}, "repeats": 2}"#
  /// One of each kind: none, damage, moved beats, randomly moved beats, two steps, recorded noise.
  private static let kinds = ["\"clean\"", white, step, beats, both, walk]
  private static let labels = ["clean", "white 20", "white 0", "step", "early", "both", "walk"]

  private func all(_ study: ScenarioStudy) throws -> Experiment {
    try study.experiment("\"clean\"", Self.white, Self.step, Self.beats, Self.both, Self.walk)
  }

  @Test func noOrderOfUnitsChangesAnything() throws {
    try ScenarioStudy.with { study in
      let experiment = try all(study)
      let forward = experiment.results()
      let units = experiment.units
      #expect(units.count == 2 * (1 + 2 * 2 + 1 + 2 + 2 + 5))
      #expect(forward.allSatisfy { if case .windows = $0.outcome { true } else { false } })
      var backward = UnitRunner(experiment)
      #expect(units.reversed().map { backward.result(of: $0) } == forward.reversed())
      // In steps of seven, which alternate between recordings and scenarios.
      var jumping = UnitRunner(experiment)
      let jumps = units.indices.map { units[$0 * 7 % units.count] }
      #expect(jumps.map { jumping.result(of: $0) }.sorted { $0.unit < $1.unit } == forward)
      for unit in units {
        var alone = UnitRunner(experiment)
        #expect(alone.result(of: unit) == forward[unit.index], "unit \(unit.index) by itself")
      }
    }
  }

  @Test func scenariosDoNotKnowOfEachOther() throws {
    try ScenarioStudy.with { study in
      let together = try all(study)
      for (entry, labels) in zip(
        Self.kinds, [["clean"], ["white 20", "white 0"], ["step"], ["early"], ["both"], ["walk"]])
      {
        let alone = try study.experiment(entry)
        let between = try study.experiment(
          #"{"label": "before", "scenario": "pinkNoise"}"#, entry, "\"frameDrop\"")
        for label in labels {
          let tables = try together.tables(of: label)
          #expect(try alone.tables(of: label) == tables, "\(label)")
          #expect(try between.tables(of: label) == tables, "\(label)")
        }
      }
    }
  }

  @Test func damageDoesNotDependOnWhatElseIsRead() throws {
    try ScenarioStudy.with { study in
      let experiment = try all(study)
      for label in Self.labels {
        for recording in 0...1 {
          let whole = try experiment.damaged(label, recording: recording)
          #expect(whole.channels.kinds.count == 5)
          for kind in [ChannelKind.red, .ppg, .accelerometerY] {
            let alone = try experiment.damaged(label, recording: recording, needing: [kind])
            #expect(alone.channels[kind] == whole.channels[kind], "\(label), \(kind)")
            #expect(alone.reference == whole.reference)
          }
        }
      }
    }
  }

  @Test func severitiesShareTheirNumbers() throws {
    try ScenarioStudy.with { study in
      let experiment = try all(study)
      let clean = try #require(try experiment.damaged("clean").channels[.ppg]).values
      let loud = try #require(try experiment.damaged("white 0").channels[.ppg]).values
      let soft = try #require(try experiment.damaged("white 20").channels[.ppg]).values
      // 20 dB are a factor of ten; the sums of signal and noise are rounded to about 1e-16 of the signal.
      let worst = clean.indices.map { abs((loud[$0] - clean[$0]) - 10 * (soft[$0] - clean[$0])) }.max()
      #expect(try #require(worst) < 1e-13)
      #expect(loud != soft)
      // A list and a value with the same label are the same family, so the same draw; another label gives another.
      let single = try study.experiment(
        #"{"label": "white {snrDecibels}", "scenario": "whiteNoise", "parameters": {"snrDecibels": 0}}"#,
        #"{"label": "another", "scenario": "whiteNoise", "parameters": {"snrDecibels": 0}}"#)
      #expect(try single.damaged("white 0") == experiment.damaged("white 0"))
      #expect(try single.damaged("another").channels[.ppg]?.values != loud)
    }
  }

  @Test(arguments: ["white 20", "white 0", "early", "both", "walk"])
  func repeatsRecordingsAndSeedsDiffer(_ label: String) throws {
    try ScenarioStudy.with { study in
      // The same recording under two names: only the draw differs.
      for name in ["f3.csv", "f3_beats.csv"] {
        try study.write(
          String(contentsOfFile: "\(study.folder)/datasets/finger/f1\(name.dropFirst(2))", encoding: .utf8),
          "datasets/finger/\(name)")
      }
      let experiment = try all(study)
      #expect(experiment.recordings.map(\.entry.id) == ["f1", "f2", "f3"])
      let first = try experiment.damaged(label)
      #expect(try experiment.damaged(label) == first)
      #expect(try experiment.damaged(label, repetition: 1) != first)
      #expect(try experiment.damaged(label, recording: 2) != first)
      #expect(try experiment.damaged("clean", recording: 2) == experiment.damaged("clean"))
      let other = try study.experiment(
        "\"clean\"", Self.white, Self.step, Self.beats, Self.both, Self.walk, more: #", "seed": 6"#)
      #expect(try other.damaged(label) != first)
    }
  }

  @Test func stepsDiffer() throws {
    try ScenarioStudy.with { study in
      // Both steps have the same ratio; with equal draws, the sum would be twice the first.
      let noise = #"{"scenario": "whiteNoise", "parameters": {"snrDecibels": 10}}"#
      let experiment = try study.experiment(
        #"{"label": "n", "steps": [\#(noise), "clean"]}"#,
        #"{"label": "m", "steps": ["clean", \#(noise)]}"#)
      let clean = try #require(try experiment.datasets[0].load(experiment.recordings[0].entry).channels[.ppg])
      let first = try #require(try experiment.damaged("n").channels[.ppg])
      let second = try #require(try experiment.damaged("m").channels[.ppg])
      let twice = try study.experiment(#"{"label": "n", "steps": [\#(noise), \#(noise)]}"#)
      let sum = try #require(try twice.damaged("n").channels[.ppg])
      #expect(first != clean && second != clean && first != second)
      // Second noise over first: independent draws have a correlation of 0 ± 1/√1000.
      let a = zip(first.values, clean.values).map { $0 - $1 }
      let b = zip(sum.values, first.values).map { $0 - $1 }
      let product = zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
      let size = (a.reduce(0) { $0 + $1 * $1 } * b.reduce(0) { $0 + $1 * $1 }).squareRoot()
      #expect(abs(product / size) < 0.15)
    }
  }
}
