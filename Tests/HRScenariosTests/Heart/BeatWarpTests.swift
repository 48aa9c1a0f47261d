import HRTestSupport
import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios
@testable import HRNumerics

/// Channels whose beats were moved, by NumPy and SciPy: Oracles/beat_warp.py.
struct BeatWarpOracle: Decodable, Sendable {
  struct Row: Decodable, Sendable {
    let name: String
    let kind: String
    let sampleRate: Double?
    let old: [Double]
    let new: [Double]
    let times: [Double]
    let values: [Double]
    let movedTimes: [Double]
    let movedValues: [Double]
  }

  let rows: [Row]

  static func load() throws -> BeatWarpOracle {
    try OracleFile.decode("beat_warp")
  }
}

@Suite struct BeatWarpTests {
  static let regular = (0..<20).map { 1 + 0.8 * Double($0) }

  /// Beats of which every fourth is 0.2 s early.
  static let moved = MovedBeats(
    times: regular.enumerated().map { index, time in index % 4 == 2 ? time - 0.2 : time })

  static func warped(
    _ samples: [Double], rate: Double = 125, as kind: ChannelKind = .ppg, by moved: MovedBeats = moved
  ) throws -> Channel {
    let channels = Channels([kind: .uniform(Signal(samples: samples, sampleRate: rate))])
    return try #require(BeatWarp(regular, to: moved, pulseDelaySeconds: 0.25).moved(channels)[kind])
  }

  static func wave(_ count: Int) -> [Double] { (0..<count).map { sin(0.05 * Double($0)) } }

  @Test func matchesSciPy() throws {
    let rows = try BeatWarpOracle.load().rows
    #expect(rows.count == 12)
    for row in rows {
      let kind = try #require(ChannelKind(rawValue: row.kind))
      let channel: Channel =
        row.sampleRate.map { .uniform(Signal(samples: row.values, sampleRate: $0)) }
        ?? .irregular(TimeSeries(times: row.times, values: row.values))
      let warp = BeatWarp(row.old, to: MovedBeats(times: row.new), pulseDelaySeconds: 0.25)
      let warped = try #require(warp.moved(Channels([kind: channel]))[kind])
      #expect(warped.count == row.movedValues.count, "\(row.name) \(row.kind)")
      for index in 0..<min(warped.count, row.movedValues.count) {
        #expect(abs(warped.time(at: index) - row.movedTimes[index]) < 1e-12)
        #expect(abs(warped.values[index] - row.movedValues[index]) < 1e-9, "\(row.name) \(row.kind)")
      }
    }
  }

  @Test func toAndFroIsWhereItWas() {
    for (delay, zone) in [(0, BeatWarp.electricZone), (0.25, BeatWarp.pulseZone), (0, BeatWarp.pairZone)] {
      let map = BeatMap(Self.regular, to: Self.moved.times, delaySeconds: delay, rigid: zone)
      let times = stride(from: -3.0, to: 20, by: 0.01).map(\.self)
      let moved = TimeSeries(times: times.map { map.moved($0) }, values: times)
      #expect(zip(map.sources(of: .irregular(moved)), times).allSatisfy { abs($0 - $1) < 1e-12 })
      #expect(Self.regular.map { map.moved($0 + delay) } == Self.moved.times.map { $0 + delay })
    }
  }

  /// Zones take at most three fifths of an interval, so there is a rest: no interval is so short that time stops.
  @Test func timeNeverStandsStill() {
    let close = Self.regular.indices.map { 1 + 0.01 * Double($0) }
    for (from, to) in [(Self.regular, close), (close, Self.regular)] {
      let map = BeatMap(from, to: to, delaySeconds: 0.25, rigid: BeatWarp.pulseZone)
      let times = (0...3000).map { 0.5 + 0.006 * Double($0) }.map { map.moved($0) }
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  /// Samples between beats that stay keep their bits, whatever happens elsewhere.
  @Test func whatDoesNotMoveKeepsItsBits() throws {
    let samples = Self.wave(2250)
    for kind in [ChannelKind.ppg, .red, .ecg] {
      let warped = try Self.warped(samples, as: kind).values
      let delay = kind == .ecg ? 0 : 0.25
      let clipped = kind.clipped(samples)
      var still = 0
      for index in samples.indices {
        let position: Double = (Double(index) / 125 - 1 - delay) / 0.8
        // Beats 2, 6, 10… are early: the intervals before and after them move.
        let interval = Int(position.rounded(.down))
        guard position < 0 || interval >= 19 || interval % 4 == 0 || interval % 4 == 3 else { continue }
        #expect(warped[index] == clipped[index], "\(kind) \(index)")
        still += 1
      }
      #expect(still > 1000)
    }
  }

  /// Around a beat that comes 0.2 s earlier the ECG is shifted, not squeezed.
  @Test func complexesKeepTheirShape() throws {
    // 0.2 s and 0.06 s are whole samples at 250 Hz, so shifted samples are the same but for the rounding of times.
    let samples = (0..<4500).map { index -> Double in
      let ragged = Double((index * 7919) % 1000)
      return sin(0.9 * Double(index)) + 0.001 * ragged
    }
    let warped = try Self.warped(samples, rate: 250, as: .ecg).values
    for beat in stride(from: 2, to: 19, by: 4) {
      let centre = Int((Self.regular[beat] * 250).rounded())
      for offset in -15...15 {
        #expect(abs(warped[centre - 50 + offset] - samples[centre + offset]) < 1e-6)
      }
    }
  }

  @Test func aGapStaysAGapWhereItWasMoved() throws {
    var samples = Self.wave(2250)
    // Missing from 0.1 s before to 0.1 s after the foot of beat 6's pulse, which comes 0.2 s earlier.
    let foot = Int(((Self.regular[6] + 0.2) * 125).rounded())
    for index in (foot - 12)...(foot + 12) { samples[index] = .nan }
    let warped = try Self.warped(samples).values
    let missing = warped.indices.filter { warped[$0].isNaN }
    #expect(missing.count == (missing.last ?? 0) - (missing.first ?? 0) + 1)
    // After the foot it was shifted by 25 samples; before it the interval shrinks to 3/4, its free part to 2/3.
    #expect(abs((missing.last ?? 0) - (foot - 25 + 12)) <= 1)
    let first: Double = Double(foot - 25) - 6.25 - (12 - 6.25) * (0.6 - 0.2) / (0.8 - 0.2)
    #expect(abs(Double(missing.first ?? 0) - first) <= 1)
  }

  @Test func aFasterHeartEndsEarlierAndASlowerOneIsCut() throws {
    let samples = Self.wave(2250)
    let faster = MovedBeats(times: Self.regular.map { 1 + ($0 - 1) / 2 })
    let short = try Self.warped(samples, by: faster)
    // The last sample is 17.992 s in; after the last pulse time is only shifted, here by half of 15.2 s.
    #expect(abs((short.timeRange?.end ?? 0) - (18 - 7.6)) < 0.0081)
    #expect(short.time(at: 0) == 0)
    let slower = try Self.warped(
      samples, by: MovedBeats(times: Self.regular.map { 1 + 2 * ($0 - 1) }))
    #expect(slower.count == 2250)
    let later = try Self.warped(samples, by: MovedBeats(times: Self.regular.map { $0 + 2.5 }))
    #expect(abs(later.time(at: 0) - 2.5) < 0.0081)
    #expect(abs((later.timeRange?.end ?? 0) - 18) < 1e-9)
    #expect(later.values.allSatisfy { $0.isFinite })
  }

  /// A cubic would swing across half a second without frames.
  @Test func longGapsBetweenSamplesAreBridgedStraight() throws {
    let times = (0..<300).map { Double($0) / 30 }.filter { $0 < 4 || $0 > 4.5 }
    // Steep until 4 s, up to 140; 130 after 4.5 s.
    let values = times.map { $0 < 4.2 ? max(100, 140 - 600 * (119.0 / 30 - $0)) : 130.0 }
    let channels = Channels([.green: .irregular(TimeSeries(times: times, values: values))])
    let later = MovedBeats(times: Self.regular.map { 1 + 1.1 * ($0 - 1) })
    guard case .irregular(let warped)? = BeatWarp(Self.regular, to: later).moved(channels)[.green] else {
      Issue.record("an uneven channel stays uneven")
      return
    }
    #expect(warped.values.contains { $0 > 130.5 && $0 < 139.5 })
    #expect(warped.values.allSatisfy { (98...141).contains($0) })
    #expect(warped.times == Array(times.prefix(warped.count)))
  }

  @Test func aFlagStaysAFlag() throws {
    let samples = (0..<2250).map { ($0 / 200) % 2 == 0 ? 1.0 : 0 }
    let warped = try Self.warped(samples, as: .contact).values
    #expect(Set(warped) == [0, 1])
    #expect(warped != samples)
  }

  @Test func cameraLevelsStayOnTheScale() throws {
    let samples = (0..<540).map { ($0 / 6) % 2 == 0 ? 255.0 : 0 }
    let stronger = MovedBeats(times: Self.moved.times, pulseShares: Self.regular.map { _ in 1.4 })
    let warped = try Self.warped(samples, rate: 30, as: .green, by: stronger).values
    #expect(warped.allSatisfy { (0...255).contains($0) })
    // A contact sensor has no such limits: there the cubic and the height go beyond.
    let free = try Self.warped(samples, rate: 30, as: .ppg, by: stronger).values
    #expect(free.contains { $0 > 255 } && free.contains { $0 < 0 })
  }

  @Test func emptyAndTinyChannelsAreSurvived() throws {
    for samples in [[], [5.0], [5, 6], [5, 6, 5], Array(repeating: 5.0, count: 300)] {
      let weak = MovedBeats(times: Self.moved.times, pulseShares: Self.regular.map { _ in 0.5 })
      for kind in [ChannelKind.ppg, .red, .ecg, .contact] {
        let warped = try Self.warped(samples, as: kind, by: weak)
        // 300 samples end 2.4 s in, on the way to a beat that comes earlier: so does the end.
        #expect(samples.count < 300 ? warped.count == samples.count : (279...300).contains(warped.count))
        for (old, new) in zip(samples, warped.values) { #expect(abs(old - new) < 1e-9) }
      }
    }
  }

  /// Two detectors that saw the same beats see the same moved beats, and agree on as many.
  @Test func pairsOfDetectorsStayPairs() throws {
    let second = Self.regular.enumerated().map { index, time in time + (index % 2 == 0 ? 0.14 : -0.05) }
    let agreeing = Reference.AgreeingBeats(first: Self.regular + [17.5], second: second)
    guard
      case .agreeingBeats(let moved) = BeatWarp(agreeing.matched, to: Self.moved).moved(
        .agreeingBeats(agreeing))
    else {
      Issue.record("agreeing beats stay agreeing beats")
      return
    }
    #expect(agreeing.matched == Self.regular)
    #expect(moved.matched == Self.moved.times)
    #expect(moved.continues == agreeing.continues)
    for (index, pair) in zip(moved.found[0].beats, moved.found[1].beats).enumerated() {
      #expect(abs(pair.1 - pair.0 - (second[index] - Self.regular[index])) < 1e-9)
    }
    #expect(moved.found[0].beats.count == 21)
  }

  @Test func ratesAndBreathsStay() {
    let warp = BeatWarp(Self.regular, to: Self.moved)
    let series = Reference.rateSeries(TimeSeries(times: [0, 1], values: [60, 61]))
    for reference in [.breaths([0, 4]), .agreeingBreaths(first: [0], second: [1]), series, .none] {
      #expect(warp.moved(reference) == reference)
    }
  }
}
