import Foundation
package import HRSupport
import HRPlugins
package import HRSignals

@testable package import HRRunning

/// A `ResolverStudy` with what scenarios ask for: `finger`, two recordings of red light, a wrist's light and an
/// accelerometer at rest with their beats; `rates` and `breathing`, the first of them with other references; `walks`,
/// three recordings of noise without a reference.
package struct ScenarioStudy {
  package static let seconds = 40
  private static let rate = 25

  package let study: ResolverStudy

  package var folder: String { study.folder }

  package static func with<Value>(_ body: (ScenarioStudy) throws -> Value) throws -> Value {
    try ResolverStudy.with(seconds: 2) { study in
      let scenarios = ScenarioStudy(study: study)
      try scenarios.writeFingers()
      try scenarios.writeOtherReferences()
      try scenarios.writeNoise("walks", seed: 0.7)
      return try body(scenarios)
    }
  }

  private func writeFingers() throws {
    try write(
      """
      {"schemaVersion": 1, "name": "finger",
       "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
                 {"name": "beats", "path": "{recording}_beats.csv"}],
       "channels": {"red": "red", "ppg": "ppg", "accelerometerX": "x", "accelerometerY": "y", "accelerometerZ": "z"},
       "reference": [{"beats": {"file": "beats", "column": "beat_s"}}]}
      """, "datasets/finger/dataset.json")
    for (index, bpm) in [66.0, 78].enumerated() {
      try write(Self.table(bpm: bpm), "datasets/finger/f\(index + 1).csv")
      let beats = (0...Int(Double(Self.seconds) * bpm / 60)).map { "\(Double($0) * 60 / bpm)" }
      try write(
        "beat_s\n" + beats.joined(separator: "\n") + "\n", "datasets/finger/f\(index + 1)_beats.csv")
    }
  }

  private func writeOtherReferences() throws {
    let channels =
      #""files": [{"path": "{recording}.csv", "except": ["*_truth.csv"], "time": "time_s"}, "#
      + #"{"name": "truth", "path": "{recording}_truth.csv"}], "channels": {"red": "red", "ppg": "ppg"}"#
    try write(
      #"{"schemaVersion": 1, "name": "rates", \#(channels), "reference": [{"rateSeries": {"file": "truth", "column": "bpm", "time": "t"}}]}"#,
      "datasets/rates/dataset.json")
    try write(
      #"{"schemaVersion": 1, "name": "breathing", \#(channels), "reference": [{"breaths": {"file": "truth", "column": "breath_s"}}]}"#,
      "datasets/breathing/dataset.json")
    for name in ["rates", "breathing"] { try write(Self.table(bpm: 66), "datasets/\(name)/f1.csv") }
    try write("t,bpm\n0,66\n40,66\n", "datasets/rates/f1_truth.csv")
    try write(
      "breath_s\n" + (0..<11).map { "\(4 * $0)" }.joined(separator: "\n") + "\n",
      "datasets/breathing/f1_truth.csv")
  }

  /// Three recordings of twelve seconds, no two alike: sums of sines at frequencies of their own.
  package func writeNoise(_ folderName: String, seed: Double) throws {
    try write(
      #"{"schemaVersion": 1, "name": "walks", "files": [{"path": "{recording}.csv", "time": "time_s"}], "channels": {"ppg": "n", "accelerometerX": "a"}}"#,
      "datasets/\(folderName)/dataset.json")
    for recording in 1...3 {
      let rows = (0..<(12 * 20)).map { k -> String in
        let time = Double(k) / 20
        var value = 0.0
        for wave in 1...7 {
          let frequency = seed + 0.9 * Double(recording) + 1.7 * Double(wave)
          value += sin(frequency * time + seed * Double(wave * wave))
        }
        return "\(time),\(value),\(sin((seed + Double(recording)) * time))"
      }
      try write(
        "time_s,n,a\n" + rows.joined(separator: "\n") + "\n", "datasets/\(folderName)/n\(recording).csv")
    }
  }

  private static func table(bpm: Double) -> String {
    let rows = (0..<(rate * seconds)).map { k -> String in
      let time = Double(k) / Double(rate)
      let phase = 2 * Double.pi * time * bpm / 60
      let pulse = cos(phase) + 0.4 * cos(2 * phase)
      return "\(time),\(180 - 2 * pulse),\(pulse),\(0.01 * sin(time)),\(0.01 * cos(time)),1"
    }
    return "time_s,red,ppg,x,y,z\n" + rows.joined(separator: "\n") + "\n"
  }

  package func write(_ text: String, _ name: String) throws { try study.write(text, name) }

  /// An experiment on `finger` with these entries of `scenarios`.
  package func experiment(
    _ scenarios: String..., datasets: String = #"["finger"]"#, detectors: String = Self.detectors,
    more: String = #", "seed": 5"#
  ) throws -> Experiment {
    try study.experiment(text(scenarios, datasets: datasets, detectors: detectors, more: more))
  }

  package func problems(
    _ scenarios: String..., datasets: String = #"["finger"]"#, detectors: String = Self.detectors,
    more: String = ""
  ) throws -> [Diagnostic] {
    try study.problems(text(scenarios, datasets: datasets, detectors: detectors, more: more))
  }

  private func text(_ scenarios: [String], datasets: String, detectors: String, more: String) -> String {
    ResolverStudy.text(
      datasets: datasets, detectors: detectors,
      more: ", \"scenarios\": [\n\(scenarios.joined(separator: ",\n"))]" + more)
  }

  package static let detectors =
    #"[{"label": "red", "extractor": "red", "detector": "fft"}, {"label": "ppg", "extractor": "ppg", "detector": "peak"}]"#
}

extension Experiment {
  /// The results of all units, in their order.
  package func results() -> [UnitResult] {
    var runner = UnitRunner(self)
    return plan.units.map { runner.result(of: $0) }
  }

  /// The table of each unit of a scenario, recordings first, then repeats.
  package func tables(of label: String) throws -> [WindowTable] {
    let units = plan.units.filter { scenarios[$0.scenario].label == label }
    guard !units.isEmpty else { throw Diagnostics("no scenario is called \(label)") }
    var runner = UnitRunner(self)
    return try units.map { unit in
      switch runner.result(of: unit).outcome {
      case .windows(let table): return table
      case .failed(let reason): throw Diagnostics("unit \(unit.index) failed: \(reason)")
      }
    }
  }

  /// A recording as the engine damages it by a scenario, with all or some of its channels.
  package func damaged(
    _ label: String, recording: Int = 0, repetition: Int = 0, needing kinds: Set<ChannelKind>? = nil
  ) throws -> ScenarioPlan.Damaged {
    guard let plan = scenarios.first(where: { $0.label == label }) else {
      throw Diagnostics("no scenario is called \(label)")
    }
    return try damaged(by: plan, recording: recording, repetition: repetition, needing: kinds)
  }

  package func damaged(
    by plan: ScenarioPlan, recording: Int, repetition: Int, needing kinds: Set<ChannelKind>? = nil
  ) throws -> ScenarioPlan.Damaged {
    let dataset = datasets[recordings[recording].dataset]
    let loaded = try dataset.load(recordings[recording].entry, needing: kinds)
    var supplies = ScenarioSupplies()
    return try plan.apply(
      to: loaded, of: dataset, seed: self.seed, repetition: repetition, supplies: &supplies)
  }
}

extension EstimateColumn {
  /// `61.2`, `abstained:recordEmpty`
  package var outcomes: [String] { cells.map { $0.hasValue ? shortest($0.bpm) : outcome(of: $0).text } }
}
