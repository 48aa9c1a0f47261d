import HRTestSupport
import Testing

@testable import HRNumerics

/// Linear prediction against NumPy's least squares of the samples themselves.
@Suite struct LinearPredictionTests {
  private struct Oracle: Decodable, Sendable {
    struct Case: Decodable, Sendable {
      let samples: [Double]
      let other: [Double]
      let weights: [Double]
      let constant: Double
      let error: Double
      let errorOfOther: Double
    }
    let cases: [Case]
  }

  @Test func agreesWithNumPy() throws {
    let cases = try OracleFile.decode("prediction", as: Oracle.self).cases
    #expect(cases.count == 4)
    for known in cases {
      let best = try #require(LinearPrediction(known.samples))
      // The ridge of 1e-9 moves them by less.
      for (mine, theirs) in zip(best.weights, known.weights) { #expect(abs(mine - theirs) < 1e-5) }
      #expect(abs(best.error / known.error - 1) < 1e-6)
      let order = LinearPrediction.order
      let (before, next) = (Array(known.other.prefix(order)), Array(known.other.dropFirst(order)))
      #expect(abs(best.error(before: before, next: next) / known.errorOfOther - 1) < 1e-5)
      let exact = LinearPrediction(weights: known.weights, constant: known.constant, error: known.error)
      #expect(abs(exact.error(before: before, next: next) / known.errorOfOther - 1) < 1e-9)
    }
  }

  @Test func whatCannotBePredicted() {
    #expect(LinearPrediction(Array(repeating: 3, count: 100)) == nil)
    #expect(LinearPrediction((0..<39).map(Double.init)) == nil)
    #expect(LinearPrediction((0..<100).map { $0 == 50 ? .nan : Double($0) }) == nil)
    #expect(LinearPrediction((0..<100).map { Double($0) * 1e200 }) == nil)
  }

  @Test func whatIsPredictedWithoutErrorHasARoundingError() throws {
    let best = try #require(LinearPrediction((0..<200).map { Double($0 % 7) }))
    #expect(best.error < 1e-3 && best.error > 0)
  }
}
