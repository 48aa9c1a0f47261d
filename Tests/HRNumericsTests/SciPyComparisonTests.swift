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
