import HRStatistics
import Testing

@testable import HREvaluation
@testable import HRRunning

/// A planted shift of the references, and cases that must not be reported as one.
@Suite struct ReferenceLagsTests {
  /// Returns the rate at a time, without a period in the range of the shifts.
  private static func rate(_ recording: Int, _ seconds: Double) -> Double {
    let phase = Double(recording)
    let parts: [Double] = [
      75, 4 * sine(seconds / 61 + phase), 3 * sine(seconds / 97 + 2 * phase),
      2 * sine(seconds / 143 + 3 * phase),
    ]
    return parts.reduce(0, +)
  }

  /// A triangle of period 1 between -1 and 1.
  private static func sine(_ turns: Double) -> Double { 4 * abs(turns - turns.rounded()) - 1 }

  /// Windows every 5 s; the reference's times are `lateSeconds` too late in the first `off` recordings.
  private func run(
    lateSeconds: Double, off: Int = 6, recordings: Int = 6, detectors: [String] = ["a", "b", "c"],
    error: @escaping (HandMadeRun.Place) -> Double = { 0.6 * HandMadeRun.noise($0) }
  ) -> HandMadeRun {
    var run = HandMadeRun(recordings: recordings)
    run.hopSeconds = 5
    run.windows = 60
    run.referenceName = "display"
    run.offsetSeconds = -5
    run.detectors = detectors.map { HandMadeRun.detector($0) }
    let reference = { (recording: Int, window: Int) -> Double in
      let late = recording < off ? lateSeconds : 0
      return Self.rate(recording, 5 * Double(window) - late)
    }
    run.reference = reference
    run.error = { (place: HandMadeRun.Place) -> Double? in
      let truth: Double = Self.rate(place.recording, 5 * Double(place.window))
      return truth + error(place) - reference(place.recording, place.window)
    }
    return run
  }

  @Test func aReferenceThatComesLateIsFound() throws {
    let evaluation = run(lateSeconds: 5).evaluation
    let lags = try #require(evaluation.referenceLags)
    #expect(lags.scenario == 0 && lags.recordings.map(\.recording) == Array(0..<6))
    #expect(lags.recordings.allSatisfy { $0.lagSeconds == -5 && $0.agreeing == [0, 1, 2] && $0.isOff })
    let found = try #require(lags.datasets.first)
    #expect(found.lagSeconds == -5 && found.recordings == 6 && found.ofRecordings == 6)
    #expect(found.detectors == [0, 1, 2] && found.range == -5 ... -5)
    // In results.json too, for every row.
    let stored = evaluation.stored.rows[0].perRecording[0].score.lag
    #expect(stored?.bestLagSeconds == -5 && stored?.isClear == true && stored?.count == 56)
    let lag = try #require(stored)
    #expect(lag.bestMAEBPM < 0.5 && lag.zeroLagMAEBPM > 0.8)
    #expect(
      evaluation.stored.strata.allSatisfy {
        $0.rows.allSatisfy { $0.perRecording.allSatisfy { $0.score.lag == nil } }
      })
  }

  @Test func aReferenceThatComesEarlyIsAboveZero() throws {
    let lags = try #require(run(lateSeconds: -5).evaluation.referenceLags)
    #expect(lags.datasets.map(\.lagSeconds) == [5] && lags.datasets.map(\.recordings) == [6])
  }

  @Test func whereItIsDeclaredRightNothingIsSaid() throws {
    let lags = try #require(run(lateSeconds: 0).evaluation.referenceLags)
    #expect(lags.recordings.allSatisfy { $0.lagSeconds == 0 && $0.clear == 3 && !$0.isOff })
    #expect(lags.datasets.isEmpty)
  }

  @Test func oneDetectorIsNotEnough() throws {
    let evaluation = run(lateSeconds: 5, detectors: ["a"]).evaluation
    #expect(try #require(evaluation.referenceLags).datasets.isEmpty)
    // One detector of two that lags behind proves nothing about the reference.
    let slow = run(lateSeconds: 0, detectors: ["a", "b", "slow"]) { (place: HandMadeRun.Place) -> Double in
      guard place.detector == 2 else { return 0.3 * HandMadeRun.noise(place) }
      let seconds = 5 * Double(place.window)
      return Self.rate(place.recording, seconds - 5) - Self.rate(place.recording, seconds)
    }.evaluation
    let lags = try #require(slow.referenceLags)
    #expect(lags.recordings.allSatisfy { $0.lagSeconds == 0 && $0.agreeing == [0, 1] && $0.clear == 3 })
    #expect(lags.datasets.isEmpty)
  }

  @Test func aFewRecordingsAreNotMost() throws {
    #expect(try #require(run(lateSeconds: 5, off: 3).evaluation.referenceLags).datasets.isEmpty)
    let most = try #require(run(lateSeconds: 5, off: 4).evaluation.referenceLags).datasets
    #expect(most.map(\.recordings) == [4] && most.map(\.ofRecordings) == [6])
    #expect(try #require(run(lateSeconds: 5, recordings: 1).evaluation.referenceLags).datasets.isEmpty)
  }

  @Test func biasOnARisingRateIsNoLag() throws {
    var rising = run(lateSeconds: 0)
    rising.reference = { 60 + Double($0) + 0.5 * Double($1) }
    rising.error = { 0.5 + 0.05 * HandMadeRun.noise($0) }
    let lags = try #require(rising.evaluation.referenceLags)
    #expect(lags.recordings.allSatisfy { $0.lagSeconds == nil && $0.clear == 0 } && lags.datasets.isEmpty)
  }

  @Test func damageIsNotLookedAt() {
    var damaged = run(lateSeconds: 5)
    damaged.scenarios = [HandMadeRun.scenario("noise", ["whiteNoise@1"])]
    #expect(damaged.evaluation.referenceLags == nil)
    damaged.scenarios.append(HandMadeRun.clean)
    #expect(damaged.evaluation.referenceLags?.scenario == 1)
  }
}
