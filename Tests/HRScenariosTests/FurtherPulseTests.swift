import HRSignals
import Testing

@testable import HRScenarios

/// Further pulse channels are treated as the second one is.
@Suite struct FurtherPulseTests {
  @Test(arguments: [
    "whiteNoise", "polarityFlip", "rawCounts", "quantisation", "gainStep", "clockSkew", "resampled",
  ])
  func theyAreDamagedToo(_ name: String) throws {
    let wave = SampleChannels.pulse(seconds: 60, rate: 125, level: 0.5, amplitude: 0.2)
    let channels = Channels([.ppg2: wave, .furtherPulse(3): wave])
    let damaged = try SampleChannels.make(name).apply(to: channels, in: SampleChannels.trial())
    #expect(damaged.kinds == channels.kinds)
    #expect((damaged[.furtherPulse(3)] == wave) == (damaged[.ppg2] == wave))
    #expect(damaged[.furtherPulse(3)] != wave)
  }
}
