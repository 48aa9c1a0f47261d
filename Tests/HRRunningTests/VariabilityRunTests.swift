import HRPlugins
import HRRunTestSupport
import HRSignals
import HRSupport
import Testing

@testable import HRRunning

/// Experiments on heart-rate variability, from their text to results.
@Suite struct VariabilityRunTests {
  private static func more(_ rule: String, _ more: String = "") -> String {
    #", "measurand": "hrv", "hrv": \#(rule)\#(more)"#
  }

  // MARK: Keys

  @Test func figuresFollowTheLengthOfAWindow() throws {
    try ResolverStudy.with(seconds: 2) { study in
      for (rule, labels, unit) in [
        (#"{"windowSeconds": 30}"#, ["mean RR, clean", "RMSSD, clean"], "ms"),
        (
          #"{"windowSeconds": 60}"#,
          ["mean RR, clean", "SDNN, clean", "RMSSD, clean", "pNN50, clean", "HF, clean"], ""
        ),
        (#"{"metrics": ["lfhf"]}"#, ["LF/HF, clean"], ""),
        (#"{"metrics": ["hf", "lf"]}"#, ["HF, clean", "LF, clean"], "ms²"),
      ] {
        let plan = try study.experiment(ResolverStudy.text(more: Self.more(rule))).plan
        #expect(plan.scenarios.map(\.label) == labels)
        #expect(plan.scenarios.allSatisfy { $0.damageLabel == "clean" })
        #expect(plan.unit == unit && plan.quantity == .hrv && plan.withinBPM == 0)
      }
      let plan = try study.experiment(ResolverStudy.text(more: #", "measurand": "hrv""#)).plan
      let rule = try #require(plan.variability)
      #expect(rule.figures == VariabilityFigure.allCases)
      #expect(rule.windowSeconds == 300 && rule.hopSeconds == 300 && rule.artefacts == .none)
      #expect(
        plan.scenarios.indices.map { plan.inUnit(of: $0) } == [
          " ms", " ms", " ms", " %", " ms²", " ms²", "",
        ])
      #expect(plan.unit(ofScenario: "pNN50, clean") == "%" && plan.unit == "")
      let rates = try study.experiment(ResolverStudy.text()).plan
      #expect(rates.unit == "bpm" && rates.inUnit(of: 0) == " bpm" && rates.quantity == .heartRate)
    }
  }

  @Test(arguments: [
    (#", "hrv": {"windowSeconds": 60}"#, #""hrv" belongs to the measurand hrv"#),
    (
      more("{}", #", "mode": "spot""#),
      "heart-rate variability is measured in windows all along a recording, not in spot mode"
    ),
    (
      more(#"{"windowSeconds": 60, "metrics": ["rmssd", "lf"]}"#),
      "LF is not judged in windows of less than 120 s, and these have 60 s"
    ),
    (more(#"{"metrics": ["rmssd", "sdnn", "rmssd"]}"#), "a figure is named twice"),
    (
      more("{}", #", "acceptable": {"differenceBPM": 5}"#),
      #""acceptable" is of rates, not of heart-rate variability"#
    ),
    (
      more("{}", #", "margin": {"differenceBPM": 1}"#),
      #""margin" is of rates, not of heart-rate variability"#
    ),
    (
      more(
        "{}",
        #", "claims": [{"claim": "c", "source": "s", "holdsWhen": [{"detector": "fft", "scenario": "clean", "metric": "maeBPM", "atMost": 3}]}]"#
      ), #""claims" is of rates, not of heart-rate variability"#
    ),
    (more("{}", #", "words": ["quality"]"#), #""words" is of rates, not of heart-rate variability"#),
    (
      more("{}", #", "tolerance": {"withinBPM": 3}"#),
      "withinBPM is of rates, not of heart-rate variability"
    ),
  ])
  func whatDoesNotBelongIsRefused(_ more: String, _ message: String) throws {
    try ResolverStudy.with(seconds: 2) { study in
      let problems = try study.problems(
        ResolverStudy.text(detectors: #"["peak.swasthicare", "fft"]"#, more: more))
      #expect(problems.map(\.message) == [message])
      #expect(problems.allSatisfy { $0.hint != nil && $0.place?.line != nil })
    }
  }

  @Test func aReferenceWithoutBeatsIsRefused() throws {
    try ScenarioStudy.with { study in
      let problems = try study.problems(
        "\"clean\"", datasets: #"["finger", "rates"]"#, more: Self.more("{}"))
      #expect(
        problems.map(\.message) == [
          #"heart-rate variability needs beats, and the reference "rateSeries" of "rates" has none"#
        ])
      #expect(
        problems.first?.hint
          == #"choose a "reference" with beats, RR intervals or an ECG, or leave this data set out"#)
    }
  }

  // MARK: Results

  private static let rule = #"{"windowSeconds": 30, "metrics": ["rmssd", "meanRR"]}"#

  @Test func valuesAreInTheUnitOfTheFigure() throws {
    try ScenarioStudy.with { study in
      let experiment = try study.experiment(
        "\"clean\"", detectors: #"["peak", "fft"]"#, more: Self.more(Self.rule))
      let means = try experiment.tables(of: "mean RR, clean")
      for (table, rate) in zip(means, [66.0, 78]) {
        // 40 s have one window of 30 s.
        #expect(table.references.compactMap(\.bpm).count == 1 && table.beats == nil)
        #expect(table.references.compactMap(\.bpm).allSatisfy { abs($0 - 60_000 / rate) < 1e-6 })
        let peak = try #require(table.estimates[0])
        #expect(abs(peak.bpm[0] - 60_000 / rate) < 5, "\(peak.outcomes)")
        #expect(table.estimates[1]?.outcomes == ["failed:the detector gives rates, and names no beats"])
      }
      for table in try experiment.tables(of: "RMSSD, clean") {
        #expect(table.references.compactMap(\.bpm) == [0] && table.beats != nil)
      }
      // A unit does not depend on those before it.
      for (unit, result) in zip(experiment.plan.units, experiment.results()) {
        var runner = UnitRunner(experiment)
        #expect(runner.result(of: unit) == result)
      }
    }
  }

  @Test func aRecordingShorterThanAWindowFails() throws {
    try ScenarioStudy.with { study in
      let results = try study.experiment(
        "\"clean\"", more: Self.more(#"{"windowSeconds": 60, "metrics": ["rmssd"]}"#)
      ).results()
      #expect(
        results.map(\.outcome) == [
          .failed("the recording lasts 40 s, less than a window of 60 s"),
          .failed("the recording lasts 40 s, less than a window of 60 s"),
        ])
    }
  }

  @Test func tooManyWindowsAreRefused() throws {
    try ScenarioStudy.with { study in
      let rule = #"{"windowSeconds": 30, "hopSeconds": 1, "metrics": ["rmssd"]}"#
      let results = try study.experiment(
        "\"clean\"", more: Self.more(rule, #", "limits": {"windows": 10}"#)
      ).results()
      let reason = "the recording lasts 40 s, which is 11 windows, more than 10"
      #expect(results.map(\.outcome) == [.failed(reason), .failed(reason)])
    }
  }

  @Test func allFiguresOfAScenarioSeeTheNoiseOfARate() throws {
    try ScenarioStudy.with { study in
      let noise =
        #"{"label": "noise", "scenario": "whiteNoise", "parameters": {"snrDecibels": 3}, "repeats": 2}"#
      let experiment = try study.experiment(
        noise, detectors: #"["peak"]"#, more: Self.more(Self.rule, #", "seed": 5"#))
      let rates = try study.experiment(noise, detectors: #"["peak"]"#)
      #expect(experiment.scenarios.map(\.label) == ["RMSSD, noise", "mean RR, noise"])
      for repetition in 0..<2 {
        let expected = try rates.damaged("noise", repetition: repetition).channels
        for scenario in experiment.scenarios.map(\.label) {
          #expect(try experiment.damaged(scenario, repetition: repetition).channels == expected)
        }
      }
    }
  }

  /// Absolute errors of the first detector in all windows.
  private func errors(of label: String, in experiment: Experiment) throws -> [Double] {
    try experiment.tables(of: label).flatMap { table in
      zip(table.references, table.estimates[0]?.bpm ?? []).compactMap { reference, estimate in
        reference.bpm.map { abs(estimate - $0) }
      }
    }
  }

  @Test func theErrorGrowsAsNoiseDoes() throws {
    try ScenarioStudy.with { study in
      let noise =
        #"{"label": "{snrDecibels} dB", "scenario": "whiteNoise", "parameters": {"snrDecibels": [30, 15, 5]}, "repeats": 4}"#
      let experiment = try study.experiment(
        noise, detectors: #"["fusion"]"#, more: Self.more(Self.rule, #", "seed": 5"#))
      let means = try [30, 15, 5].map { decibels -> Double in
        let found = try errors(of: "RMSSD, \(decibels) dB", in: experiment)
        #expect(found.count == 8 && found.allSatisfy(\.isFinite))
        return found.reduce(0, +) / Double(found.count)
      }
      #expect(means[0] * 2 < means[1] && means[1] * 2 < means[2], "\(means)")
    }
  }

  @Test func ectopicBeatsRaiseTheReference() throws {
    try ScenarioStudy.with { study in
      let experiment = try study.experiment(
        #"{"label": "ectopic", "scenario": "ectopicBeats", "parameters": {"percent": 10}}"#,
        detectors: #"["peak"]"#, more: Self.more(Self.rule, #", "seed": 5"#))
      for table in try experiment.tables(of: "RMSSD, ectopic") {
        let values = table.references.compactMap(\.bpm)
        #expect(values.count == 1 && values.allSatisfy { $0 > 50 }, "\(values)")
      }
    }
  }
}
