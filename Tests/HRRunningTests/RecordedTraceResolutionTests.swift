import HRRunTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRunning
@testable import HRStatistics

/// Entries that may name a recorded wave, and the notes on it in the run's plan.
@Suite struct RecordedTraceResolutionTests {
  private typealias Study = RecordedTraceStudy

  private func problems(_ entry: String, more: String = "") throws -> [Diagnostic] {
    try Study.with { study in
      try study.write(try study.message("r1"), "r1.json")
      return try study.study.problems(ResolverStudy.text(detectors: "[\(entry)]", more: more))
    }
  }

  @Test(arguments: [
    (
      Study.entry("fft", more: #", "extractor": "ppg""#), "extractor",
      "both an extractor and a recordedTrace: which makes the pulse wave is unclear",
      "leave one of the two out"
    ),
    (
      Study.entry("hue.pulse"), "recordedTrace",
      "hue.pulse takes no recordedTrace: it reads red, green, blue directly", nil
    ),
    (
      Study.entry("hue"), "recordedTrace",
      "hue takes no recordedTrace: beside the pulse wave it reads contact",
      "a recorded trace is a pulse wave and nothing else"
    ),
    (
      Study.entry("fft", path: "vendor/{recordin}.json"), "recordedTrace",
      "nothing can be filled in for {recordin}", "did you mean \"recording\"?"
    ),
    (
      Study.entry("fft", path: "vendor/{recording.json"), "recordedTrace", "the path has a { without its }",
      "can be filled in: {recording}, {subject}, {dataset}, {scenario}, {repeat}"
    ),
    (
      Study.entry("fft", path: "nowhere/{recording}.json"), "recordedTrace",
      "no recorded output for any of the 3 recordings", nil
    ),
    (
      Study.entry("fft", path: "vendor/r1.json"), "recordedTrace",
      "one file of recorded output would stand for study/r1 and for study/r2",
      "name {recording} in the path"
    ),
  ])
  func whatIsRefused(_ entry: String, _ key: String, _ message: String, _ hint: String?) throws {
    let found = try problems(entry)
    #expect(found.map(\.message) == [message])
    #expect(found.first?.place?.path == "$.detectors[0].\(key)")
    if let hint { #expect(found.first?.hint == hint) }
  }

  @Test(arguments: [
    #"{"label": "x", "recorded": "vendor/{recording}.json", "recordedTrace": "vendor/{recording}.json"}"#,
    #"{"label": "x", "recordedTrace": "vendor/{recording}.json"}"#,
    #"{"label": "x", "detector": "fft", "recordedTrace": 3}"#,
    #"{"label": "x", "detector": "fft", "recordedTraces": "vendor/{recording}.json"}"#,
  ])
  func whatHasNotTheShape(_ entry: String) throws {
    let found = try problems(entry)
    #expect(found.count == 1, "\(found.map(\.message))")
    #expect(found.first?.place?.line != nil)
  }

  @Test func aWaveOfCleanSignalsIsNoEvidenceUnderDamage() throws {
    let found = try problems(Study.entry("fft"), more: #", "scenarios": ["clean", "motionBursts"]"#)
    #expect(
      found.map(\.message) == [
        "the recorded output \"fft on the wave\" cannot have seen what the scenario \"motionBursts\" does to the signals: its path does not name {scenario}"
      ])
    #expect(
      found.first?.hint
        == "record one file for each, \"recordedTrace\": \"vendor/{scenario}/{recording}.json\"; or write \"scenarios\": [\"clean\"], which gives it rows there only"
    )
    let repeats = try problems(
      Study.entry("fft", path: "vendor/{scenario}/{recording}.json"),
      more: #", "scenarios": [{"scenario": "whiteNoise", "repeats": 2}]"#)
    #expect(repeats.first?.message.contains("does not name {repeat}") == true)
  }

  /// The detector reads no channel, so a data set without a pulse wave is sufficient.
  @Test func noChannelOfTheDataSetIsNeeded() throws {
    try Study.with { study in
      try study.write(try study.message("r1"), "r1.json")
      try study.study.write(
        """
        {"schemaVersion": 1, "name": "study",
         "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
                   {"name": "beats", "path": "{recording}_beats.csv"}],
         "channels": {"accelerometerX": "x"}, "reference": [{"beats": {"file": "beats", "column": "beat_s"}}]}
        """, "datasets/study/dataset.json")
      let judged = Study.entry("fft", more: #", "acceptWhen": [{"quality": "skewness", "atLeast": -9}]"#)
      let text = ResolverStudy.text(detectors: "[\(judged)]")
      let experiment = try study.study.experiment(text)
      #expect(experiment.channelNeeds[0].all.isEmpty)
      let column = try study.rows(text)[0][0]
      #expect(column.cells.allSatisfy { $0.hasValue && abs($0.bpm - 60) < 2 })
    }
  }

  @Test func thePlanNotesTheFiles() throws {
    try Study.with { study in
      let text = ResolverStudy.text(
        detectors:
          "[\(Study.entry("peak.swasthicare", more: #", "filters": ["onePoleBand"]"#)), \"fft\"]")
      func note() throws -> RunPlan.DetectorNote { try study.study.experiment(text).plan.detectors[0] }
      try study.write(try study.message("r1"), "r1.json")
      let first = try note()
      let trace = try #require(first.recordedTrace)
      #expect(trace.definition == "recordedTrace@1")
      #expect(trace.parameters.map(\.name) == ["path", "recordedSHA256"])
      #expect(trace.parameters[0].value == "vendor/{recording}.json")
      #expect(trace.parameters[1].value.count == 64)
      #expect(
        trace.text
          == "recordedTrace@1 (path vendor/{recording}.json, recordedSHA256 \(trace.parameters[1].value.prefix(12)))"
      )
      #expect(!first.isRecorded)
      #expect(first.extractors.isEmpty)
      #expect(first.filters.map(\.definition) == ["onePoleBand@1"])
      #expect(first.assumedRate == .init(sampleRate: 30, channels: [nil]))
      #expect(try note() == first)
      try study.write(try study.message("r2"), "r1.json")
      #expect(try note() != first)
      #expect(try study.study.experiment(text).plan.detectors[1].recordedTrace == nil)
    }
  }

  /// A run is not resumed with other files, and the refusal names what changed.
  @Test func theFilesArePartOfTheFingerprint() throws {
    try Study.with { study in
      for recording in ["r1", "r2", "r3"] {
        try study.write(try study.message(recording), "\(recording).json")
      }
      let text = ResolverStudy.text(detectors: "[\(Study.entry("fft"))]")
      func fingerprint() throws -> (RunFingerprint, Experiment, RunWitness) {
        let experiment = try study.study.experiment(text)
        var witness = RunWitness(experiment)
        let file = try ExperimentFile(path: "\(study.study.folder)/trial.json")
        let made = RunFingerprint(experiment, file: file, executable: "/bin/sh", witness: &witness)
        return (made, experiment, witness)
      }
      var (first, experiment, witness) = try fingerprint()
      var runner = UnitRunner(experiment)
      _ = try witness.objection(to: runner.result(of: experiment.units[0]))
      try study.write(try study.message("r3"), "r2.json")
      #expect(
        try fingerprint().0.differences(from: first) == ["the recorded output of \"fft on the wave\""])
      // The change is noticed with the file's own unit while the run goes on.
      #expect(throws: Diagnostics.self) { try witness.objection(to: runner.result(of: experiment.units[1])) }
    }
  }
}
