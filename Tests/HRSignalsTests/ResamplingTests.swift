import Foundation
import Testing

@testable import HRSignals

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

  @Test func holdTakesTheFirstValueAtOrAfter() {
    let series = TimeSeries(times: [0.05, 0.1000005, 0.25, 0.3], values: [1, 2, 3, 4])
    let held = resampleHold(series, to: 10)
    #expect(held?.samples == [2, 3, 4])
    #expect(held?.startTime == 0.1)
  }
}
