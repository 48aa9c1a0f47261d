import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// Along a sweep of the amplitude only the amplitude changes: more of the very same motion.
@Suite struct ProportionTests {
  struct Sweep: Sendable, CustomTestStringConvertible {
    let scenario: String
    let severity: String
    var others: [(String, Double)] = []
    var movesAxes = false

    var testDescription: String { scenario }
  }

  static let sweeps = [
    Sweep(scenario: "motionBursts", severity: "amplitudeRatio", movesAxes: true),
    Sweep(scenario: "cadenceMotion", severity: "amplitudeRatio", movesAxes: true),
    Sweep(scenario: "pulseMotion", severity: "amplitudeRatio", movesAxes: true),
    Sweep(scenario: "artefacts.paliakaite", severity: "amplitudeRatio"),
    Sweep(scenario: "lockedMotion", severity: "amplitudeRatio", movesAxes: true),
    Sweep(scenario: "exerciseOnset", severity: "amplitudeRatio", movesAxes: true),
    Sweep(
      scenario: "looseStrap", severity: "amplitudeRatio", others: [("leastPulseShare", 1)], movesAxes: true),
    Sweep(scenario: "keyFrames", severity: "amplitudeRatio"),
    Sweep(scenario: "fingerShift", severity: "stepRatio", others: [("leastPulseShare", 1)]),
  ]

  @Test(arguments: sweeps, [2.5, 8]) func moreIsMoreOfTheSame(_ sweep: Sweep, _ factor: Double) throws {
    // Far from both ends of the scale, so that nothing is clipped.
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 120, rate: 125, level: 0.5, amplitude: 0.2),
      .red: SampleChannels.pulse(seconds: 120, rate: 30, level: 128, amplitude: -0.5),
    ])
    func motion(_ severity: Double, _ kind: ChannelKind) throws -> [Double] {
      let scenario = try SampleChannels.make(sweep.scenario, sweep.others + [(sweep.severity, severity)])
      let damaged = try scenario.apply(to: channels, in: SampleChannels.trial())
      if channels[kind] != nil { return try difference(damaged[kind], channels[kind]) }
      // An added axis has its gravity in all of them, so the difference is that of a little more motion.
      let more = try SampleChannels.make(sweep.scenario, sweep.others + [(sweep.severity, 2 * severity)])
      return try difference(more.apply(to: channels, in: SampleChannels.trial())[kind], damaged[kind])
    }
    for kind in channels.kinds + (sweep.movesAxes ? Cadence.axes : []) {
      let less = try motion(0.5, kind)
      let more = try motion(0.5 * factor, kind)
      #expect(less.contains { $0 != 0 })
      for (a, b) in zip(less, more) { #expect(abs(b - factor * a) < 1e-9) }
    }
  }
}
