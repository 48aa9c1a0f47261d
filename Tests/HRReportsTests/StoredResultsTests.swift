import Foundation
import HRDiagnostics
import HRStatistics
import Testing

@testable import HRExperiments
@testable import HRReports
@testable import HREvaluation

@Suite struct StoredResultsTests {
  private static let evaluation = ExampleEvaluation.evaluation
  private static let text = ResultsJSON(evaluation).text

  @Test func whatIsWrittenReadsBack() throws {
    let run = ExampleHistory.stored(Self.evaluation, folder: "a/b")
    let plan = Self.evaluation.plan
    #expect(run.folder == "a/b" && run.name == plan.name && run.seed == "7" && run.mode == plan.mode)
    #expect(run.description == plan.description && run.hreval == plan.hreval)
    #expect(run.windows.windowSeconds == 20 && run.windows.hopSeconds == 5)
    #expect(run.windows.described == plan.windowsDescribed && run.tolerance == plan.tolerance)
    #expect(run.datasets == plan.datasets)
    #expect(run.detectors.map(\.label) == plan.detectors.map(\.label))
    #expect(run.detectors.map(\.extractors) == plan.detectors.map(\.extractors))
    #expect(run.detectors.map(\.filters) == plan.detectors.map(\.filters))
    #expect(run.detectors.map(\.detector) == plan.detectors.map(\.detector))
    #expect(run.scenarios.map(\.label) == plan.scenarios.map(\.label))
    #expect(run.scenarios.map(\.familyLabel) == plan.scenarios.map(\.familyLabel))
    #expect(run.scenarios.map(\.steps) == plan.scenarios.map(\.steps))
    #expect(run.scenarios.map(\.swept) == plan.scenarios.map(\.swept))
    #expect(run.scenarios.map(\.repeats) == plan.scenarios.map(\.repeats))
    #expect(run.definitions.metrics.map(\.definition) == Metric.all.map(\.definition))
    #expect(run.definitions.clusters == "subjects")
    #expect(run.recordings.map(\.id) == Self.evaluation.recordings.map(\.id))
    #expect(run.recordings.map(\.failure) == Self.evaluation.recordings.map(\.failure))
    #expect(run.strata.map(\.value) == Self.evaluation.strata.map(\.value))
    #expect(run.strata.map(\.rows.count) == Self.evaluation.strata.map(\.rows.count))
  }

  @Test func everyFigureReadsBack() throws {
    let run = ExampleHistory.stored(Self.evaluation)
    #expect(run.rows.count == Self.evaluation.rows.count)
    for (stored, row) in zip(run.rows, Self.evaluation.rows) {
      #expect(stored.scenario == Self.evaluation.plan.scenarios[row.scenario].label)
      #expect(stored.detector == Self.evaluation.plan.detectors[row.detector].label)
      #expect(stored.windows == row.tally.windows && stored.estimates == row.tally.estimates)
      #expect(
        stored.referenceWindows == row.tally.referenceWindows && stored.clusters == row.pairs.clusterCount)
      for metric in Metric.all { #expect(stored[metric.name] == row.value(metric), "\(metric.name)") }
      #expect(stored.perRecording.map(\.maeBPM) == row.perRecording.map(\.maeBPM))
      #expect(stored.perRecording.map(\.id).first == "rec1")
    }
    #expect(run.row(scenario: "clean", detector: "fft")?.metrics.count == Metric.all.count)
    #expect(run.row(scenario: "clean", detector: "nobody") == nil)
  }

  @Test func theStartIsReadFromTheRunFile() throws {
    let run = ExampleHistory.stored(Self.evaluation)
    let provenance = try #require(run.origin.provenance)
    #expect(provenance.started == "2026-01-02T03:04:05Z" && provenance.startedSeconds == 1_767_323_045)
    #expect(provenance.dataFiles.first?.sha256 == "00ff0")
  }

  @Test func membersOfALaterBuildAreLeftAlone() throws {
    let later = Self.text.replacing(
      #""seed": 7"#, with: #""seed": 18446744073709551615, "novelty": {"a": 1}"#)
    #expect(try Self.read(later).seed == "18446744073709551615")
    #expect(try Self.read(Self.text.replacing(#""seed": 7"#, with: #""seed": "9""#)).seed == "9")
  }

  @Test func resultsOfTheFirstVersionsAreRead() throws {
    let older = Self.text.replacing(#""version": 2"#, with: #""version": 1"#)
    #expect(try Self.read(older) == Self.read(Self.text))
    // The first ones said nothing of the measurand: they were of the heart rate.
    let first = older.replacing("  \"measurand\": \"heartRate\",\n", with: "")
    #expect(first != older)
    #expect(try Self.read(first).measurand == .heartRate)
  }

  @Test(arguments: [
    (#""format": "hreval-results""#, #""format": "hreval-run""#, "no results file of hreval; its format"),
    (#""format": "hreval-results","#, "", "this is no results file of hreval"),
    (#""version": 2"#, #""version": 3"#, "of version 3; this hreval reads versions 1 to 2"),
    (#""measurand": "heartRate""#, #""measurand": "pulse""#, "expected \"heartRate\" or \"breathingRate\""),
    (#""version": 2"#, #""version": "one""#, "of version unknown"),
    (#""detector": "silent","#, "", "the key \"detector\" is missing"),
    (#""estimates": 66"#, #""estimates": -1"#, "expected a whole number from 0 up, found the number -1"),
    (#""maeBPM": null"#, #""maeBPM": "low""#, "expected a number or null, found the text \"low\""),
    (#""steps": []"#, #""steps": {}"#, "expected a list, found an object"),
    (#""steps": []"#, #""steps": [null]"#, "expected an object, found null"),
    (#""extractors": []"#, #""extractors": [1]"#, "expected a text, found the number 1"),
    (#""tolerance": {"#, #""tolerances": {"#, "the key \"tolerance\" is missing"),
    ("]\n}\n", "]\n", "not valid JSON"),
  ])
  func saysWhatIsWrong(_ old: String, _ new: String, _ message: String) throws {
    let broken = Self.text.replacing(old, with: new)
    try #require(broken != Self.text, "\(old) is not in the results")
    let problems = try #require(throws: Diagnostics.self) { try Self.read(broken) }
    #expect(
      problems.list.contains { $0.rendered.contains(message) },
      "\(problems.list.first?.rendered ?? "nothing")")
    #expect(problems.list.allSatisfy { $0.place?.file == "x/results.json" })
  }

  @Test func aTimeThatIsNoneIsRefused() throws {
    let text = RunJSON(Self.evaluation, provenance: ExampleEvaluation.provenance).text
    let problems = try #require(throws: Diagnostics.self) {
      try StoredResults.Provenance(
        runJSON: text.replacing("2026-01-02T03:04:05Z", with: "yesterday"), file: "run.json")
    }
    #expect(problems.list.map(\.message) == ["\"yesterday\" is no time"])
  }

  private static func read(_ text: String) throws -> StoredResults {
    try StoredResults(folder: "x", results: text, origin: .unknown("not stated"))
  }
}
