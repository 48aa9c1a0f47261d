import HRRunTestSupport
import Foundation
import HRSupport
import HRTestSupport
import Testing

@testable import HRRunning
@testable import HRSignals

/// The manifest as a file, and the resolver's checks of it without reading a recording.
@Suite struct TrialManifestTests {
  private static let trial = TrialManifest.Trial(
    key: .init(dataset: "study", recording: "r1", scenario: "clean", repetition: 1), files: ["trials/a.h5"],
    channels: ["ppg"],
    sha256: String(repeating: "0a", count: 32),
    windows: .init(count: 3, firstStart: 0.5, seconds: 10, hopSeconds: 5), failure: nil)

  private static func manifest(_ trials: [TrialManifest.Trial]) -> TrialManifest {
    TrialManifest(
      hreval: "0.2.0", experiment: "other", seed: .max, measurand: .heartRate, mode: .spot, fileFormat: .csv,
      trials: trials)
  }

  private static func failed(_ recording: String, _ scenario: String) -> TrialManifest.Trial {
    .init(
      .init(dataset: "study", recording: recording, scenario: scenario, repetition: 2), failure: "torn")
  }

  @Test func itIsReadAsItWasWritten() throws {
    let manifest = Self.manifest([Self.trial, Self.failed("r2", "clean")])
    #expect(try TrialManifest(text: manifest.text, file: "m") == manifest)
    #expect(manifest.text.contains(#""format": "hreval-trials""#))
  }

  @Test func everythingThatIsWrongWithItIsSaid() throws {
    func messages(_ text: String) -> [String] {
      do {
        _ = try TrialManifest(text: text, file: "m")
        return []
      } catch {
        return error.list.map(\.message)
      }
    }
    #expect(messages("{}") == ["this is no manifest of hreval"])
    let text = Self.manifest([Self.trial, Self.trial]).text
    #expect(messages(text) == ["the trial study/r1, clean, repeat 1 stands twice"])
    let one = Self.manifest([Self.trial]).text
    #expect(
      messages(one.replacing("0a0a", with: "0A0A")).first?.hasPrefix(
        "expected 64 hexadecimal digits, small letters, found the text \"0A0A") == true)
    #expect(
      messages(one.replacing(#""repeat": 1"#, with: #""repeat": 0"#)).first?.hasPrefix("expected") == true)
    #expect(
      messages(
        Self.manifest([Self.failed("r1", "clean")]).text.replacing(#""failure": "torn""#, with: #""more": 1"#)
      )
        == ["a trial has either a sha256 or a failure"])
  }

  @Test func whatWouldTellTheAnswerIsNotExported() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let experiment = try study.experiment(ResolverStudy.text())
      #expect(experiment.tellingChannels(among: [.ppg, .ecg, .respiration], dataset: 0) == [.ecg])
      #expect(experiment.tellingChannels(among: [.ecg, .respiration], dataset: 0).isEmpty)
    }
  }

  /// The digest depends on the numbers of the recording and not on their coding: −0 and payloads of NaN do not
  /// count.
  @Test func aDigestIsOfTimesAndValues() {
    func digest(_ values: [Double], start: Double = 0, rate: Double = 25) -> String {
      TrialDigest.digest(
        of: Channels([.ppg: .uniform(Signal(samples: values, sampleRate: rate, startTime: start))]))
    }
    let mine = digest([0, 1, .nan])
    #expect(digest([-0.0, 1, -.nan]) == mine && digest([0, 1, .signalingNaN]) == mine)
    let times = (0..<3).map { Double($0) / 25 }
    #expect(
      TrialDigest.digest(of: Channels([.ppg: .irregular(TimeSeries(times: times, values: [0, 1, .nan]))]))
        == mine)
    let others = [
      digest([0, 1, 2]), digest([0, 1]), digest([0, 1, .nan], start: 1), digest([0, 1, .nan], rate: 50),
    ]
    #expect(Set(others + [mine]).count == 5)
    #expect(
      TrialDigest.digest(of: Channels([.red: .uniform(Signal(samples: [0, 1, .nan], sampleRate: 25))]))
        != mine)
  }

  @Test func answersOfAWorkerAreReadBack() throws {
    for trial in [Self.trial, Self.failed("r", "s")] {
      let unit = ExportedUnit(unit: 3, trial: trial)
      #expect(ExportedUnit(bytes: unit.bytes) == unit)
      #expect(ExportedUnit(bytes: unit.bytes.dropLast()) == nil)
    }
    let question = UnitQuestion.export(unit: 2, TrialDestination(folder: "/a b", format: .csv))
    #expect(UnitQuestion(bytes: question.bytes) == question)
    #expect(UnitQuestion(bytes: question.bytes + [0]) == nil)
  }

  // MARK: Named in an experiment

  private func problems(_ study: ResolverStudy, _ entry: String, _ more: String = "") throws -> [Diagnostic] {
    try study.problems(ResolverStudy.text(detectors: "[\"fft\", \(entry)]", more: more))
  }

  private static func vendor(_ manifest: String) -> String {
    #"{"label": "vendor", "recorded": "py/{recording}/{scenario}.csv", "manifest": "\#(manifest)"}"#
  }

  @Test func whatCanBeSaidWithoutRecordingsIsSaid() throws {
    try ResolverStudy.with(seconds: 2) { study in
      try study.write("time,value\n", "py/r1/clean.csv")
      let damage = #", "scenarios": ["clean", "whiteNoise", "motionBursts"]"#
      func only(_ manifest: String = "py/manifest.json") throws -> Diagnostic {
        let found = try problems(study, Self.vendor(manifest), damage)
        #expect(found.count == 1, "\(found.map(\.message))")
        return try #require(found.first)
      }
      let missing = try only()
      #expect(missing.message == "there is no manifest" && missing.place?.path == "$.detectors[1].manifest")
      #expect(
        try only("py/{recording}.json").message == "nothing is filled in for {…} in the path of a manifest")
      try study.write("[]", "py/manifest.json")
      #expect(try only().message == "this is no manifest of hreval")
      func write(_ trials: [TrialManifest.Trial]) throws {
        try study.write(Self.manifest(trials).text, "py/manifest.json")
      }
      try write([Self.failed("elsewhere", "clean")])
      let none = try only()
      #expect(none.message == "the manifest has a trial of none of the 3 recordings")
      #expect(none.hint == "it is of the experiment \"other\"")
      try write([Self.failed("r1", "clean")])
      #expect(
        try only().message == "the manifest has no trial of 2 scenarios: \"whiteNoise\", \"motionBursts\"")
      // Recordings that are not in the manifest give failed rows; the others count.
      try write([
        Self.failed("r1", "clean"), Self.failed("r1", "whiteNoise"), Self.failed("r2", "motionBursts"),
      ])
      #expect(try problems(study, Self.vendor("py/manifest.json"), damage).isEmpty)
      #expect(
        try problems(study, #"{"label": "x", "detector": "fft", "manifest": "m.json"}"#).map(\.message)
          == ["a manifest says which samples recorded output is of, and this detector reads none"])
    }
  }

  @Test func scenariosThatDifferByCapitalsAreNamed() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let experiment = try study.experiment(
        ResolverStudy.text(more: #", "scenarios": ["clean", {"label": "Clean", "scenario": "whiteNoise"}]"#))
      #expect(experiment.scenariosAlikeOnDisk.map { [$0.first, $0.second] } == [["clean", "Clean"]])
    }
  }
}
