import Foundation
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Steps of `fusion` and `fusion.wrist` against NumPy and SciPy (`Oracles/flagship.py`).
@Suite struct FlagshipOracleTests {
  private let spectrum = WristSpectrum(plan: RealFFT(count: 256), binHz: 12.5 / 256, rates: 14..<72)

  private func isClose(_ found: Double, _ expected: Double, _ tolerance: Double = 1e-9) -> Bool {
    abs(found - expected) <= tolerance * max(1, abs(expected))
  }

  /// The rate paths of whole recordings and of windows, with a prior and without, are those of full matrices of
  /// transitions.
  @Test func ridgeTrackFindsTheBestOfAllWays() throws {
    let grid = RateGrid(sampleRate: 12.5, filter: SecondOrderSections(sections: []), filterRate: 25)
    for row in try FlagshipOracle.load().ridges {
      let count = FlagshipOracle.Ridge.frames
      var evidence = FlagshipOracle.noise(count * grid.count, seed: row.seed).map { row.noise * $0 }
      for frame in 0..<count {
        evidence[frame * grid.count + (frame < count / 2 ? row.first : row.second)] += row.height
      }
      let ends = (0..<count).map { 100 + 25 * $0 }
      let frames = RateFrames(
        grid: grid, ends: ends, length: 150, evidence: evidence,
        weights: (0..<count).map { row.weights[$0 % row.weights.count] })
      let prior = row.prior.map { RatePrior(rateHz: $0[0], weight: $0[1], widthHz: $0[2]) }
      let window = row.window.map { $0[0]..<$0[1] } ?? 0..<ends[count - 1]
      let trust = window.map { sample in
        row.trust.first { ($0[0]..<$0[1]).contains(Double(sample)) }?[2] ?? 1
      }
      let way = try #require(RidgeTrack(frames, prior: prior).way(in: window, trust: trust))
      let rates = way.ridge(from: window.lowerBound).ratesHz
      #expect(rates.count == row.bins.count, "seed \(row.seed)")
      for (rate, bin) in zip(rates, row.bins) {
        #expect(abs(rate / grid.binHz - Double(grid.lowest + bin)) <= 0.5 + 1e-9, "seed \(row.seed)")
      }
      #expect(isClose(way.total(in: frames), row.evidence), "seed \(row.seed)")
    }
  }

  @Test func aWindowBeforeTheFirstFrameHasNoWay() {
    let grid = RateGrid(sampleRate: 12.5, filter: SecondOrderSections(sections: []), filterRate: 25)
    let frames = RateFrames(
      grid: grid, ends: [100], length: 150, evidence: Array(repeating: 0, count: grid.count), weights: [1])
    #expect(RidgeTrack(frames).way(in: 0..<99, trust: Array(repeating: 1, count: 99)) == nil)
  }

  @Test func rateBeliefIsTheForwardPass() throws {
    let (width, count) = (58, 40)
    for row in try FlagshipOracle.load().beliefs {
      let noise = FlagshipOracle.noise(count * width, seed: row.seed)
      let evidence = noise.indices.map { index -> Double in
        let distance = Double(index % width) - row.first - row.climb * Double(index / width)
        return row.noise * noise[index] + row.height * exp(-0.5 * distance * distance)
      }
      let frames = WristFrames(
        ends: (0..<count).map { 4 + Double($0) }, binHz: 12.5 / 256, lowest: 14, width: width,
        spectrum: spectrum, kept: Array(repeating: 1, count: count))
      let belief = RateBelief(frames) { frame, _, all in
        all += evidence[(frame * width)..<((frame + 1) * width)]
      }
      let way = belief.way(over: row.frames[0]...row.frames[1])
      #expect(way.count == row.way.count)
      for (found, expected) in zip(way, row.way) { #expect(isClose(found, expected), "seed \(row.seed)") }
      #expect(isClose(belief.shares[row.frames[1]], row.share))
      #expect(isClose(belief.deviationHz(at: row.frames[1]), row.deviationHz, 1e-7))
    }
  }

  @Test func wristSpectrumAgreesWithNumPy() throws {
    let channels = FlagshipOracle.wristChannels
    let taper = (0..<100).map { sin(Double.pi * (Double($0) + 0.5) / 100) }
    for row in try FlagshipOracle.load().spectra {
      var spectrum = spectrum
      spectrum.begin()
      for pulse in channels.pulses.prefix(row.pulses) { spectrum.addPulse(pulse[...], taper: taper) }
      // Too short for the frame: left out.
      spectrum.addPulse(channels.pulses[1].dropFirst(), taper: taper)
      for axis in channels.axes.prefix(row.axes) { spectrum.addMotion(axis[...], taper: taper) }
      var (pulses, motions, evidence) = ([Double](), [Double](), [Double]())
      let kept = spectrum.finish(pulses: &pulses, motions: &motions)
      #expect(isClose(kept, row.kept), "\(row.pulses) waves, \(row.axes) axes")
      var belief = Array(repeating: (1 - row.belief[1]) / 58, count: 58)
      belief[Int(row.belief[0])] += row.belief[1]
      var scratch = (favour: [Double](), left: [Double]())
      spectrum.append(
        pulse: pulses[...], motion: motions[...], belief: belief, scratch: &scratch, to: &evidence)
      #expect(evidence.count == row.evidence.count)
      for (found, expected) in zip(evidence, row.evidence) { #expect(isClose(found, expected)) }
    }
  }

  @Test func aFrameWithoutAPulseWaveSaysNothing() {
    var spectrum = spectrum
    spectrum.begin()
    spectrum.addPulse(Array(repeating: 0, count: 100)[...], taper: Array(repeating: 1, count: 100))
    var (pulses, motions, evidence) = ([Double](), [Double](), [Double]())
    #expect(spectrum.finish(pulses: &pulses, motions: &motions) == 0)
    var scratch = (favour: [Double](), left: [Double]())
    spectrum.append(
      pulse: pulses[...], motion: motions[...], belief: Array(repeating: 1 / 58, count: 58),
      scratch: &scratch,
      to: &evidence)
    #expect(evidence == Array(repeating: 0, count: 58))
  }

  @Test func powerGainAgreesWithSciPy() throws {
    for row in try FlagshipOracle.load().gains {
      let band: FilterBand =
        switch row.kind {
        case "lowpass": .lowPass(row.edges[0])
        case "highpass": .highPass(row.edges[0])
        default: .bandPass(row.edges[0], row.edges[1])
        }
      let filter = try #require(
        SecondOrderSections.butterworth(order: row.order, band: band, sampleRate: row.rate))
      for (hertz, expected) in zip(row.hertz, row.gains) {
        let found = filter.powerGain(atHz: hertz, sampleRate: row.rate)
        #expect(abs(found - expected) < 1e-9, "\(row.kind) at \(hertz) Hz")
      }
    }
    #expect(SecondOrderSections(sections: []).powerGain(atHz: 3, sampleRate: 30) == 1)
  }

  @Test func wristConfidenceIsTheLogisticRule() throws {
    for row in try FlagshipOracle.load().wristConfidences {
      let signs = row.signs
      let found = WristConfidence(
        share: signs[0], lastingShare: signs[1], deviationHz: signs[2], evidence: signs[3], kept: signs[4]
      ).probability
      #expect(abs(found - row.probability) < 1e-9)
    }
  }
}
