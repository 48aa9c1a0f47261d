import HRRunTestSupport
import HRSupport
import HRPlugins
import Testing

@testable import HRRunning
@testable import HRStatistics

@Suite struct ResolverTests {
  private static let noise = #"{"scenario": "whiteNoise", "parameters": {"snrDecibels": [10, 0]}"#

  @Test func everySentence() throws {
    let cases: [(text: String, message: String)] = [
      (
        ResolverStudy.text(detectors: #"["fft", {"label": "fft", "detector": "peak"}]"#),
        "two detectors are called \"fft\""
      ),
      (ResolverStudy.text(detectors: #"["fft", "fft"]"#), "two detectors are called \"fft\""),
      (
        ResolverStudy.text(detectors: #"[{"label": "two\nlines", "detector": "fft"}]"#),
        "the label has a line break or another control character"
      ),
      (
        ResolverStudy.text(more: #", "scenarios": [\#(Self.noise), "label": "noise"}]"#),
        "two scenarios are called \"noise\""
      ),
      (
        ResolverStudy.text(detectors: #"["hue.pulse"]"#),
        "detector \"hue.pulse\" needs red, green, blue, which the data set \"study\" lacks"
      ),
      (
        ResolverStudy.text(detectors: #"[{"detector": "fft", "extractor": "green"}]"#),
        "detector \"fft\" needs green, which the data set \"study\" lacks"
      ),
      (
        ResolverStudy.text(detectors: #"[{"detector": "hue.pulse", "filters": ["detrend"]}]"#),
        "hue.pulse takes no filters: it reads red, green, blue directly"
      ),
      (
        ResolverStudy.text(detectors: #"[{"detector": "hue.pulse", "extractor": "red"}]"#),
        "hue.pulse takes no extractor: it reads red, green, blue directly"
      ),
      (
        ResolverStudy.text(windows: #"{"windowSeconds": "recording", "hopSeconds": 5}"#),
        "windowSeconds \"recording\" belongs to spot mode"
      ),
      (ResolverStudy.text(windows: #"{"windowSeconds": 10}"#), "\"windows\" lacks the key \"hopSeconds\""),
      (
        ResolverStudy.text(more: #", "scenarios": [\#(Self.noise), "label": "at {snr}"}]"#),
        "the label speaks of {snr}, which is no parameter here"
      ),
      (ResolverStudy.text(datasets: #"["studdy"]"#), "there is no data set \"studdy\""),
      (
        ResolverStudy.text(detectors: #"[{"detector": "fft", "tunedOn": ["study/"]}]"#),
        "\"study/\" names no data set, or no recording of one"
      ),
      (ResolverStudy.text(datasets: #"["./nowhere"]"#), "there is no data set \"./nowhere\""),
      (ResolverStudy.text(datasets: #"["study", "study"]"#), "the data set \"study\" is listed twice"),
      (
        ResolverStudy.text(datasets: #"["blind"]"#),
        "the data set \"blind\" has no reference of the heart rate to compare with"
      ),
      (
        ResolverStudy.text(detectors: #"[{"label": "v", "recorded": "v/{recording}.csv"}]"#),
        "no recorded output for any of the 3 recordings"
      ),
      (
        ResolverStudy.text(
          detectors: #"[{"detector": "fft", "parameters": {"lowCutoffHz": 2, "highCutoffHz": 2}}]"#),
        "lowCutoffHz must be below highCutoffHz"
      ),
      (
        ResolverStudy.text(
          more:
            #", "scenarios": [{"scenario": "baselineWander", "parameters": {"lowestHz": 0.5, "highestHz": 0.4}}]"#
        ),
        "lowestHz must be below highestHz"
      ),
      (ResolverStudy.text(more: #", "beats": {"toleranceSeconds": 0}"#), "0.01"),
      (ResolverStudy.text(more: #", "beats": {"toleranceSeconds": 0.6}"#), "0.5"),
      (ResolverStudy.text(more: #", "beats": {"lagSeconds": -2.5}"#), "-2"),
      (ResolverStudy.text(more: #", "beats": {"lagSeconds": "0.2"}"#), "number"),
      (ResolverStudy.text(more: #", "beats": {"lag": 0.2}"#), "unknown key \"lag\""),
      (ResolverStudy.text(detectors: #"[{"detector": "peak", "beatLagSeconds": 3}]"#), "beatLagSeconds"),
      (
        ResolverStudy.text(
          detectors: #"[{"label": "v", "recorded": "{recording}.csv", "extractor": "red"}]"#),
        "unknown key \"extractor\""
      ),
      (
        ResolverStudy.text(more: #", "name": "x""#).replacing("trial", with: ".hidden"),
        "cannot name a folder"
      ),
    ]
    try ResolverStudy.with(seconds: 2) { study in
      for (text, message) in cases {
        let problems = try study.problems(text)
        #expect(
          problems.contains { $0.message.contains(message) }, "\(message) in \(problems.map(\.message))")
        #expect(problems.allSatisfy { $0.place?.line != nil }, "\(message)")
      }
    }
  }

  @Test func hintsLeadOn() throws {
    try ResolverStudy.with(seconds: 2) { study in
      func check(_ text: String, _ words: String) throws {
        let hint = try study.problems(text).first?.hint ?? ""
        #expect(hint.contains(words), "\(hint)")
      }
      try check(ResolverStudy.text(datasets: #"["studdy"]"#), "did you mean \"study\"?")
      try check(ResolverStudy.text(datasets: #"["blind"]"#), "hreval detect blind")
      try check(
        ResolverStudy.text(
          detectors: #"[{"label": "v", "recorded": "v/{dataset}-{recording}-{subject}.csv"}]"#),
        "/v/study-r1-r1.csv")
      try check(
        ResolverStudy.text(more: #", "scenarios": [\#(Self.noise), "label": "{snrDecibel}"}]"#),
        "did you mean \"snrDecibels\"?")
    }
  }

  @Test func severalProblemsComeInTheOrderOfTheText() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let text = ResolverStudy.text(
        datasets: "[\"nothing-here\"]", windows: #"{"windowSeconds": 10}"#,
        detectors: "[{\"detector\": \"fft\",\n\"parameters\": {\"lowCutoffHz\": 2, \"highCutoffHz\": 2}}]")
      let lines = try study.problems(text).compactMap { $0.place?.line }
      #expect(lines == [1, 1, 3])
    }
  }

  @Test func limitAndOverrides() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let text = ResolverStudy.text()
      let whole = try study.experiment(text)
      let limited = try study.experiment(text, limit: 2)
      #expect(whole.recordings.map(\.entry.id) == ["r1", "r2", "r3"])
      #expect(limited.recordings.map(\.entry.id) == ["r1", "r2"])
      let changed = try study.experiment(
        text,
        overrides: [
          "seed=9", "windows.hopSeconds=2.5", "detectors[0]=peak",
          "datasets[0]={\"dataset\": \"study\", \"exclude\": [\"r2\"]}",
        ])
      #expect(changed.seed == 9)
      #expect(changed.windowPlans.map(\.hopSeconds) == [2.5])
      #expect(changed.detectors.map(\.label) == ["peak"])
      #expect(changed.recordings.map(\.entry.id) == ["r1", "r3"])
      #expect(throws: Diagnostics.self) { try study.experiment(text, overrides: ["seed=-1"]) }
    }
  }

  @Test func whatIsLeftOutHasItsDefault() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let experiment = try study.experiment(ResolverStudy.text())
      #expect(experiment.scenarios.map(\.label) == ["clean"])
      #expect(experiment.scenarios.map(\.repeats) == [1])
      #expect(experiment.seed == 0)
      #expect(experiment.tolerance.withinBPM == 5)
      #expect(experiment.tolerance.withinPercent == 10)
      #expect(experiment.units.map(\.recording) == [0, 1, 2])
      #expect(experiment.beatRule == BeatRule(toleranceSeconds: 0.15, lagSeconds: 0))
      #expect(experiment.plan.detectors.map(\.beatLagSeconds) == [0])
    }
  }

  @Test func aDetectorsOwnLagGoesBeforeTheExperiments() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let text = ResolverStudy.text(
        detectors:
          #"["fft", {"detector": "peak", "beatLagSeconds": -0.125}, {"label": "p", "detector": "peak"}]"#,
        more: #", "beats": {"toleranceSeconds": 0.0625, "lagSeconds": 0.25}"#)
      let plan = try study.experiment(text).plan
      #expect(plan.beatToleranceSeconds == 0.0625)
      #expect(plan.beatLagSeconds == 0.25)
      #expect(plan.detectors.map(\.beatLagSeconds) == [0.25, -0.125, 0.25])
    }
  }

  @Test func sweepsOpenInOrderTheLastListFastest() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let scenarios = #"""
        , "scenarios": ["clean",
         {"label": "w {amplitudeRatio} n {snrDecibels}", "repeats": 2, "steps": [
           {"scenario": "baselineWander", "parameters": {"amplitudeRatio": [2, 0.5]}},
           {"scenario": "whiteNoise", "parameters": {"snrDecibels": [10, 0, 5]}}]},
         {"scenario": "whiteNoise", "parameters": {"snrDecibels": [20, 3]}}]
        """#
      let experiment = try study.experiment(ResolverStudy.text(more: scenarios))
      #expect(
        experiment.scenarios.map(\.label) == [
          "clean", "w 2 n 10", "w 2 n 0", "w 2 n 5", "w 0.5 n 10", "w 0.5 n 0", "w 0.5 n 5",
          "whiteNoise, snrDecibels 20", "whiteNoise, snrDecibels 3",
        ])
      #expect(experiment.scenarios.map(\.family) == [0, 1, 1, 1, 1, 1, 1, 2, 2])
      #expect(experiment.scenarios.map(\.repeats) == [1, 2, 2, 2, 2, 2, 2, 1, 1])
      #expect(experiment.scenarios[4].swept.map(\.parameter) == ["amplitudeRatio", "snrDecibels"])
      #expect(experiment.scenarios[4].swept.map(\.value.text) == ["0.5", "10"])
      #expect(experiment.scenarios[4].familyLabel == "w {amplitudeRatio} n {snrDecibels}")
      #expect(experiment.units.count == 3 * (1 + 12 + 2))
    }
  }

  /// Scenarios are counted before they are made: the second case would have 20^18.
  @Test(arguments: [("1500", 1), ("too many", 18)]) func aSweepOfThousandsIsRefused(
    _ count: String, _ lists: Int
  ) throws {
    try ResolverStudy.with(seconds: 2) { study in
      let values = (0..<(lists == 1 ? 1500 : 20)).map { "\($0 % 20)" }.joined(separator: ",")
      let step = #"{"scenario": "whiteNoise", "parameters": {"snrDecibels": [\#(values)]}}"#
      let steps = Array(repeating: step, count: lists).joined(separator: ",")
      let problems = try study.problems(
        ResolverStudy.text(more: #", "scenarios": [{"label": "x", "steps": [\#(steps)]}]"#))
      #expect(
        problems.contains {
          $0.message.hasPrefix("its lists of values make \(count) scenarios, and at most 1000")
        })
    }
  }

  @Test func theSchemaHoldsEveryPluginsParameters() {
    let plugins = Plugins.builtIn
    let schema = ExperimentShape(plugins).shape.schema(title: "t", identifier: "i").rendered()
    let described =
      plugins.detectors.entries.map { ($0.info.name, $0.parameters) }
      + plugins.filters.entries.map { ($0.info.name, $0.parameters) }
      + plugins.scenarios.entries.map { ($0.info.name, $0.parameters) }
    #expect(described.contains { !$0.1.isEmpty })
    for (name, parameters) in described {
      #expect(schema.contains("\"\(name)\""), "\(name)")
      for parameter in parameters {
        #expect(schema.contains("\"\(parameter.name)\""), "\(name).\(parameter.name)")
        #expect(schema.contains(parameter.summary), "\(name).\(parameter.name)")
      }
    }
  }
}
