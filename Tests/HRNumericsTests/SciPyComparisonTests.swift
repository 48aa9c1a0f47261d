import HRTestSupport
import Foundation
import Testing

@testable import HRNumerics

private struct Oracle: Decodable {
  struct Transform: Decodable { let x, re, im: [Double] }
  struct Filter: Decodable {
    let fs: Double
    let order: Int
    let edges: [Double]
    let kind: String
    let rest, steady, zero: [Double]
  }
  struct Plateau: Decodable {
    let x: [Double]
    let peaks: [Int]
  }
  let fft: [Transform]
  let x, detrended: [Double]
  let percentiles: [[Double]]
  let plateau: Plateau
  let filters: [Filter]

  static func load() throws -> Oracle {
    try OracleFile.decode("signals")
  }
}

/// Largest difference relative to the largest expected size.
private func error(_ a: [Double], _ b: [Double]) -> Double {
  guard a.count == b.count else { return .infinity }
  let scale = b.map(\.magnitude).max() ?? 0
  return (zip(a, b).map { ($0 - $1).magnitude }.max() ?? 0) / max(scale, 1e-300)
}

@Suite struct SciPyComparisonTests {
  @Test func transformsAgreeWithNumPy() throws {
    for one in try Oracle.load().fft where one.x.count > 0 {
      let fft = RealFFT(count: one.x.count)
      var (re, im) = ([Double](), [Double]())
      fft.transform(one.x, real: &re, imaginary: &im)
      #expect(error(re + im, one.re + one.im) < 1e-12, "\(one.x.count) points")
    }
  }

  /// First passes by 4, 2, 3, 5 and a prime, and Bluestein's, with few values, as many as one part of the pass, and more.
  @Test(arguments: [480, 36, 54, 50, 98, 15, 49, 118]) func aShortInputIsPaddedWithZeros(_ count: Int) {
    let fft = RealFFT(count: count)
    for filled in [0, 1, count / 10, count / 5 + 1, count / 4, count / 2, count - 1] {
      let x = (0..<filled).map { Double(1 + $0 * $0 % 17) }
      let padded = x + [Double](repeating: 0, count: count - filled)
      var (short, whole) = (([Double](), [Double]()), ([Double](), [Double]()))
      fft.transform(x, real: &short.0, imaginary: &short.1)
      fft.transform(padded, real: &whole.0, imaginary: &whole.1)
      #expect(short.0 == whole.0 && short.1 == whole.1, "\(filled) of \(count)")
    }
  }

  @Test func filtersAgreeWithSciPy() throws {
    let oracle = try Oracle.load()
    for one in oracle.filters {
      let band: FilterBand =
        switch one.kind {
        case "lowpass": .lowPass(one.edges[0])
        case "highpass": .highPass(one.edges[0])
        default: .bandPass(one.edges[0], one.edges[1])
        }
      let filter = try #require(
        SecondOrderSections.butterworth(order: one.order, band: band, sampleRate: one.fs))
      let thin = { (y: [Double]) in stride(from: 0, to: y.count, by: 8).map { y[$0] } }
      let name: Comment = "\(one.kind) \(one.order) at \(one.fs)"
      #expect(error(thin(filter.filtered(oracle.x)), one.rest) < 1e-9, name)
      #expect(
        error(thin(filter.filtered(oracle.x, startingAtSteadyState: true)), one.steady) < 1e-9, name)
      #expect(error(thin(filter.zeroPhase(oracle.x)), one.zero) < 1e-9, name)
    }
  }

  @Test func plainToolsAgree() throws {
    let oracle = try Oracle.load()
    #expect(error(removingLine(oracle.x), oracle.detrended) < 1e-12)
    for pair in oracle.percentiles {
      let value = try #require(percentile(oracle.x, pair[0]))
      #expect(abs(value - pair[1]) < 1e-12)
    }
    #expect(plateauMaxima(oracle.plateau.x) == oracle.plateau.peaks)
  }
}
