import Foundation
import HRSupport
import HRPlugins
import HRSignals

@testable package import HRRunning

/// Small values that tests share.
package enum Example {
  package static let plan = RunPlan(
    hreval: "0", name: "example", description: nil, seed: 1, mode: .continuous, windowSeconds: 10,
    hopSeconds: 10,
    withinBPM: 5, withinPercent: 10, metrics: ["maeBPM"], strata: ["activity"], formats: [.csv],
    datasets: [.init(name: "d", reference: "beats", citation: nil, license: nil)],
    recordings: (1...3).map { .init(dataset: 0, id: "r\($0)", subject: $0 == 3 ? "s1" : "s\($0)") },
    scenarios: [
      .init(label: "clean", family: 0, familyLabel: "clean", swept: [], steps: [], repeats: 1),
      .init(label: "noise", family: 1, familyLabel: "noise", swept: [], steps: [], repeats: 2),
    ],
    detectors: [
      .init(label: "a", extractors: [], filters: [], detector: .init(definition: "a@1", parameters: [])),
      .init(label: "b", extractors: [], filters: [], detector: .init(definition: "b@1", parameters: [])),
    ])

  package static func facts(activity: String = "rest") -> RecordingFacts {
    RecordingFacts(
      subject: nil, metadata: [.init(name: "activity", value: activity)], seconds: 30,
      channels: [.init(kind: "ppg", sampleRate: 125, isIrregular: false)],
      files: [.init(path: "x.h5", sha256: "00")])
  }

  /// Three windows: detector a is 2 too high and abstains on the last; b is right but the second window has no
  /// reference.
  package static func result(unit: Int, activity: String = "rest") -> UnitResult {
    let limits = RateLimits(declared: nil, measurand: .heartRate)
    let ranges = (0..<3).map { TimeRange(start: Double($0) * 10, end: Double($0) * 10 + 10) }
    var confident = Estimate.bpm(62, confidence: 0.5)
    confident.quality = .good
    confident.motion = true
    return UnitResult(
      unit: unit, facts: facts(activity: activity),
      outcome: .windows(
        WindowTable(
          ranges: ranges, references: [.bpm(60), .none("tooFewIntervals"), .bpm(70)],
          estimates: [
            EstimateColumn([confident, .bpm(70), .abstained(.flatSignal)], within: limits),
            EstimateColumn([.bpm(60), .bpm(65), .bpm(70)], within: limits),
          ],
          beats: BeatTrains(
            reference: [0.5, 1.5, 2.75],
            trains: [
              nil,
              BeatTrain(
                detected: [0.625, 1.25],
                answeredSpans: [TimeRange(start: 0, end: 10), TimeRange(start: 20, end: 30)]),
            ]),
          referenceDetectors: [
            .init(name: "one", ratesBPM: [60, nil, 70]), .init(name: "other", ratesBPM: [60.25, 64, 73]),
          ], cadenceBPM: [nil, 96, nil])))
  }
}
