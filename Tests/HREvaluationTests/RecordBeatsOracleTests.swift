import Foundation
import HRRecordings
import HRSignals
import HRStatistics
import HRSupport
import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Counts of `bxb`, and gross and average figures of `sumstats`, of the WFDB software package 10.7.0.
@Suite(
  .enabled(
    if: RealData.has("wfdb-samples", "heartpy") && RealData.hasOracles("bxb/bxb.json"),
    "no bxb/bxb.json beside the recordings; set HREVAL_DATA"))
struct RecordBeatsOracleTests {
  private static let sampleRate = 360.0

  private static func expected() throws -> JSONNode {
    try OracleFile.json(RealData.oracles.appending(path: "bxb/bxb.json"))
  }

  /// Returns the annotated beats of a record and the length of its signals, in seconds.
  private static func record(_ id: String) throws -> (beats: [Double], seconds: Double) {
    let set = try Dataset.load(
      path: ProjectFolder.url("datasets/\(id == "100" ? "wfdb-samples" : "heartpy-noise")/dataset.json").path,
      dataDirectory: RealData.folder.path)
    let recording = try set.load(try #require(set.recordings.first { $0.id == id }), needing: [.ecg])
    return (recording.reference.beatTimes, try #require(recording.channels.timeRange).end)
  }

  private static func times(_ samples: JSONNode) throws -> [Double] {
    try #require(samples["beats"]).numbers.map { $0 / sampleRate }
  }

  @Test(arguments: ["100", "118e00", "118e06", "118e12", "118e24"])
  func countsAreThoseOfBxb(_ id: String) throws {
    let reference = try Self.record(id).beats
    for (name, samples) in try #require(try Self.expected()[id]?.members).map({ ($0.key, $0.value) }) {
      let detected = try Self.times(samples)
      let results = try #require(samples["results"]?.members)
      #expect(results.count == 3)
      for result in results {
        let found = RecordBeats(
          reference: reference, detected: detected,
          toleranceSeconds: try #require(Double(result.key)))
        let all = ["TP", "TPofTest", "FP", "FN"].map { result.value[$0]?.integer }
        #expect(
          all == [found.truePositives, found.truePositives, found.falsePositives, found.falseNegatives],
          "\(id), \(name), \(result.key) s")
      }
    }
  }

  /// The same through windows and beat trains, with the figures over all records.
  @Test func figuresOverRecordsAreThoseOfSumstats() throws {
    let expected = try Self.expected()
    let lines = try #require(expected["sumstats of the five xqrs records"]?.string).split(separator: "\n")
    func figures(_ name: String) throws -> [String] {
      let line = try #require(lines.first { $0.hasPrefix(name) })
      return line.split(separator: " ").dropFirst().prefix(2).map(String.init)
    }
    var run = HandMadeRun(recordings: 5)
    run.recordings = ["100", "118e00", "118e06", "118e12", "118e24"]
    run.detectors = [HandMadeRun.detector("xqrs")]
    let units = try run.recordings.enumerated().map { index, id in
      let (beats, seconds) = try Self.record(id)
      let detected = try Self.times(try #require(expected[id]?["xqrs"]))
      // The last window ends with the record.
      let ranges = stride(from: 0, to: seconds, by: 10).map {
        TimeRange(start: $0, end: min($0 + 10, seconds))
      }
      var column = EstimateColumn()
      for _ in ranges {
        column.append(bpm: 60, outcome: .value, confidence: nil, quality: nil, motion: nil)
      }
      let train = BeatTrain(detected: detected, answeredSpans: [TimeRange(start: 0, end: seconds)])
      return (
        cluster: index,
        table: WindowTable(
          ranges: ranges, references: ranges.map { _ in .bpm(60) }, estimates: [column],
          beats: BeatTrains(reference: beats, trains: [train]))
      )
    }
    let diagnosis = try #require(BeatDiagnosis(ScenarioWindows(units), detector: 0, plan: run.plan))
    let summary = try #require(diagnosis.summaries.first)
    func printed(_ share: Double?) -> String { share.map { String(format: "%.2f", 100 * $0) } ?? "-" }
    #expect(summary.recordCount == 5)
    #expect(
      try figures("Gross") == [
        printed(summary.gross.sensitivity), printed(summary.gross.positivePredictivity),
      ])
    #expect(
      try figures("Average") == [
        printed(summary.averageSensitivity), printed(summary.averagePositivePredictivity),
      ])
  }
}
