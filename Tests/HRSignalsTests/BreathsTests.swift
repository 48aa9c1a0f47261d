import Foundation
import HRSignals
import Testing

/// Two rules that find breaths.
@Suite struct BreathsTests {
  private func wave(_ perMinute: Double, _ change: (Double, Double) -> Double = { _, value in value })
    -> Signal
  {
    Signal(
      samples: (0..<1500).map { index in
        let time = Double(index) / 25
        return change(time, sin(2 * Double.pi * perMinute / 60 * time))
      }, sampleRate: 25)
  }

  @Test(arguments: [8.0, 15, 24, 40]) func bothFindEveryBreath(_ perMinute: Double) throws {
    for breaths in [Breaths.counted(wave(perMinute)), Breaths.crossings(wave(perMinute))] {
      let first = try #require(breaths.first)
      let last = try #require(breaths.last)
      #expect(abs(60 * Double(breaths.count - 1) / (last - first) - perMinute) < 0.2)
    }
  }

  @Test func maximaAreWhereTheChestIsFullest() {
    for breath in Breaths.counted(wave(15)).dropFirst().dropLast() {
      let phase = (breath / 4).truncatingRemainder(dividingBy: 1)
      #expect(abs(phase - 0.25) < 0.02)
    }
  }

  /// A pause with a ripple on it is one breath, whatever the number of its maxima.
  @Test func aRippleIsNoBreath() {
    let rippled = wave(12) { time, value in value + 0.15 * sin(2 * .pi * 0.8 * time) }
    #expect(abs(Breaths.counted(rippled).count - 12) <= 1)
    #expect(abs(Breaths.crossings(rippled).count - 12) <= 1)
  }

  @Test func gainOffsetAndGapsDoNotMatter() {
    let plain = Breaths.counted(wave(15))
    #expect(Breaths.counted(wave(15) { _, value in 1e4 + 300 * value }).count == plain.count)
    #expect(Breaths.counted(wave(15) { time, value in time == 20 ? .nan : value }).count == plain.count)
  }

  @Test func nothingIsFoundInNothing() {
    for samples in [[], [1.0], Array(repeating: 3.0, count: 1500), Array(repeating: .nan, count: 1500)] {
      let signal = Signal(samples: samples, sampleRate: 25)
      #expect(Breaths.counted(signal).isEmpty && Breaths.crossings(signal).isEmpty)
    }
  }
}
