import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// The rate estimators against SciPy 1.17.1, NumPy 2.4.6 and spectrum 0.10.0; `Oracles/rates.py` made the numbers.
@Suite struct RateOracleTests {
  private let rows: [RateOracle.Row]
  private let toolboxes: [RateOracle.Toolbox]

  init() throws {
    let oracle = try #require(RateOracle.shared)
    rows = oracle.rows
    toolboxes = oracle.toolboxes
  }

  /// 20 samples per second are not thinned, so the detector sees what SciPy saw.
  @Test func welchIsSciPys() throws {
    for row in rows {
      let transform = RealFFT(count: 1600)
      let power = WelchDetector.averaged(row.wave[...], segment: 200, transform: transform)
      let most = power[Int((row.welchBPM / 60 * 1600 / row.sampleRate).rounded())]
      for (place, expected) in row.welchPower.enumerated() {
        #expect(abs(power[60 + 10 * place] / most - expected) < 1e-12)
      }
      let estimate = WelchDetector(parameters: .init()).estimate(in: window(row))
      #expect(abs(try #require(estimate.bpm) - row.welchBPM) < 1e-9, "\(row)")
    }
  }

  @Test func autocorrelationIsSciPys() {
    for row in rows {
      let found = autocorrelation(of: removingMean(row.wave), lags: 5...29)
      for (value, expected) in zip(found, row.autocorrelation) { #expect(abs(value - expected) < 1e-12) }
    }
  }

  @Test func burgIsThatOfSpectrum() throws {
    for row in rows {
      let model = try #require(BurgModel(of: removingMean(row.wave), order: 10))
      #expect(model.coefficients.count == 11 && model.coefficients[0] == 1)
      for (value, expected) in zip(model.coefficients.dropFirst(), row.burg) {
        #expect(abs(value - expected) < 1e-10)
      }
      #expect(abs(model.noise - row.burgNoise) < 1e-12)
    }
  }

  /// SciPy's `lombscargle` with weights and a floating mean, n · m sines; here the fast transform.
  @Test func lombScargleIsSciPys() throws {
    for row in rows {
      let series = RateOracle.uneven(row)
      let seconds = Double(row.count) / row.sampleRate
      let periodogram = try #require(
        LombPeriodogram(
          times: series.times, values: series.values,
          weights: series.times.map { HannWeight.at($0 / seconds) }, seconds: seconds, highestHz: 3.5))
      let drawn = periodogram.drawn(upToHz: 3.5)
      for (place, expected) in row.lombPower.enumerated() {
        let frequency = (420 + 40 * Double(place)) / 600
        #expect(abs(periodogram.power(atHz: frequency) - expected) < 2e-6, "\(row), \(frequency) Hz")
      }
      for bin in stride(from: 40, to: drawn.power.count, by: 37) {
        #expect(abs(drawn.power[bin] - periodogram.power(atHz: Double(bin) * drawn.stepHz)) < 2e-6)
      }
      let window = Window(TimeRange(start: 0, end: seconds), of: Channels([.ppg: .irregular(series)]))
      let estimate = LombScargleDetector(parameters: .init()).estimate(in: window)
      #expect(abs(try #require(estimate.bpm) - row.lombBPM) < 1e-3, "\(row)")
    }
  }

  @Test func harmonicProductAndSumAreNumPys() throws {
    for row in rows {
      var parameters = HarmonicProductDetector.Parameters()
      let product = HarmonicProductDetector(parameters: parameters).estimate(in: window(row))
      parameters.form = .sum
      let sum = HarmonicProductDetector(parameters: parameters).estimate(in: window(row))
      #expect(abs(try #require(product.bpm) - row.productBPM) < 1e-6, "\(row)")
      #expect(abs(try #require(sum.bpm) - row.sumBPM) < 1e-6, "\(row)")
    }
  }

  @Test func toolboxesReadTheirOwnWay() throws {
    var bare = FFTRPPGToolboxDetector.Parameters()
    bare.filtering = .none
    for row in toolboxes {
      let range = try #require(row.channels.timeRange)
      let window = Window(range, of: row.channels)
      func check(_ detector: some WindowDetector, _ expected: Double) throws {
        let found = try #require(detector.estimate(in: window).bpm)
        #expect(
          abs(found - expected) < 1e-4, "\(type(of: detector)) on \(row.count) samples at \(row.sampleRate)")
      }
      try check(FFTRPPGToolboxDetector(parameters: .init()), row.fftFiltered)
      try check(PeakRPPGToolboxDetector(parameters: .init()), row.peakFiltered)
      try check(FFTRPPGToolboxDetector(parameters: bare), row.fftBare)
      try check(PeakRPPGToolboxDetector(parameters: bare), row.peakBare)
      try check(WelchPyVHRDetector(parameters: .init()), row.welch)
      try check(STFTPyVHRDetector(parameters: .init()), row.stft)
    }
  }

  private func window(_ row: RateOracle.Row) -> Window {
    Window(
      TimeRange(start: 0, end: Double(row.count) / row.sampleRate), of: Channels([.ppg: .uniform(row.signal)])
    )
  }
}
