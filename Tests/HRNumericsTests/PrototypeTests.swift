import HRTestSupport
import Foundation
import Testing

@testable import HRNumerics

/// Recursive filters against SciPy's frequency responses (Oracles/prototypes_oracle.py).
@Suite struct PrototypeTests {
  private struct Oracle: Decodable {
    struct Row: Decodable {
      let design, kind: String
      /// Sample rate, order, ripple, attenuation, then real and imaginary parts of the gain at each frequency.
      let numbers: [Double]
    }
    let rows: [Row]
  }

  private func rows() throws -> [Oracle.Row] { try OracleFile.decode("prototypes", as: Oracle.self).rows }

  private func response(_ filter: SecondOrderSections, at turns: Double) -> (re: Double, im: Double) {
    var (re, im) = (1.0, 0.0)
    for section in filter.sections {
      let point = { (c0: Double, c1: Double, c2: Double) in
        (
          c0 + c1 * cos(2 * .pi * turns) + c2 * cos(4 * .pi * turns),
          -c1 * sin(2 * .pi * turns) - c2 * sin(4 * .pi * turns)
        )
      }
      let above = point(section.b0, section.b1, section.b2)
      let below = point(1, section.a1, section.a2)
      let size = below.0 * below.0 + below.1 * below.1
      let ratio = (
        (above.0 * below.0 + above.1 * below.1) / size, (above.1 * below.0 - above.0 * below.1) / size
      )
      (re, im) = (re * ratio.0 - im * ratio.1, re * ratio.1 + im * ratio.0)
    }
    return (re, im)
  }

  @Test func responsesAgreeWithSciPy() throws {
    let rows = try rows()
    #expect(rows.count == 384)
    for row in rows {
      let (rate, order, ripple, attenuation) = (
        row.numbers[0], Int(row.numbers[1]), row.numbers[2], row.numbers[3]
      )
      let prototype: AnalogPrototype =
        switch row.design {
        case "cheby1": .chebyshev1(order: order, rippleDecibels: ripple)
        case "cheby2": .chebyshev2(order: order, attenuationDecibels: attenuation)
        case "ellip": .elliptic(order: order, rippleDecibels: ripple, attenuationDecibels: attenuation)
        default: .bessel(order: order)
        }
      let band: FilterBand =
        switch row.kind {
        case "lowPass": .lowPass(4)
        case "highPass": .highPass(0.5)
        default: .bandPass(0.6, 4.5)
        }
      let filter = try #require(SecondOrderSections(prototype, band: band, sampleRate: rate))
      for (index, frequency) in [0.3, 1.3, 6.1].enumerated() {
        let gain = response(filter, at: frequency / rate)
        let error = hypot(gain.re - row.numbers[4 + 2 * index], gain.im - row.numbers[5 + 2 * index])
        // At 1000 Hz the poles are so close to 1 that their distance from it has lost a few digits.
        #expect(
          error < 3e-8, "\(row.design) \(row.kind), order \(order), \(rate) Hz, \(frequency) Hz: \(error)")
      }
    }
  }

  /// Each section rounds. The condition for all orders is that no pole leaves the unit circle.
  @Test func polesStayInsideTheUnitCircle() throws {
    for order in 1...12 {
      for prototype in [
        AnalogPrototype.butterworth(order: order), .chebyshev1(order: order, rippleDecibels: 0.1),
        .chebyshev2(order: order, attenuationDecibels: 80),
        .elliptic(order: order, rippleDecibels: 0.1, attenuationDecibels: 80), .bessel(order: order),
      ] {
        #expect(2 * prototype.pairs.count + (prototype.realPole == nil ? 0 : 1) == order)
        let filter = try #require(
          SecondOrderSections(prototype, band: .bandPass(0.5, 4), sampleRate: 1000))
        #expect(filter.sections.allSatisfy { abs($0.a2) < 1 && abs($0.a1) < 1 + $0.a2 })
      }
    }
  }
}
