import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// The measured severity equals the given one: premature beats.
@Suite struct PrematureBeatTests {
  /// Premature beats by their definition: their interval is shorter than the recorded one.
  private func premature(_ beats: [Double], _ moved: MovedBeats) -> [Int] {
    beats.indices.dropFirst().filter {
      moved.times[$0] - moved.times[$0 - 1] < 0.999 * (beats[$0] - beats[$0 - 1])
    }
  }

  /// The share is met. Of 37,500 beats, their share p has a standard error of at most √(p (1 − p) / n): neighbours
  /// exclude each other.
  @Test(arguments: [1.0, 5, 10, 20, 30], ["compensatory", "none"]) func shareMet(
    _ percent: Double, _ pause: String
  ) throws {
    let beats = PulseTrain.beats(bpm: 75, seconds: 10_000)
    var found = 0
    for seed in UInt64(1)...3 {
      let moved = try SampleChannels.moved(
        beats, by: "ectopicBeats", [("percent", .number(percent)), ("pause", .choice(pause))], seed: seed)
      let early = premature(beats, moved)
      #expect(intervals(early.map { Double($0) }).allSatisfy { $0 > 1 })
      #expect(early.allSatisfy { moved.pulseShares[$0] == 0.5 && moved.pulseShares[$0 + 1] == 1.1 })
      #expect(moved.pulseShares.filter { $0 == 1 }.count == beats.count - 2 * early.count)
      found += early.count
    }
    let share: Double = percent / 100
    let count = Double(3 * (beats.count - 3))
    let standardError: Double = (share * (1 - share) / count).squareRoot()
    #expect(abs(Double(found) / count - share) < 4 * standardError)
  }

  /// A beat that is premature stays so along a sweep.
  @Test func moreIsMoreOfTheSame() throws {
    let beats = PulseTrain.beats(bpm: 75, seconds: 600)
    var before: Set<Int> = []
    for percent in [0.0, 2, 5, 10, 20, 30] {
      let now = Set(
        premature(
          beats, try SampleChannels.moved(beats, by: "ectopicBeats", [("percent", .number(percent))])))
      #expect(now.isSuperset(of: before))
      #expect(now.count > before.count || percent == 0)
      before = now
    }
  }

  @Test(arguments: ["ectopicBeats", "bigeminy"], [0.5, 0.7, 0.9]) func couplingMet(
    _ name: String, _ coupling: Double
  ) throws {
    for bpm in [50.0, 75, 100] {
      let beats = PulseTrain.beats(bpm: bpm, seconds: 300)
      let moved = try SampleChannels.moved(beats, by: name, [("couplingShare", .number(coupling))])
      let early = premature(beats, moved)
      #expect(early.count > 10)
      for index in early {
        let recorded = beats[index] - beats[index - 1]
        #expect(abs((moved.times[index] - moved.times[index - 1]) / recorded - coupling) < 1e-9)
        // The beat after comes at its recorded time.
        #expect(moved.times[index + 1] == beats[index + 1])
      }
    }
  }

  /// Seven tenths of an interval would be 0.21 s at 200 bpm: no heart does that.
  @Test func couplingEndsAtTheShortestInterval() throws {
    let beats = (0..<200).map { 0.3 * Double($0) }
    let moved = try SampleChannels.moved(beats, by: "bigeminy")
    let early = premature(beats, moved)
    #expect(early.count > 90)
    for index in early { #expect(abs(moved.times[index] - moved.times[index - 1] - 0.27) < 1e-9) }
  }

  /// Without a pause all later beats come earlier by the time that premature ones took.
  @Test func withoutAPauseNormalIntervalsFollow() throws {
    let beats = PulseTrain.beats(bpm: 75, seconds: 300)
    let moved = try SampleChannels.moved(beats, by: "ectopicBeats", [("pause", .choice("none"))])
    let early = premature(beats, moved)
    #expect(early.count > 20)
    let (old, new) = (intervals(beats), intervals(moved.times))
    var lost = 0.0
    for index in old.indices {
      let share = early.contains(index + 1) ? 0.7 : 1
      #expect(abs(new[index] - share * old[index]) < 1e-9)
      lost += (1 - share) * old[index]
    }
    #expect(abs((beats.last ?? 0) - (moved.times.last ?? 0) - lost) < 1e-9)
  }

  @Test(arguments: [2, 3, 4]) func oneInSoMany(_ every: Int) throws {
    let beats = PulseTrain.beats(bpm: 75, seconds: 300)
    let moved = try SampleChannels.moved(beats, by: "bigeminy", [("everyBeats", .integer(every))])
    // Episodes that touch are one: the pattern never breaks.
    let expected = stride(from: every - 1, to: beats.count - 2, by: every)
    #expect(premature(beats, moved) == Array(expected))
    #expect(moved.times.last == beats.last)
  }

  /// Slots of 20 / share seconds hold one episode of 20 s each; at most one at either end is cut off or begins
  /// late.
  @Test(arguments: [0.1, 0.25, 0.5, 1]) func episodeShareMet(_ share: Double) throws {
    let beats = (0..<25_000).map { 0.8 * Double($0) }
    let moved = try SampleChannels.moved(
      beats, by: "bigeminy", [("episodeShare", .number(share)), ("episodeSeconds", .number(20))])
    let early = premature(beats, moved)
    // 25 intervals begin in 20 s; of an odd number one remains normal: 12 pairs of 12.5.
    #expect(abs(2 * Double(early.count) / 25_000 / share - 1) < 0.045)
    guard share < 1 else { return }
    let starts = early.indices.dropFirst().filter { early[$0] - early[$0 - 1] > 2 }.count + 1
    #expect(abs(Double(starts) - 1000 * share) <= 0.05 * 1000 * share)
  }

  @Test func gapsHaveNoPrematureBeats() throws {
    let train = (0..<40).map { 0.8 * Double($0) }
    let beats = train + train.map { $0 + 40 }
    let moved = try SampleChannels.moved(beats, by: "bigeminy")
    #expect(moved.times[39] == beats[39] && moved.times[40] == beats[40])
    #expect(premature(beats, moved).count > 35)
  }

  @Test(arguments: [
    ("ectopicBeats", "percent", 31.0), ("ectopicBeats", "couplingShare", 0.4), ("bigeminy", "everyBeats", 1),
    ("bigeminy", "episodeSeconds", 1),
  ]) func outOfRangeIsRefused(_ name: String, _ parameter: String, _ value: Double) {
    #expect(throws: ParameterError.self) {
      try SampleChannels.rhythm(name, [(parameter, .number(value))])
    }
  }
}
