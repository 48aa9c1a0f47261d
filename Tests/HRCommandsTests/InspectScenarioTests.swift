import HRRunTestSupport
import HRTestSupport
import Foundation
import HRSignals
import Testing

@testable import HRRunning
@testable import HRStatistics

/// `hreval inspect --scenario`.
@Suite(.serialized) struct InspectScenarioTests {
  private static let recording = ["inspect", "hreval-hdf5:s01", "--root", "data"]

  private func inspect(_ project: ScenarioProject, _ arguments: [String]) throws -> Program.Ending {
    try Program.run(Self.recording + arguments, in: project.folder)
  }

  /// Returns the lines from `scenario` on.
  private func view(_ ending: Program.Ending) throws -> [String] {
    let lines = ending.out.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = try #require(lines.firstIndex { $0.hasPrefix("  scenario ") }, "\(ending.out)\(ending.err)")
    return Array(lines[first...])
  }

  // MARK: Text

  @Test func beforeAndAfterWithTheSeverityThatWasMet() throws {
    try ScenarioProject.with { project in
      for decibels in [20.0, 0] {
        let ending = try inspect(
          project, ["--scenario", "whiteNoise", "--set", "snrDecibels=\(Int(decibels))", "--seed", "9"])
        #expect(ending.code == 0, "\(ending.err)")
        let lines = try view(ending)
        #expect(
          lines[0]
            == "  scenario   whiteNoise: whiteNoise@1 (snrDecibels \(Int(decibels)), measuredOver allFrequencies)"
        )
        for kind in ["ppg", "red", "green", "blue"] {
          let index = try #require(lines.firstIndex { $0.hasPrefix("  \(kind) ") }, "\(kind)")
          #expect(lines[index].hasSuffix(", 100 % of samples changed"), "\(lines[index])")
          // At 30 frames a second 40 s have 1200 samples: the ratio met spreads by 10 log₁₀(1 ± √(2/1200)) = 0.18 dB.
          let words = lines[index].split(separator: " ")
          let met = try #require(words.firstIndex(of: "SNR").flatMap { Double(words[$0 + 1]) })
          #expect(abs(met - decibels) < 0.9, "\(lines[index])")
          #expect(lines[index + 1].hasPrefix("    before   ") && lines[index + 2].hasPrefix("    after    "))
          #expect(lines[index + 1].dropFirst(13) != lines[index + 2].dropFirst(13))
        }
        for kind in ["ecg", "respiration", "accelerometerX"] {
          #expect(!lines.contains { $0.hasPrefix("  \(kind) ") }, "\(kind)")
        }
      }
    }
  }

  @Test func everyWayOfDamageHasItsWords() throws {
    try ScenarioProject.with { project in
      for (arguments, words) in [
        (["clean"], "             changes no channel of this recording"),
        (["whiteNoise", "--set", "snrDecibels=60"], "  red        SNR "),
        (["lag", "--set", "seconds=2.5"], "  red        starts 2.5 s later"),
        (["lag", "--set", "seconds=-2.5"], "  red        starts 2.5 s earlier"),
        (
          ["clockSkew", "--set", "percent=2"],
          "  ppg        every 20.4 ms (SD 0) instead of 20 ms (SD 0), lasts 102 % as long"
        ),
        (["frameDrop", "--set", "share=0.5"], " % of samples fewer, every "),
        (["resampled", "--set", "framesPerSecond=100"], " % of samples more, every 10 ms"),
        (["saturation", "--set", "share=0.25"], " % clipped"),
        (["rateStep"], "  reference  beats move with the channels: at "),
        (["ectopicBeats", "--set", "percent=30"], " bpm instead of "),
        (["quantisation", "--set", "bits=5"], "quantisation@1 (bits 5)"),
      ] {
        let ending = try inspect(project, ["--scenario"] + arguments)
        #expect(ending.code == 0, "\(arguments): \(ending.err)")
        let text = try view(ending).joined(separator: "\n")
        let found =
          text.contains(words) || text.contains(words.replacing(" % clipped", with: " % of samples clipped"))
        #expect(found, "\(arguments): \(words) in \(text)")
      }
      let jump = try view(inspect(project, ["--scenario", "rateStep", "--set", "toBPM=150", "--at", "26"]))
      let moved = try #require(jump.first { $0.hasPrefix("  reference ") })
      // The jump is at 20 s. Five seconds later the course, smoothed over ten, has reached it.
      let words = moved.split(separator: " ")
      let bpm = try #require(words.lastIndex(of: "bpm").flatMap { Double(words[$0 - 1]) })
      #expect(abs(bpm - 150) < 1, "\(moved)")
    }
  }

  @Test func noiseFromARecording() throws {
    try ScenarioProject.with { project in
      let all = try inspect(project, ["--scenario", "recordedNoise", "--noise", "walks"])
      #expect(all.code == 0, "\(all.err)")
      #expect(try view(all)[0].contains(", noise walks: n1, n2, n3 (ppg), noiseSHA256 "))
      let views = try (1...3).map {
        try view(inspect(project, ["--scenario", "recordedNoise", "--noise", "walks:n\($0)"]))
      }
      for (index, lines) in views.enumerated() {
        #expect(lines[0].contains(", noise walks: n\(index + 1) (ppg), noiseSHA256 "))
        let ppg = try #require(lines.first { $0.hasPrefix("  ppg ") })
        // The noise fades in over the recording's first samples, so there is a little less of it.
        let met = ppg.components(separatedBy: "SNR ").last.flatMap { Double($0.prefix { $0 != " " }) }
        #expect(abs(try #require(met) - 10) < 0.05, "\(ppg)")
      }
      #expect(views[0].dropFirst() != views[1].dropFirst() && views[1].dropFirst() != views[2].dropFirst())
    }
  }

  // MARK: Refusals

  @Test func whatDoesNotGoTogether() throws {
    // Refused before any file is read: no data set is needed.
    for (arguments, message) in [
      (["--set", "a=1"], "--set goes with --scenario."),
      (["--noise", "walks"], "--noise goes with --scenario."),
      (["--experiment", "trial.json"], "--experiment goes with --scenario."),
      (["--seed", "3"], "--seed goes with --scenario."),
      (["--repeat", "2"], "--repeat goes with --scenario."),
      (["--scenario", "clean", "--repeat", "0"], "--repeat takes a number from 1 up, not 0."),
      (["--scenario", "clean", "--repeat=-3"], "--repeat takes a number from 1 up, not -3."),
      (["--scenario", "clean", "--seed=-1"], "--seed takes a number from 0 up, not -1."),
      (
        ["--scenario", "x", "--experiment", "e.json", "--set", "a=1"],
        "--set would change the scenario; with --experiment it is as the file says."
      ),
      (
        ["--scenario", "x", "--experiment", "e.json", "--noise", "walks"],
        "--noise would change the scenario; with --experiment it is as the file says."
      ),
      (
        ["--scenario", "x", "--experiment", "e.json", "--seed", "1"],
        "--seed would change the scenario; with --experiment it is as the file says."
      ),
      (["--at", "nan"], "--at takes a number of seconds, not nan."),
      (["--at", "inf"], "--at takes a number of seconds, not inf."),
      (["--at", "1e300", "--scenario", "clean"], "--at takes a number of seconds, not 1e+300."),
    ] {
      let ending = try Program.run(["inspect", "nothing"] + arguments)
      #expect(ending.code == 64, "\(arguments): \(ending.err)")
      #expect(ending.err.contains("error: \(message)\n"), "\(arguments): \(ending.err)")
      #expect(ending.out.isEmpty)
    }
  }

  @Test func whatIsWrongIsSaid() throws {
    try ScenarioProject.with { project in
      func scenario(_ name: String, _ more: String...) -> [String] { ["--scenario", name] + more }
      func experiment(_ label: String, _ file: String = "trial.json", _ more: String...) -> [String] {
        ["--experiment", file, "--scenario", label] + more
      }
      for (arguments, messages) in [
        (scenario("whitenoise"), ["unknown scenario \"whitenoise\"", "did you mean \"whiteNoise\"?"]),
        (
          scenario("whiteNoise", "--set", "snrDecibels=99"),
          ["\"snrDecibels\" is 99, outside its range -20 to 60"]
        ),
        (
          scenario("whiteNoise", "--set", "snrDecibels=loud"),
          ["--set snrDecibels: expected a number from -20 to 60, found the text \"loud\""]
        ),
        (
          scenario("whiteNoise", "--set", "snrDecibel=3"),
          [
            "unknown key \"snrDecibel\" in the parameters of scenario \"whiteNoise\"",
            "did you mean \"snrDecibels\"?",
          ]
        ),
        (scenario("whiteNoise", "--set", "snrDecibels"), ["--set snrDecibels: expected name=value"]),
        (
          scenario("whiteNoise", "--set", "snrDecibels=[10, 0]"),
          ["--set takes one value here, not a list: one scenario is shown"]
        ),
        (
          scenario("baselineWander", "--set", "lowestHz=0.5", "--set", "highestHz=0.4"),
          ["lowestHz must be below highestHz"]
        ),
        (
          scenario("recordedNoise"),
          ["scenario \"recordedNoise\" needs \"noise\": a recording to take it from"]
        ),
        (scenario("whiteNoise", "--noise", "walks"), ["scenario \"whiteNoise\" takes no \"noise\""]),
        (scenario("recordedNoise", "--noise", "wlaks"), ["there is no data set \"wlaks\"", "\"walks\""]),
        (scenario("recordedNoise", "--noise", "walks:n9"), ["\"n9\""]),
        (
          experiment("whit 10 dB"),
          ["no scenario of the experiment \"trial\" is called \"whit 10 dB\"", "white 10 dB"]
        ),
        // The label of an experiment is not a scenario's name.
        (experiment("whiteNoise"), ["no scenario of the experiment \"trial\" is called \"whiteNoise\""]),
        (experiment("clean", "none.json"), ["the experiment file does not exist", "none.json"]),
        (
          experiment("white 10 dB", "trial.json", "--repeat", "3"),
          ["the scenario \"white 10 dB\" has 2 repeats, not 3"]
        ),
      ] {
        let ending = try inspect(project, arguments)
        #expect(ending.code == 2, "\(arguments): \(ending.err)")
        for message in messages { #expect(ending.err.contains(message), "\(arguments): \(ending.err)") }
        // The command line has no line numbers.
        if arguments[0] == "--scenario" { #expect(!ending.err.contains("-->"), "\(ending.err)") }
        #expect(ending.out.isEmpty, "\(arguments): \(ending.out)")
      }
    }
  }

  // MARK: Signals of the engine

  @Test func whatIsSavedIsWhatTheDetectorsAreShown() throws {
    try ScenarioProject.with { project in
      try FileManager.default.createDirectory(
        atPath: project.folder + "/saved", withIntermediateDirectories: true)
      let experiment = try project.resolved()
      #expect(experiment.scenarios.count == 9)
      var number = 0
      for plan in experiment.scenarios {
        for repetition in 0..<plan.repeats {
          number += 1
          let ending = try inspect(
            project,
            [
              "--experiment", "trial.json", "--scenario", plan.label, "--repeat", "\(repetition + 1)",
              "--save",
              "saved/r\(number).h5",
            ])
          try #require(ending.code == 0, "\(plan.label): \(ending.err)")
          let saved = try project.saved("r\(number)")
          let shown = try experiment.damaged(by: plan, recording: 0, repetition: repetition)
          #expect(saved.channels.kinds == shown.channels.kinds)
          for kind in shown.channels.kinds {
            #expect(saved.channels[kind] == shown.channels[kind], "\(plan.label), \(kind)")
          }
          #expect(saved.reference == shown.reference, "\(plan.label)")
        }
      }
      // Two repeats are two draws.
      #expect(try project.saved("r2").channels != project.saved("r3").channels)
      #expect(try project.saved("r1").channels != project.saved("r2").channels)
    }
  }

  /// The saved recordings, run by themselves, give the windows that the experiment gave. That does not apply where
  /// channels become shorter ("late", "jump"): the engine's windows are those of the recording before it lost frames.
  @Test func aRunOfWhatIsSavedGivesTheSameEstimates() throws {
    try ScenarioProject.with { project in
      try FileManager.default.createDirectory(
        atPath: project.folder + "/saved", withIntermediateDirectories: true)
      let whole = try project.run("run", "trial.json", "--output", "whole", "--quiet")
      try #require(whole.code == 0, "\(whole.err)")
      let trials = [("white 0 dB", 2), ("bits & <bursts>", 1), ("follow", 1), ("early", 2), ("walk", 1)]
      for (index, trial) in trials.enumerated() {
        let ending = try inspect(
          project,
          [
            "--experiment", "trial.json", "--scenario", trial.0, "--repeat", "\(trial.1)", "--save",
            "saved/r\(index).h5",
          ])
        try #require(ending.code == 0, "\(ending.err)")
      }
      _ = try experiment(
        detectors: #"["fft", {"label": "red", "extractor": "red", "detector": "peak"}]"#,
        scenarios: #"["clean"]"#, dataset: #"{"dataset": "hreval-hdf5", "root": "saved"}"#,
        more: #", "report": {"formats": ["csv"]}"#
      ).written(to: project.folder + "/again.json")
      let again = try project.run("run", "again.json", "--output", "again", "--quiet")
      try #require(again.code == 0, "\(again.err)")
      // Label, recording and the rest of the row after scenario and repeat.
      func rows(_ run: String, _ recording: String, _ scenario: String, _ number: Int) throws -> [Substring] {
        let head = "\(recording),"
        let middle = ",\(scenario),\(number),"
        return try project.text("\(run)/windows.csv").split(separator: "\n").compactMap { line in
          guard line.hasPrefix(head), let range = line.firstRange(of: middle) else { return nil }
          return line[range.upperBound...]
        }
      }
      for (index, trial) in trials.enumerated() {
        let expected = try rows("whole", "s01", trial.0, trial.1)
        let found = try rows("again", "r\(index)", "clean", 1)
        #expect(expected.count == 2 * 5 && found == expected, "\(trial.0)")
      }
    }
  }

  // MARK: Picture

  @Test func picturesAreWellFormedWhateverIsLost() throws {
    try ScenarioProject.with { project in
      for arguments in [
        ["whiteNoise"], ["clean"], ["rateStep"],
        ["sensorOff", "--set", "fromShare=0", "--set", "seconds=100"],
        ["channelDropout", "--set", "share=1", "--set", "value=missing"],
        ["channelDropout", "--set", "share=0.5", "--set", "value=missing", "--at", "10"],
        ["channelDropout", "--set", "share=0.5", "--set", "value=frozen"],
        ["frameDrop", "--set", "share=0.9"], ["frameDrop", "--at", "1000"], ["lag", "--set", "seconds=30"],
        ["whiteNoise", "--at=-50"], ["bits & <bursts>", "--experiment", "trial.json"],
        ["walk", "--experiment", "trial.json", "--repeat", "2"],
        ["recordedNoise", "--noise", "walks:n2", "--at", "3"],
      ] {
        let ending = try inspect(project, ["--picture", "p.svg", "--scenario"] + arguments)
        #expect(ending.code == 0, "\(arguments): \(ending.err)")
        #expect(ending.err.contains("picture: p.svg"))
        let text = try project.text("p.svg")
        #expect(XMLReading(text).problem == nil, "\(arguments)")
        for word in ["nan", "inf\"", "inf,"] { #expect(!text.contains(word), "\(arguments): \(word)") }
        let rows = text.components(separatedBy: ">damaged</text>").count - 1
        #expect((rows == 0) == (arguments[0] == "clean"), "\(arguments)")
        if arguments[0] == "rateStep" { #expect(text.contains("the reference's beats, which move along")) }
        if arguments.contains("1000") { #expect(text.contains(">no samples</text>")) }
        if arguments[0].hasPrefix("bits") { #expect(text.contains("s01: bits &amp; &lt;bursts&gt;")) }
      }
    }
  }

  @Test func aRecordingThatCannotBeReadDoesNotHideTheOthers() throws {
    try ScenarioProject.with { project in
      try Data("torn".utf8).write(to: URL(fileURLWithPath: project.folder + "/data/s01.h5"))
      let ending = try Program.run(
        ["inspect", "hreval-hdf5", "--root", "data", "--scenario", "whiteNoise", "--picture", "p.svg"],
        in: project.folder)
      #expect(ending.code == 1)
      #expect(ending.out.contains("s01\n  cannot be used:"))
      #expect(ending.out.contains("  scenario   whiteNoise: "))
      #expect(try project.text("p.svg").contains("s02: whiteNoise"))
    }
  }

  @Test func whatWasReadIsNotWrittenOver() throws {
    try ScenarioProject.with { project in
      let input = try #require(
        FileManager.default.enumerator(atPath: project.folder)?.compactMap { $0 as? String }
          .first { $0.hasSuffix(".csv") && $0.contains("walks") })
      let before = try Data(contentsOf: URL(fileURLWithPath: "\(project.folder)/\(input)"))
      let ending = try Program.run(["inspect", "walks", "--save", input], in: project.folder)
      #expect(ending.code == 2)
      #expect(ending.err.contains("is a file of the data set \"walks\""), "\(ending.err)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: "\(project.folder)/\(input)")) == before)
      let picture = try Program.run(["inspect", "walks", "--picture", "a.png"], in: project.folder)
      #expect(picture.code == 64 && picture.err.contains("should end in .svg"))
    }
  }
}
