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
}
