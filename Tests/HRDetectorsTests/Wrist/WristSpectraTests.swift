import Foundation
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Sparse and singular spectra on tones.
@Suite struct WristSpectraTests {
  /// The sum of all components is the row; two of them are a sine that was added to it.
  @Test func singularSpectrumTakesARowApart() throws {
    func strongTone(_ k: Int) -> Double { 5 * sin(2 * Double.pi * 0.16 * Double(k) + 0.3) }
    let row: [Double] = (0..<100).map { k in strongTone(k) + cos(2 * Double.pi * 0.31 * Double(k)) }
    let parts = try #require(SingularSpectrum(row, length: 40))
    for (found, expected) in zip(parts.row(of: Array(0..<40)), row) { #expect(abs(found - expected) < 1e-10) }
    let strong = parts.row(of: [0, 1])
    for k in row.indices {
      #expect(abs(strong[k] - strongTone(k)) < 0.35)
    }
    #expect(SingularSpectrum(row, length: row.count) == nil)
  }

  /// Two tones 8 bpm apart in 8 s, which no window of a Fourier transform parts.
  @Test func sparseSpectrumPartsNeighbours() throws {
    let rates = [100.0, 108]
    let samples: [Double] = (0..<100).map { k in
      var sum = 0.0
      for rate in rates { sum += cos(2 * Double.pi * rate / 60 * Double(k) / 12.5 + rate) }
      return sum
    }
    let amplitudes = try #require(SparseSpectrum(count: 100).amplitudes(of: [samples]).first)
    let peaks = SparsePeaks(amplitudes).candidates(in: 60...150).map(\.bpm).sorted()
    #expect(peaks.count == 2)
    for (peak, rate) in zip(peaks, rates) { #expect(abs(peak - rate) < 1.5) }
    let most = amplitudes.max() ?? 0
    // Of 188 bins.
    #expect(amplitudes.filter { $0 > 0.01 * most }.count <= 16)
  }

  /// Rows with different tones come out on one support: each has both tones' bins and no others.
  @Test func sparseSpectraShareTheirSupport() throws {
    func row(_ a: Double, _ b: Double) -> [Double] {
      (0..<100).map { k in
        let t = 2 * Double.pi * Double(k) / 12.5
        return a * cos(1.2 * t) + b * sin(2.6 * t)
      }
    }
    let both = SparseSpectrum(count: 100).amplitudes(of: [row(1, 0.1), row(0.1, 1)])
    for amplitudes in both {
      let most = amplitudes.max() ?? 0
      let rates = SparsePeaks(amplitudes).all.filter { $0.height > 0.03 * most }.map { $0.bpm / 60 }
      #expect(rates.count == 2)
      for (rate, expected) in zip(rates, [1.2, 2.6]) { #expect(abs(rate - expected) < 0.03) }
    }
  }
}
