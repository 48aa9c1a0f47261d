import Foundation
import Testing

@testable import HRSignals
@testable import HRNumerics

@Suite struct ResamplingTests {
  @Test func decimatorPassesAndStops() {
    let decimator = Decimator(
      sampleRate: 120, passHz: 3, stopHz: 5, factor: 12, attenuationDecibels: 60)
    for (hz, kept) in [(1.0, true), (3.0, true), (5.0, false), (20.0, false)] {
      let input = (0..<2400).map { cos(2 * .pi * hz * (Double($0) / 120)) }
      let output = decimator.apply(Signal(samples: input, sampleRate: 120, startTime: 7))
      #expect(output.count == 200 && output.sampleRate == 10 && output.startTime == 7)
      for k in 20..<180 {
        #expect(abs(output.samples[k] - (kept ? input[12 * k] : 0)) < 2e-3, "\(hz) Hz")
      }
    }
  }
}
