import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// The measured severity equals the given one: noise.
@Suite struct NoiseScenarioTests {
  @Test(arguments: [10.0, 30, 125], [-6.0, 0, 20])
  func signalToNoiseRatio(_ rate: Double, _ snr: Double) throws {
    let channels = Channels([.ppg: SampleChannels.pulse(seconds: 120, rate: rate, level: 1, amplitude: 0.3)])
    let scenario = try SampleChannels.make("whiteNoise", [("snrDecibels", snr)])
    // The pulse is a sinusoid well inside the band: its power is amplitude² / 2, whatever filter measures it.
    let met = try (UInt64(1)...20).map { seed in
      let noisy = try scenario.apply(to: channels, in: SampleChannels.trial(seed))
      return 10 * log10(0.045 / meanSquare(try difference(noisy[.ppg], channels[.ppg])))
    }
    #expect(abs(met.reduce(0, +) / Double(met.count) - snr) < 0.1)
  }

  @Test func signalToNoiseRatioOfIrregularSamples() throws {
    let times = (0..<4000).map { Double($0) / 30 + 0.008 * sin(Double($0 * $0)) }
    let values = times.map { 100 + 2 * sin(2 * .pi * 1.2 * $0) }
    let channels = Channels([.green: .irregular(TimeSeries(times: times, values: values))])
    let scenario = try SampleChannels.make("whiteNoise", [("snrDecibels", 3)])
    let met = try (UInt64(1)...20).map { seed in
      let noisy = try scenario.apply(to: channels, in: SampleChannels.trial(seed))
      return 10 * log10(2 / meanSquare(try difference(noisy[.green], channels[.green])))
    }
    #expect(abs(met.reduce(0, +) / Double(met.count) - 3) < 0.15)
  }

  @Test func noiseOfChannelsIsUncorrelated() throws {
    let channels = SampleChannels.everything()
    let noisy = try SampleChannels.make("whiteNoise").apply(to: channels, in: SampleChannels.trial())
    let red = try difference(noisy[.red], channels[.red])
    let green = try difference(noisy[.green], channels[.green])
    let product = zip(red, green).map(*).reduce(0, +) / Double(red.count)
    // Standard error of a correlation of 1800 pairs is 0.024.
    let correlation: Double = product / (meanSquare(red) * meanSquare(green)).squareRoot()
    #expect(abs(correlation) < 0.1)
  }

  @Test(arguments: [0.5, 3, 10]) func wanderAmplitude(_ ratio: Double) throws {
    let channels = SampleChannels.everything(seconds: 120)
    let scenario = try SampleChannels.make("baselineWander", [("amplitudeRatio", ratio)])
    let damaged = try scenario.apply(to: channels, in: SampleChannels.trial())
    for (kind, amplitude) in [(ChannelKind.ppg, 0.2), (.red, 2)] {
      let wander = try difference(damaged[kind], channels[kind])
      let met = (2 * meanSquare(wander)).squareRoot() / amplitude
      #expect(abs(met / ratio - 1) < 0.01)
      // Slow: the mean square of first differences bounds the mean frequency.
      let rate = kind == .ppg ? 125.0 : 30
      let slope = meanSquare(zip(wander.dropFirst(), wander).map { ($0 - $1) * rate })
      let meanHz: Double = (slope / meanSquare(wander)).squareRoot() / (2 * Double.pi)
      #expect(meanHz < 0.5)
    }
  }

  /// There is one component in each eighth of the band. The window blurs each over 0.05 of the band's width.
  @Test(arguments: [(0.05, 0.5), (0.1, 0.3), (0.02, 1)])
  func wanderLiesInItsBand(_ lowestHz: Double, _ highestHz: Double) throws {
    let seconds = 60 / (highestHz - lowestHz)
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 2 * seconds, rate: 10, level: 1, amplitude: 0.3)
    ])
    let scenario = try SampleChannels.make(
      "baselineWander", [("lowestHz", lowestHz), ("highestHz", highestHz)])
    for seed in UInt64(1)...3 {
      let damaged = try scenario.apply(to: channels, in: SampleChannels.trial(seed))
      let spectrum = Spectrum(
        try difference(damaged[.ppg], channels[.ppg]), sampleRate: 10, windowSeconds: seconds)
      let blur = 3 / seconds
      let total = spectrum.power(from: 0, to: 5)
      #expect(spectrum.power(from: lowestHz - blur, to: highestHz + blur) > 0.999 * total)
      // Each quarter has two of the eight components, whose power is the same.
      for quarter in 0..<4 {
        let width = (highestHz - lowestHz) / 4
        let from = lowestHz + Double(quarter) * width
        let share = spectrum.power(from: from - blur, to: from + width + blur) / total
        #expect((0.2...0.75).contains(share), "\(quarter)")
      }
    }
  }

  @Test(arguments: [
    Contradiction(scenario: "baselineWander", values: [("lowestHz", 0.5), ("highestHz", 0.2)]),
    Contradiction(scenario: "whiteNoise", values: [("snrDecibels", 61)]),
  ]) func contradictionsAreRefused(_ written: Contradiction) {
    #expect(throws: ParameterError.self) { try SampleChannels.make(written.scenario, written.values) }
  }
}
