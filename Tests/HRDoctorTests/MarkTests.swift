import HRDoctor
import HRNumerics
import HRSignals
import HRSynthesis
import Testing

/// Marks, by which equal values are found in another recording.
@Suite struct MarkTests {
  private func marks(_ recording: Recording) -> Set<UInt64> {
    Set(Doctor.examine(recording, needsReference: true).marks)
  }

  private func synthetic(_ index: Int, seed: UInt64 = 3) -> Recording {
    var plan = SynthesisPlan()
    plan.seed = seed
    plan.channels = [.ppg]
    return plan.recording(index)
  }

  @Test func differentRecordingsShareNone() {
    let all = [marks(synthetic(0)), marks(synthetic(1)), marks(synthetic(0, seed: 4))]
    #expect(all.allSatisfy { $0.count > 100 })
    #expect(all[0].isDisjoint(with: all[1]) && all[0].isDisjoint(with: all[2]))
  }

  /// 30 s of a recording under another name, from another sample on and with another reference.
  @Test func aStretchIsFoundWhereverItBegins() throws {
    let whole = synthetic(0)
    let channel = try #require(whole.channels[.ppg]?.cut(to: TimeRange(start: 41.003, end: 71)))
    let part = Recording(id: "part", channels: Channels([.ppg: channel]), reference: .none)
    let shared = marks(part).intersection(marks(whole))
    #expect(Double(shared.count) > 0.9 * Double(marks(part).count) && shared.count > 20)
  }

  /// The intervals between beats identify a copy whose signal was scaled.
  @Test func theSameBeatsAreFoundUnderAnotherScale() throws {
    let one = synthetic(0)
    let scaled = try #require(one.withPulse(changing: { value, _, _ in 2 * value + 1 }))
    #expect(marks(scaled).intersection(marks(one)).count >= 10)
  }

  /// In reverse order every mark is there with its other direction, of samples and of intervals.
  @Test func aReversedCopyHasTheSameMarksInTheOtherDirection() throws {
    let one = synthetic(0)
    let channel = try #require(one.channels[.ppg]?.uniform())
    let beats = one.reference.beatTimes.map { 120 - $0 }
    let reversed = Recording(
      id: "reversed", channels: Channels([.ppg: .uniform(channel.replacing(channel.samples.reversed()))]),
      reference: .beats(beats.reversed()))
    let (mine, other) = (marks(one), marks(reversed))
    #expect(mine.count > 100 && mine == Set(other.map { $0 ^ 1 }))
  }

  private func landmarks(_ recording: Recording) -> Set<UInt64> {
    Set(Doctor.examine(recording, needsReference: true).landmarks.map(\.course))
  }

  /// A clock that is 2 % slow, another gain and the reverse order leave many courses of the wave as they were, and
  /// another person has few of them.
  @Test func coursesOfTheWaveAreThoseOfACopyAtAnotherClock() throws {
    let one = synthetic(0)
    let signal = try #require(one.channels[.ppg]?.uniform())
    let times = TimeSeries(
      times: (0..<signal.count).map { 1.02 * signal.time(at: $0) }, values: signal.samples)
    let slow = try #require(times.resampled(to: signal.sampleRate))
    func recording(_ samples: [Double]) -> Recording {
      Recording(id: "copy", channels: Channels([.ppg: .uniform(signal.replacing(samples))]), reference: .none)
    }
    let mine = landmarks(one)
    #expect(mine.count > 30)
    for copy in [slow.samples.map { 3 * $0 + 5 }, slow.samples.reversed(), slow.samples.map { -$0 }] {
      let shared = landmarks(recording(copy)).intersection(mine).count
      #expect(shared > 20, "\(shared)")
    }
    #expect(landmarks(synthetic(1)).intersection(mine).count < 12)
  }

  @Test func endsSayWhereARecordingGoesOn() throws {
    var recording = synthetic(0)
    recording.zeroSeconds = 1000
    let ends = try #require(Doctor.examine(recording, needsReference: true).ends.first)
    #expect(ends.kind == .ppg && ends.range == TimeRange(start: 1000, end: 1120))
    let samples = try #require(recording.channels[.ppg]?.values)
    // Every second of 125 samples a second, the last one among them.
    #expect(ends.last.edge == (0..<8).reversed().map { samples[samples.count - 1 - 2 * $0] })
    #expect(ends.first.edge == (0..<8).map { samples[1 + 2 * $0] })
    #expect(ends.last.prediction.error > 0)
  }
}
