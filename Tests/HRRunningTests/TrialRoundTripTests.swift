import Foundation
import HRSupport
import HRTestSupport
import Testing

@testable import HRRunning
@testable import HRRecordings
@testable import HRSignals

/// Trials are exported as files, answers come back, and only those to this run's samples count.
@Suite struct TrialRoundTripTests {
  private static let detectors = #"["fft", \#(TrialStudy.vendor)]"#

  @Test func digestsAreThoseOfAnIndependentProgramInBothFormats() throws {
    try TrialStudy.with { study in
      let hdf5 = try study.export()
      let csv = try study.export(to: "csv", as: .csv)
      #expect(hdf5.trials.map(\.sha256) == csv.trials.map(\.sha256))
      #expect(hdf5.trials.map(\.windows) == csv.trials.map(\.windows))
      #expect(Set(hdf5.trials.map(\.sha256)).count == 10)
      let answers = try TrialStudy.answers()
      let folders = hdf5.trials.map { $0.files[0].dropFirst("trials/".count).dropLast(".h5".count) }
      #expect(folders.map { String($0) } == answers.map(\.trial))
      for (trial, answer) in zip(hdf5.trials, answers) where answer.sha256 != nil {
        #expect(trial.sha256 == answer.sha256)
      }
      #expect(hdf5.trials.allSatisfy { $0.channels == ["ppg", "accelerometerX"] })
      #expect(hdf5.trials[0].windows == .init(count: 3, firstStart: 0, seconds: 10, hopSeconds: 5))
      #expect(hdf5.trials[4].files == ["trials/made/r1/noise%2F0 dB/2.h5"])
      #expect(
        csv.trials[4].files.map { $0.suffix(19) }
          == ["noise%2F0 dB/2_ppg.csv", "2_accelerometer.csv"].map { $0.suffix(19) })
    }
  }

  /// The files contain the detectors' input to the last bit, all channels, and no reference.
  @Test func filesHoldWhatDetectorsAreShownAndNoReference() throws {
    try TrialStudy.with { study in
      let manifest = try study.export()
      let (_, experiment) = try study.exported(study.text())
      var runner = UnitRunner(experiment)
      let descriptor = try ProjectFolder.text("datasets/hreval-hdf5/dataset.json")
      for (unit, trial) in zip(experiment.units, manifest.trials) {
        let place = experiment.trialPlace(of: unit)
        let folder = "\(study.study.folder)/handout/\(place.folder)"
        try study.study.write(descriptor, "handout/\(place.folder)/dataset.json")
        let dataset = try Dataset.load(path: "\(folder)/dataset.json", root: folder)
        let entry = try #require(dataset.recordings.first { $0.id == place.name })
        let read = try dataset.load(entry, reference: false)
        let shown = try runner.shown(of: unit).channels
        // The detector reads only the pulse wave.
        #expect(shown.kinds == [.ppg] && read.channels.kinds == [.ppg, .accelerometerX])
        #expect(read.channels[.ppg] == shown[.ppg])
        #expect(TrialDigest.digest(of: read.channels) == trial.sha256)
        #expect(read.subject == nil && read.metadata.isEmpty && read.breaths.isEmpty)
        #expect(throws: Diagnostics.self) { try dataset.load(entry) }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(place.name).h5"))
        for word in ["beats", "heart_rate", "bpm", "subject", "meta_"] {
          #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)")
        }
      }
    }
  }

  @Test func answersComeBackEqual() throws {
    try TrialStudy.with { study in
      try study.export()
      let path = "\(study.study.folder)/handout/manifest.json"
      try study.answer(member: #""manifestSHA256": "\#(try ContentHash.digest(ofFile: path))", "#)
      let given = try TrialStudy.answers().map { $0.readings.map { shortest($0.bpm) } }
      #expect(try study.outcomes(study.text(Self.detectors)) == given)
      let plan = try study.study.experiment(study.text(Self.detectors)).plan
      let notes = plan.detectors[1].detector.parameters
      #expect(notes.map(\.name).prefix(4) == ["path", "recordedSHA256", "manifest", "manifestSHA256"])
      #expect(notes[2].value == "answers/manifest.json")
      #expect(try notes[3].value == ContentHash.digest(ofFile: path))
    }
  }

  @Test func answersToOtherSamplesFail() throws {
    try TrialStudy.with { study in
      let manifest = try study.export()
      try study.answer()
      let outcomes = try study.outcomes(study.text(Self.detectors, seed: 8))
      // Undamaged trials are the same with any seed.
      for (trial, outcomes) in zip(manifest.trials, outcomes) {
        let isDamaged = trial.key.scenario != "clean"
        #expect(
          outcomes.allSatisfy { $0.hasPrefix("failed:these answers are to other samples") == isDamaged })
      }
      #expect(
        outcomes[1][0].contains(
          "the manifest's digest of this trial is \(manifest.trials[1].sha256?.prefix(12) ?? ""), this run's is "
        ))
      // Without the manifest, nothing fails.
      let unknown = Self.detectors.replacing(#", "manifest": "answers/manifest.json""#, with: "")
      #expect(
        try study.outcomes(study.text(unknown, seed: 8)).joined().allSatisfy { !$0.hasPrefix("failed") })
    }
  }

  @Test func whatTheManifestLacksOrLostFails() throws {
    try TrialStudy.with { study in
      let manifest = try study.export()
      var trials = manifest.trials
      trials.remove(at: 2)
      trials[0] = .init(trials[0].key, failure: "torn")
      let other = TrialManifest(
        hreval: "0", experiment: "trial", seed: 7, measurand: .heartRate, mode: .continuous,
        fileFormat: .hdf5,
        trials: trials)
      try study.answer(manifest: other.text)
      let outcomes = try study.outcomes(study.text(Self.detectors))
      #expect(outcomes[0][0] == "failed:the manifest says that this trial was not exported: torn")
      #expect(
        Set(outcomes[2]) == ["failed:the manifest has no trial of this recording, scenario and repeat"])
      #expect(outcomes[1].allSatisfy { !$0.hasPrefix("failed") })
    }
  }

  @Test func answersThatNameAnotherManifestFail() throws {
    try TrialStudy.with { study in
      try study.export()
      try study.answer(member: #""manifestSHA256": "00112233445566", "#)
      let outcomes = try study.outcomes(study.text(Self.detectors))
      #expect(
        outcomes.joined().allSatisfy {
          $0.contains("these answers name another manifest: theirs is 001122334455")
        })
      #expect(outcomes.count == 10)
    }
  }

  /// A recorded wave is checked with the manifest too.
  @Test func wavesOfOtherSamplesFail() throws {
    try TrialStudy.with { study in
      try study.export()
      try study.answer()
      func wave(_ manifest: String) -> String {
        #"{"label": "wave\#(manifest.count)", "detector": "fft", "recordedTrace": "waves/{recording}.csv", "scenarios": ["clean"]\#(manifest)}"#
      }
      for name in TrialStudy.recordings {
        let rows = (0..<600).map { "\(Double($0) / 25),\($0 % 25)\n" }
        try study.study.write("time,value\n" + rows.joined(), "waves/\(name).csv")
      }
      // The same file with and without a manifest, which is of other data by then.
      let both = #"[\#(wave("")), \#(wave(#", "manifest": "answers/manifest.json""#)), "fft"]"#
      let labels = ["wave0", "wave\(#", "manifest": "answers/manifest.json""#.count)"]
      for name in TrialStudy.recordings {
        let path = "datasets/made/\(name).csv"
        let text = try String(contentsOfFile: "\(study.study.folder)/\(path)", encoding: .utf8)
        try study.study.write(text.replacing("\n4.0,", with: "\n4.0,1"), path)
      }
      let plain = try study.outcomes(of: labels[0], study.text(both))
      let held = try study.outcomes(of: labels[1], study.text(both))
      #expect(plain[0].allSatisfy { !$0.hasPrefix("failed") } && !plain[0].isEmpty)
      #expect(held[0].allSatisfy { $0.hasPrefix("failed:these answers are to other samples") })
    }
  }
}
