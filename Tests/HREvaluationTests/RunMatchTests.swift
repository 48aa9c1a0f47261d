import HRSupport
import HRStatistics
import Testing

@testable import HRRunning
@testable import HREvaluation

@Suite struct RunMatchTests {
  private func problems(_ baseline: HandMadeRun, _ candidate: HandMadeRun) -> [String] {
    do {
      _ = try RunMatch(baseline: baseline.run("old"), candidate: candidate.run("new"))
      return []
    } catch {
      #expect(error.list.allSatisfy { $0.hint?.contains("hreval gate") == true })
      let opening = "old and new cannot be compared: "
      return error.list.map {
        $0.message.hasPrefix(opening) ? String($0.message.dropFirst(opening.count)) : "?"
      }
    }
  }

  private func problems(_ change: (inout HandMadeRun) -> Void) -> [String] {
    var changed = HandMadeRun()
    change(&changed)
    return problems(HandMadeRun(), changed)
  }

  @Test func windows() {
    #expect(
      problems { $0.hopSeconds = 5 } == [
        "the windows differ: 10 s windows every 10 s against 10 s windows every 5 s"
      ])
    let spot = problems {
      $0.windowSeconds = nil
    }
    #expect(spot.count == 1 && spot.first?.hasPrefix("the windows differ: 10 s windows") == true, "\(spot)")
  }

  @Test func measurands() {
    #expect(
      problems { $0.measurand = .breathingRate } == [
        "they measure different things: the heart rate and the breathing rate"
      ])
  }

  @Test func recordings() {
    #expect(problems { $0 = HandMadeRun(recordings: 11) } == ["only old has 1 recording (d/r12)"])
    #expect(problems(HandMadeRun(recordings: 11), HandMadeRun()) == ["only new has 1 recording (d/r12)"])
    #expect(
      problems { $0 = HandMadeRun(recordings: 6) } == [
        "only old has 6 recordings (d/r7, d/r8, d/r9, d/r10, d/r11, …)"
      ])
    #expect(problems { $0.recordings.swapAt(0, 1) } == ["their recordings are in another order"])
    #expect(
      problems { $0.dataset = "e" }.map { $0.prefix(22) } == [
        "only old has 12 record", "only new has 12 record",
      ])
  }

  @Test func files() {
    #expect(
      problems {
        $0.files[2] = "other"
        $0.files[4] = "other"
      } == ["the data differ (SHA-256 of the files): 2 recordings (d/r3, d/r5)"])
  }

  @Test func scenarios() {
    var old = HandMadeRun()
    old.scenarios = [HandMadeRun.clean, HandMadeRun.scenario("noise", ["whiteNoise@1"], repeats: 2)]
    var new = old
    new.scenarios[1] = HandMadeRun.scenario("noise", ["whiteNoise@2"], repeats: 2)
    let sentence = "the scenario \"noise\" is not the same in both: its steps or repeats differ"
    #expect(problems(old, new) == [sentence])
    new.scenarios[1] = HandMadeRun.scenario("noise", ["whiteNoise@1"], repeats: 3)
    #expect(problems(old, new) == [sentence])
    new = old
    new.seed = 2
    #expect(problems(old, new) == ["the noise of scenario \"noise\" differs: seed 1 against seed 2"])
  }

  @Test func anotherSeedDoesNotMatterWithoutNoise() throws {
    var new = HandMadeRun()
    new.seed = 2
    #expect(problems(HandMadeRun(), new) == [])
  }

  @Test func references() {
    #expect(
      problems { $0.reference = { 60 + 2 * Double($0) + Double($1) + ($0 == 3 ? 1 : 0) } } == [
        "windows or references differ in 1 recording (r4)"
      ])
    #expect(problems { $0.windows = 7 }.count == 1)
  }

  @Test func nothingInCommon() {
    #expect(
      problems {
        $0.detectors = [HandMadeRun.detector("x")]
        $0.scenarios = [HandMadeRun.scenario("dim", ["clean@1"])]
      } == ["they have no scenario in common", "they have no detector in common"])
  }

  @Test func allAtOnce() {
    var old = HandMadeRun()
    old.scenarios.append(HandMadeRun.scenario("noise", ["whiteNoise@1"]))
    var new = HandMadeRun(recordings: 11)
    new.scenarios = old.scenarios
    new.seed = 2
    new.hopSeconds = 5
    new.detectors = [HandMadeRun.detector("x")]
    #expect(
      problems(old, new) == [
        "the windows differ: 10 s windows every 10 s against 10 s windows every 5 s",
        "only old has 1 recording (d/r12)", "the noise of scenario \"noise\" differs: seed 1 against seed 2",
        "they have no detector in common",
      ])
  }

  @Test func aRecordingThatFailedInOneRunIsNamedNotCalledOtherData() throws {
    var new = HandMadeRun()
    new.failed = [1]
    let match = try RunMatch(baseline: HandMadeRun().run("old"), candidate: new.run("new"))
    #expect(match.unpaired == ["recording d/r2 failed in new, so it is not compared"])
    let comparison = Comparison(match, margin: Margin(declaredBPM: 0.5))
    #expect(comparison.contrasts.map { $0.difference?.clusterDeltasBPM.count } == [11, 11])
  }

  @Test func runsThatMatchAreComparedDetectorByDetector() throws {
    var old = HandMadeRun()
    old.scenarios = [HandMadeRun.clean, HandMadeRun.scenario("noise", ["whiteNoise@1"], repeats: 2)]
    old.detectors = ["a", "gone", "b"].map { HandMadeRun.detector($0) }
    old.error = { 3 + Double($0.detector) }
    var new = old
    // The labels count, not the positions.
    new.detectors = ["b", "a", "new"].map { HandMadeRun.detector($0) }
    new.scenarios = [old.scenarios[1], HandMadeRun.scenario("dark", ["clean@1"])]
    new.error = { [1.0, 4, 0][$0.detector] + Double($0.recording) / 100 }
    let match = try RunMatch(baseline: old.run("old"), candidate: new.run("new"))
    #expect(
      match.unpaired == [
        "scenario \"clean\" is only in old", "scenario \"dark\" is only in new",
        "detector \"gone\" is only in old", "detector \"new\" is only in new",
      ])
    let comparison = Comparison(match, margin: Margin(declaredBPM: 0.5))
    #expect(comparison.question == .runs(baseline: "old", candidate: "new"))
    #expect(comparison.unpaired == match.unpaired && comparison.rankings.isEmpty)
    #expect(
      comparison.contrasts.map { "\($0.scenario) \($0.candidate) \($0.baseline)" } == [
        "noise b b", "noise a a",
      ])
    #expect(comparison.contrasts.map(\.tally.both) == [144, 144])
    let deltas = comparison.contrasts.compactMap { $0.difference?.deltaBPM }
    #expect(zip(deltas, [-4 + 0.055, 1 + 0.055]).allSatisfy { abs($0 - $1) < 1e-12 } && deltas.count == 2)
    #expect(comparison.contrasts.map { $0.judgement?.verdict } == [.better, .worse])
    #expect(comparison.familySize == 2)
  }
}
