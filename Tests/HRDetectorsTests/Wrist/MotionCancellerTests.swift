import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Adaptive filters on motion that reaches both sensors: the pulse remains.
@Suite struct MotionCancellerTests {
  static let names = ["nlms", "rls", "notch", "spama", "spamaPlus", "troika", "joss", "wfpv"]

  private func bpm(_ name: String, _ channels: Channels, by end: Double) throws -> Double {
    let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
    func rate(_ detector: some PreparedWindowDetector) -> Double? {
      detector.estimate(in: TimeRange(start: end - 10, end: end), of: detector.prepare(channels)).bpm
    }
    guard case .window(let made) = try entry.make(), let detector = made as? any PreparedWindowDetector else {
      return .nan
    }
    let found = rate(detector)
    return try #require(found)
  }

  /// Motion three times the pulse: `fft` reads the cadence, these the pulse.
  ///
  /// At first there is no movement, for trackers must have found the rate.
  @Test(arguments: names) func readsThePulseAndNotTheCadence(_ name: String) throws {
    var channels = Self.runner(steps: 165, pulse: 96).channels(pulseCount: 1)
    let rest = Self.runner(steps: 165, pulse: 96, motion: 0).channels(pulseCount: 1)
    for kind in channels.kinds {
      guard var signal = channels[kind]?.uniform(), let still = rest[kind]?.uniform() else { continue }
      for index in signal.indices(in: TimeRange(start: 0, end: 14)) {
        signal.samples[index] = still.samples[index]
      }
      channels[kind] = .uniform(signal)
    }
    let plain = try bpm(
      "fft", Channels([.ppg: channels[.ppg] ?? .uniform(Signal(samples: [], sampleRate: 1))]), by: 40)
    #expect(abs(plain - 165) < 5)
    let found = try bpm(name, channels, by: 40)
    #expect(abs(found - 96) < 4, "\(name): \(found)")
  }

  private static func runner(steps: Double, pulse: Double, motion: Double = 3) -> WristSignals {
    WristSignals(
      bpm: pulse, swing: 0, period: 60, motion: motion, noise: 0.2, cadence: steps, offset: 2, seconds: 40)
  }

  /// NLMS against the textbook's recursion on four samples of one axis, by hand.
  @Test func nlmsFollowsItsRecursion() {
    var parameters = NLMSDetector.Parameters()
    parameters.order = 1
    parameters.stepSize = 0.5
    let floor = AxesAtRest(isInG: true).meanSquare
    let found = NLMSDetector(parameters: parameters).cleaned(
      [2, 2, 2], axes: [[1, 1, 1]], rest: AxesAtRest(isInG: true), cadence: { [] })
    let w1 = 0.5 * 2 / (floor + 1)
    let e1 = 2 - w1
    let e2 = 2 - (w1 + 0.5 * e1 / (floor + 1))
    for (a, b) in zip(found, [2, e1, e2]) { #expect(abs(a - b) < 1e-12) }
  }

  /// The residual of RLS with λ = 1 is that of least squares: an exact mixture goes to nothing.
  @Test func rlsSolvesAnExactMixture() {
    var parameters = RLSDetector.Parameters()
    parameters.order = 2
    parameters.forgetting = 1
    var random = RandomStream(seed: 1, ["axis"])
    let axes = (0..<3).map { _ in (0..<200).map { _ in random.normal() } }
    let pulse: [Double] = (0..<200).map { k in
      let late: Double = k > 0 ? 0.4 * axes[2][k - 1] : 0
      return 0.7 * axes[0][k] - 2 * axes[1][k] + late
    }
    let left = RLSDetector(parameters: parameters).cleaned(
      pulse, axes: axes, rest: AxesAtRest(isInG: true), cadence: { [] })
    #expect(left.suffix(100).allSatisfy { abs($0) < 1e-3 })
  }

  /// A tone at the notch vanishes, one elsewhere stays.
  @Test func notchTakesOneToneOut() {
    func tone(_ hertz: Double) -> [Double] {
      (0..<500).map { sin(2 * Double.pi * hertz * Double($0) / 25) }
    }
    func left(_ hertz: Double) -> Double {
      let cleaned = NotchDetector(parameters: .init()).cleaned(
        tone(hertz), axes: [], rest: AxesAtRest(isInG: true), cadence: { Array(repeating: 1.5, count: 20) })
      return cleaned.suffix(100).map(abs).max() ?? .nan
    }
    #expect(left(1.5) < 0.01)
    #expect(left(3) < 0.01)
    #expect(left(2.2) > 0.9)
    #expect(abs(left(0.9) - 1) < 0.1)
  }
}
