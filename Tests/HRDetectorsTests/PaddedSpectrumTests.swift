import Foundation
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// The coarse-to-fine search against the transform of all padded samples.
@Suite struct PaddedSpectrumTests {
  /// The plain way: every bin of the padded transform, the first of the strongest.
  private func plain(_ samples: [Double], count: Int, in bins: ClosedRange<Int>) -> (
    bin: Int, powers: [Double]
  ) {
    var powers: [Double] = []
    RealFFT(count: count).powerSpectrum(of: samples, into: &powers)
    var strongest = bins.lowerBound
    for bin in bins where powers[bin] > powers[strongest] { strongest = bin }
    return (strongest, powers)
  }

  private func check(_ raw: [Double], sampleRate: Double, _ what: Comment) throws {
    let samples = taperedWithoutLine(raw[...])
    let spectrum = PaddedSpectrum(samples)
    #expect(spectrum.count >= 8 * samples.count)
    let binHz = sampleRate / Double(spectrum.count)
    let bins = Int((0.7 / binHz).rounded(.up))...Int(3.5 / binHz)
    let expected = plain(samples, count: spectrum.count, in: bins)
    let found = try #require(spectrum.strongestBin(in: bins))
    let most = expected.powers[expected.bin]
    // Equally strong bins differ by rounding only.
    #expect(found.bin == expected.bin || abs(expected.powers[found.bin] - most) < 1e-9 * most, what)
    #expect(abs(found.power - most) < 1e-9 * most, what)
    #expect(abs(found.before - expected.powers[found.bin - 1]) < 1e-9 * most, what)
    #expect(abs(found.after - expected.powers[found.bin + 1]) < 1e-9 * most, what)
  }

  @Test func noiseGivesTheSameBin() throws {
    var random = RandomStream(seed: 11, ["padded"])
    for number in 0..<300 {
      let count = 60 + number % 281
      try check((0..<count).map { _ in random.normal() }, sampleRate: 11.36, "noise \(number)")
    }
  }

  @Test func pulsesInNoiseGiveTheSameBin() throws {
    var random = RandomStream(seed: 12, ["padded"])
    for number in 0..<200 {
      let (hertz, noise) = (random.uniform(in: 0.6...3.7), random.uniform(in: 0...2))
      let samples = (0..<330).map {
        sin(2 * Double.pi * hertz * Double($0) / 11.36) + noise * random.normal()
      }
      try check(samples, sampleRate: 11.36, "pulse \(number)")
    }
  }

  /// Two tones within a tenth of a decibel, near each other and far apart.
  @Test func nearlyEqualPeaksGiveTheSameBin() throws {
    var random = RandomStream(seed: 13, ["padded"])
    for number in 0..<200 {
      let first = random.uniform(in: 0.75...3.4)
      let second = number % 2 == 0 ? first + random.uniform(in: 0...0.15) : random.uniform(in: 0.75...3.4)
      let (height, phase) = (random.uniform(in: 0.99...1.01), random.uniform(in: 0...6.28))
      let samples = (0..<300).map { index in
        let time = 2 * Double.pi * Double(index) / 10
        return sin(first * time) + height * sin(second * time + phase)
      }
      try check(samples, sampleRate: 10, "tones \(number)")
    }
  }

  @Test func noPowerHasNoBin() {
    #expect(PaddedSpectrum(Array(repeating: 0, count: 300)).strongestBin(in: 100...500) == nil)
  }

  @Test func taperingIsTheLineTakenOutUnderTheWindow() {
    var random = RandomStream(seed: 14, ["taper"])
    for count in [1, 2, 3, 4, 5, 8, 331, 1000] {
      let raw = (0..<count).map { 1e4 + 3 * Double($0) + random.normal() }
      let expected = zip(removingLine(raw), periodicHann(count: count)).map { $0 * $1 }
      for (one, other) in zip(taperedWithoutLine(raw[...]), expected) { #expect(abs(one - other) < 1e-8) }
      #expect(taperedWithoutLine(([7] + raw).dropFirst()) == taperedWithoutLine(raw[...]))
    }
  }
}
