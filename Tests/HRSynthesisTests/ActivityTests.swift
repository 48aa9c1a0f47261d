import Foundation
import HRSignals
import Testing

@testable import HRSynthesis

@Suite struct ActivityTests {
  static func plan(_ activity: Activity, seconds: Double) -> SynthesisPlan {
    SynthesisPlanTests.plan {
      $0.seconds = seconds
      $0.rhythm = .sinus
      $0.activities = [activity]
      $0.channels = [.respiration]
    }
  }

  static func rate(_ beats: [Double], from start: Double, to end: Double) throws -> Double {
    let inside = beats.filter { $0 >= start && $0 < end }
    return 60 / Measured.mean(Measured.intervals(inside))
  }

  /// The differential equation in steps of ten milliseconds (Euler), independent of its solution.
  @Test(arguments: [34.0, 55, 81.2]) func kineticsSolveTheirEquation(_ timeConstant: Double) throws {
    let load = try #require(
      RateProtocol([
        .init(seconds: 20.3, bpm: 60), .init(seconds: 90, bpm: 140), .init(seconds: 120, bpm: 140),
        .init(seconds: 120.001, bpm: 60),
      ]))
    let response = HeartRateKinetics(timeConstantSeconds: timeConstant).response(to: load, seconds: 300)
    var rate = 60.0
    var worst = 0.0
    for step in 0..<30_000 {
      let time = Double(step) / 100
      worst = max(worst, abs(response.bpm(at: time) - rate))
      rate += (load.bpm(at: time) - rate) / timeConstant / 100
    }
    // Euler is late by up to half a step: 80 bpm / 34 s / 200 = 0.012; chords leave the curve by 80 / 8 / 34² = 0.009.
    #expect(worst < 0.025, "\(worst)")
  }

  @Test func timeConstantsOfSubjects() {
    let plan = SynthesisPlan()
    let constants = (0..<200).map { SyntheticSubject(index: $0, plan: plan).kinetics.timeConstantSeconds }
    #expect(constants.allSatisfy { HeartRateKinetics.timeConstants.contains($0) })
    // Four standard errors of the mean of 200 uniform numbers: 4 · 47.2 / √12 / √200 = 3.9.
    #expect(abs(Measured.mean(constants) - 57.6) < 3.9)
  }

  @Test(arguments: 0..<4) func restRampRecoverFromItsBeats(_ index: Int) throws {
    let plan = Self.plan(.restRampRecover, seconds: 900)
    let recording = plan.recording(index)
    #expect(Measured.value("activity", of: recording) == "restRampRecover")
    let beats = try SynthesisPlanTests.beats(recording)
    let subject = SyntheticSubject(index: index, plan: plan)
    let rest = try Self.rate(beats, from: 0, to: 180)
    #expect(abs(rest - subject.restingRateBPM) < 1.5)
    // Late in a long ramp the rate rises as fast as the load: 80 bpm in 270 s.
    let slope =
      (try Self.rate(beats, from: 420, to: 450) - Self.rate(beats, from: 330, to: 360)) / 90
    #expect(abs(slope - 80 / 270.0) < 0.05, "\(slope) bpm/s")
    // Recovery: the rate above rest falls by the same factor in equal times. Slow waves of some bpm remain in each
    // mean.
    let first = try Self.rate(beats, from: 540, to: 570) - rest
    let second = try Self.rate(beats, from: 600, to: 630) - rest
    let timeConstant = 60 / log(first / second)
    #expect(abs(timeConstant / subject.kinetics.timeConstantSeconds - 1) < 0.25, "\(timeConstant) s")
    #expect(abs(try Self.rate(beats, from: 840, to: 900) - rest) < 5)
  }

  @Test func intervalsGoUpAndDown() throws {
    let plan = Self.plan(.intervals, seconds: 400)
    let recording = plan.recording(0)
    let subject = SyntheticSubject(index: 0, plan: plan)
    let beats = try SynthesisPlanTests.beats(recording)
    #expect(abs(try Self.rate(beats, from: 0, to: 28) - subject.restingRateBPM) < 3)
    for hard in [30.0, 150, 270] {
      let (low, high) = (
        try Self.rate(beats, from: hard - 8, to: hard), try Self.rate(beats, from: hard + 52, to: hard + 60)
      )
      #expect(high - low > 20, "from \(hard) s: \(low) to \(high)")
      #expect(high - (try Self.rate(beats, from: hard + 112, to: hard + 120)) > 15)
    }
  }

  @Test func aStepIsTakenFromOneBeatToTheNext() throws {
    let beats = try SynthesisPlanTests.beats(Self.plan(.step, seconds: 120).recording(1))
    #expect(abs(try Self.rate(beats, from: 0, to: 60) - 60) < 1.5)
    #expect(abs(try Self.rate(beats, from: 62, to: 120) - 150) < 1.5)
    for (beat, next) in zip(beats, beats.dropFirst()) {
      // An interval that begins before the step keeps its length; variations are up to 7.5 bpm at 60 and half of that
      // at 150, the jitter 0.5 %.
      #expect(beat < 60 ? next - beat > 0.85 : next - beat < 0.43, "\(beat)")
    }
  }

  @Test func straightLinesAreAsBefore() {
    let kinetics = HeartRateKinetics(timeConstantSeconds: 50)
    for activity in [Activity.rest, .ramp, .recovery] {
      let course = activity.rateProtocol(restingBPM: 60, seconds: 100, kinetics: kinetics)
      let rates = [0.0, 20, 35, 50, 60, 100].map { course.bpm(at: $0) }
      switch activity {
      case .rest: #expect(rates == [60, 60, 60, 60, 60, 60])
      case .ramp: #expect(rates == [60, 60, 85, 110, 110, 60])
      case .recovery:
        #expect(zip(rates, [110, 93.3333, 80.8333, 68.3333, 60, 60]).allSatisfy { abs($0 - $1) < 1e-3 })
      case .restRampRecover, .intervals, .step: Issue.record("not asked for")
      }
    }
  }

  @Test(arguments: Activity.allCases) func shortRecordingsSurvive(_ activity: Activity) throws {
    for seconds in [1.0, 10, 31] {
      let recording = Self.plan(activity, seconds: seconds).recording(0)
      let beats = try SynthesisPlanTests.beats(recording)
      #expect(beats.count >= Int(seconds / 2))
      #expect(zip(beats, beats.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test func protocolsAreReadFromText() {
    let reading = RateProtocol.read("0:60,60:150.5,90:150.5")
    #expect(reading.problems.isEmpty)
    #expect(
      reading.course
        == RateProtocol([
          .init(seconds: 0, bpm: 60), .init(seconds: 60, bpm: 150.5), .init(seconds: 90, bpm: 150.5),
        ]))
    #expect(RateProtocol.read("0:72").course == .constant(72))
    let wrong = RateProtocol.read("-5:60,10:500,,10:70,20-80,nan:60")
    #expect(wrong.course == nil)
    #expect(
      wrong.problems == [
        "\"-5:60\" lies before the recording, which starts at 0 s",
        "\"10:500\": the rate must be in 30...220 bpm", "\"\" is not SECONDS:BPM, such as 60:150",
        "\"10:70\": each time must be later than the one before",
        "\"20-80\" is not SECONDS:BPM, such as 60:150", "\"nan:60\" is not SECONDS:BPM, such as 60:150",
      ])
  }
}
