import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// The measured severity equals the given one: a loose strap.
@Suite struct LooseStrapTests {
  private static let wave = SampleChannels.pulse(seconds: 600, rate: 50, level: 0, amplitude: 1)

  private func damaged(
    _ values: [(String, Double)], _ channels: Channels = Channels([.ppg: wave]), seed: UInt64 = 1
  ) throws -> Channels {
    try SampleChannels.make("looseStrap", values).apply(to: channels, in: SampleChannels.trial(seed))
  }

  /// Without motion only the pulse changes: how loose the strap is can be read off it.
  private func looseness(_ values: [(String, Double)], seed: UInt64 = 1) throws -> [Double] {
    let weak = try damaged(values + [("amplitudeRatio", 0), ("leastPulseShare", 0)], seed: seed)[.ppg]
    let pulse = try #require(PulsatileBand(Self.wave)).pulse
    let lost = try difference(Self.wave, weak)
    // Near zeros of the pulse the looseness cannot be read.
    return zip(lost, pulse).map { abs($1) > 0.5 ? $0 / $1 : .nan }
  }

  @Test(arguments: [1.0, 2, 4]) func stretchesAsOftenAsAskedEachWithAShareOfItsOwn(_ perMinute: Double) throws
  {
    let read = try looseness([("perMinute", perMinute)])
    let known = read.indices.filter { read[$0].isFinite }
    #expect(known.allSatisfy { read[$0] > -1e-9 && read[$0] < 1 + 1e-9 })
    let loose = known.filter { read[$0] > 1e-9 }
    // A pulse is near 0 for less than half a second.
    let starts = [loose[0]] + zip(loose, loose.dropFirst()).filter { $1 - $0 > 25 }.map(\.1)
    // Back-to-back stretches may touch.
    #expect(abs(Double(starts.count) - 10 * perMinute) <= perMinute)
    // 5…15 s each: in the mean 10, with a standard deviation of 2.9.
    let seconds: Double = Double(loose.count) / Double(known.count) * 600
    let standardError: Double = 0.29 / (10 * perMinute).squareRoot()
    #expect(abs(seconds / (100 * perMinute) - 1) < 4 * standardError)
    let tops = zip(starts, starts.dropFirst() + [read.count]).map { start, end in
      loose.filter { $0 >= start && $0 < end }.map { read[$0] }.reduce(0, max)
    }
    #expect(tops.allSatisfy { (0.24...1.001).contains($0) })
    #expect((tops.max() ?? 0) - (tops.min() ?? 1) > 0.3)
  }

  /// Light gets the accelerometer's motion times the strap's coupling.
  @Test func lightFollowsTheAccelerometerByTheLooseness() throws {
    let values = [("leastPulseShare", 1.0), ("amplitudeRatio", 3), ("tightShare", 0.1), ("perMinute", 3)]
    let moved = try damaged(values)
    let motion = try difference(moved[.ppg], Self.wave)
    let axes = try Cadence.axes.map { try #require(moved[$0]).values }
    let means = axes.map { $0.reduce(0, +) / Double($0.count) }
    // All axes move along one direction: the one that moves most shows it.
    let heights = zip(axes, means).map { axis, mean in meanSquare(axis.map { $0 - mean }).squareRoot() }
    let most = try #require(heights.indices.max { heights[$0] < heights[$1] })
    let loose = try looseness([("perMinute", 3)])
    let still = motion.indices.filter { loose[$0].isFinite && abs(loose[$0]) < 1e-12 }
    let gravity = try #require(
      zip(still, still.dropFirst()).first { abs(motion[$0] - motion[$1]) > 0.01 }.map { a, b in
        // Two times without looseness give the axis' scale and rest.
        let scale = (axes[most][a] - axes[most][b]) / (motion[a] - motion[b])
        return (rest: axes[most][a] - scale * motion[a], scale: scale)
      })
    var largest = 0.0
    for index in motion.indices where loose[index].isFinite {
      let shown: Double = (axes[most][index] - gravity.rest) / gravity.scale
      let coupling: Double = (0.1 + 0.9 * max(loose[index], 0)) / 0.1
      #expect(abs(motion[index] - coupling * shown) < 1e-6)
      largest = max(largest, coupling)
    }
    #expect(largest > 7)
  }

  /// Steps and sway have the given heights; with a wide strap all of it comes through.
  @Test func stepsAndSwayAreAsHighAsAsked() throws {
    let all = [("tightShare", 1.0), ("leastPulseShare", 1), ("amplitudeRatio", 2)]
    let steps = try difference(try damaged(all + [("swayRatio", 0)])[.ppg], Self.wave)
    #expect(abs((2 * meanSquare(steps)).squareRoot() / 2 - 1) < 0.01)
    let both = try difference(try damaged(all + [("swayRatio", 1.5)])[.ppg], Self.wave)
    let sway = zip(both, steps).map { $0 - $1 }
    // Four sinusoids over 30 and more cycles each.
    #expect(abs((2 * meanSquare(sway)).squareRoot() / 3 - 1) < 0.05)
    // It is slow: a tenth of a second changes little of it.
    let changes = zip(sway.dropFirst(5), sway).map { $0 - $1 }
    #expect(meanSquare(changes) < 0.06 * meanSquare(sway))
  }

  @Test(arguments: [
    Contradiction(scenario: "looseStrap", values: [("perMinute", 6)]),
    Contradiction(scenario: "looseStrap", values: [("shortestSeconds", 16)]),
  ]) func contradictionsAreRefused(_ written: Contradiction) {
    #expect(throws: ParameterError.self) { try SampleChannels.make(written.scenario, written.values) }
  }
}
