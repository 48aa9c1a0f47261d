import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// No rate where there is nothing, and never a number that is none.
@Suite struct SilenceContractTests {
  private static let noPulse = ContractRule(except: [
    "constant": "a null: always the same rate, whatever the samples"
  ])

  private func estimate(_ entry: DetectorEntry, _ channels: Channels) throws -> (Estimate, TimeRange) {
    let range = channels.timeRange ?? TimeRange(start: 0, end: 0)
    return (try entry.estimate(in: range, of: channels), range)
  }

  /// Contact stays as it is: a finger that is in place and has no pulse.
  private func filled(_ entry: DetectorEntry, count: Int, rate: Double, _ value: (Int) -> Double) -> Channels
  {
    var channels = Channels()
    for kind in entry.inputs {
      channels[kind] = .uniform(
        Signal(samples: (0..<count).map { kind == .contact ? 1 : value($0) }, sampleRate: rate))
    }
    return channels
  }

  @Test(arguments: Contract.names) func abstainsWhereNothingMoves(_ name: String) throws {
    let entry = try Contract.entry(name)
    var violations: [String] = []
    for level in [0, 0.1, -3e5, .nan] {
      for rate in [30.0, 250] {
        let (found, _) = try estimate(entry, filled(entry, count: Int(12 * rate), rate: rate) { _ in level })
        if let bpm = found.bpm { violations.append("\(bpm) bpm of the level \(level) at \(rate) Hz") }
      }
    }
    Self.noPulse.check(name, violations)
  }

  @Test(arguments: Contract.names) func abstainsOnAHandfulOfSamples(_ name: String) throws {
    let entry = try Contract.entry(name)
    var violations: [String] = []
    for count in 0...3 {
      let (found, _) = try estimate(entry, filled(entry, count: count, rate: 30) { Double($0 * $0) })
      if let bpm = found.bpm { violations.append("\(bpm) bpm of \(count) samples") }
    }
    let nothing = try entry.estimate(in: TimeRange(start: 3, end: 13), of: Channels())
    if let bpm = nothing.bpm { violations.append("\(bpm) bpm of no channels") }
    Self.noPulse.check(name, violations)
  }

  private static let soundNumbers = ContractRule()

  /// White noise under an offset with rare spikes of 10⁹, and windows too short for most.
  @Test(arguments: Contract.names) func saysNothingUnsoundOfRoughSignals(_ name: String) throws {
    let entry = try Contract.entry(name)
    var violations: [String] = []
    for (seed, seconds) in zip([1, 2, 3] as [UInt64], [12.0, 5, 1]) {
      for rate in [30.0, 125] {
        let rough = RoughSignal.make(count: Int(seconds * rate), sampleRate: rate, seed: seed).samples
        let (found, range) = try estimate(entry, filled(entry, count: rough.count, rate: rate) { rough[$0] })
        violations += try Contract.faults(found, of: entry, in: range)
      }
    }
    Self.soundNumbers.check(name, violations)
  }

  /// A gap may silence a detector; it must not come out as a number that is none.
  @Test(arguments: Contract.names) func saysNothingUnsoundOfGaps(_ name: String) throws {
    let entry = try Contract.entry(name)
    let rate = ContractChannels.middleSampleRate(of: entry)
    let whole = ContractChannels(
      rate: ContractChannels.middleRate(of: entry), sampleRate: rate, seconds: 20, noise: 0.02
    ).channels(of: entry)
    var violations: [String] = []
    let gaps: [(Range<Int>, Double)] = [
      (0..<1, .nan), (500..<501, .nan), (400..<520, .nan), (700..<701, .infinity), (300..<1200, .nan),
    ]
    for (gap, value) in gaps {
      let holed = whole.mapValues { kind, values in
        kind == .contact
          ? values : values.enumerated().map { gap.contains($0.offset) ? value : $0.element }
      }
      let (found, range) = try estimate(entry, holed)
      violations += try Contract.faults(found, of: entry, in: range).map { "\($0) with \(value) at \(gap)" }
    }
    Self.soundNumbers.check(name, violations)
  }

  private static let pulseGone = ContractRule(except: [
    "constant": "a null: always the same rate, whatever the samples",
    "holdLast": "a null: holds the first rate it read",
  ])

  /// What was there before the window is no pulse in it. Filters have had a second to ring out, and
  /// streaming detectors longer than any of them remembers.
  @Test(arguments: Contract.names) func aFlatWindowAfterAPulseHasNoRate(_ name: String) throws {
    let entry = try Contract.entry(name)
    let rate = ContractChannels.middleSampleRate(of: entry)
    let pulse = ContractChannels(
      rate: ContractChannels.middleRate(of: entry), sampleRate: rate, seconds: 20
    ).channels(of: entry)
    var violations: [String] = []
    let flat = pulse.mapValues { _, values in values + Array(repeating: values[0], count: Int(35 * rate)) }
    let range = TimeRange(start: 21, end: 55)
    let found = try entry.estimate(in: range, of: flat)
    if let bpm = found.bpm { violations.append("\(bpm) bpm") }
    Self.pulseGone.check(name, violations)
  }
}
