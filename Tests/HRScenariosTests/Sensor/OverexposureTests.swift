import Foundation
import HRPlugins
import HRSignals
import HRTestSupport
import Testing

@testable import HRScenarios

struct PixelClippingOracle: Decodable, Sendable {
  struct Row: Decodable, Sendable {
    let level: Double
    let clipLevel: Double
    let spread: Double
    let mean: Double
  }

  let rows: [Row]
}

/// The measured severity equals the given one: overexposure.
@Suite struct OverexposureTests {
  private static func damaged(_ values: [(String, Double)], seed: UInt64 = 1) throws -> Channels {
    try SampleChannels.make("overexposure", values)
      .apply(to: SampleChannels.everything(), in: SampleChannels.trial(seed))
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  @Test func clippedMeansAgreeWithNumericalIntegration() throws {
    let rows = try OracleFile.decode("pixel_clipping", as: PixelClippingOracle.self).rows
    #expect(rows.count > 50)
    for row in rows {
      let clipping = PixelClipping(clipLevel: row.clipLevel, spread: row.spread)
      #expect(abs(clipping.mean(at: row.level) - row.mean) < 1e-9, "\(row)")
    }
  }

  /// Red's mean is met; its pulse keeps the share of the pixels that are not clipped, the others keep all of theirs.
  @Test(arguments: [250.0, 252.5, 254.5], [0.0, 5, 20])
  func meanAndPulseThroughout(_ mean: Double, _ spread: Double) throws {
    let clean = SampleChannels.everything()
    let damaged = try Self.damaged([
      ("redMean", mean), ("pixelSpread", spread), ("lastingShare", 1), ("noiseCodes", 0),
    ])
    let red = try #require(damaged[.red]).values
    #expect(abs(Self.mean(red) - mean) < 1e-6)
    #expect(red.allSatisfy { $0 <= 255 })
    for kind in clean.kinds where kind != .red { #expect(damaged[kind] == clean[kind]) }
    let level = try #require(clean[.red]).values
    let gain = try #require(PixelClipping(clipLevel: 255, spread: spread).gain(bringing: level, to: mean))
    guard spread > 0 else {
      for (met, was) in zip(red, level) { #expect(abs(met - min(gain * was, 255)) < 1e-9) }
      return
    }
    // Small pulses, to first order: the height is the gain times the share of pixels below the limit.
    let middle: Double = gain * Self.mean(level)
    let left: Double = 0.5 * erfc((middle - 255) / spread / 2.0.squareRoot())
    let (top, bottom) = (try #require(red.max()), try #require(red.min()))
    #expect(abs((top - bottom) / 2 / (2 * gain * left) - 1) < 0.1)
    if mean > 252, spread == 20 { #expect(left < 0.3) }
  }

  /// The closer to the top, the less of the pulse is left and the more frames are within a tenth of a code of it.
  @Test func moreIsFlatter() throws {
    var shares: [Double] = []
    var heights: [Double] = []
    for mean in [240.0, 250, 253, 254.5, 254.95] {
      let red = try #require(
        Self.damaged([("redMean", mean), ("lastingShare", 1), ("noiseCodes", 0)])[.red]
      ).values
      shares.append(Double(red.filter { $0 > 254.9 }.count) / Double(red.count))
      heights.append(try #require(red.max()) - (try #require(red.min())))
    }
    #expect(zip(heights, heights.dropFirst()).allSatisfy { $0 > $1 } && (heights.last ?? 1) < 0.1)
    #expect(shares.first == 0 && shares.last == 1)
  }

  /// After a push the distance from the recorded level shrinks by e^(−1 / (rate · τ)) from frame to frame.
  @Test(arguments: [1.0, 4]) func autoGainIsAFirstOrderLoop(_ timeConstant: Double) throws {
    let level = Channels([.blue: SampleChannels.even(Array(repeating: 50, count: 3600))])
    let damaged = try SampleChannels.make(
      "overexposure",
      [
        ("redMean", 0), ("blueMean", 200), ("perMinute", 4), ("timeConstantSeconds", timeConstant),
        ("lastingShare", 0.25), ("pixelSpread", 0), ("noiseCodes", 0),
      ]
    ).apply(to: level, in: SampleChannels.trial())
    let blue = try #require(damaged[.blue]).values
    // 50 codes are pushed to 200, of which 37.5 codes stay.
    let shares = blue.map { ($0 - 87.5) / 112.5 }
    #expect(shares.allSatisfy { $0 > -1e-9 && $0 <= 1 })
    let pushes = (1..<shares.count).filter { shares[$0] > shares[$0 - 1] }
    #expect(abs(pushes.count - 8) <= 1)
    for (push, next) in zip(pushes, pushes.dropFirst()) where next - push > 5 {
      // A push is within the frame before.
      #expect(shares[push] > exp(-1 / (30 * timeConstant)))
      let factor = shares[push + 3] / shares[push + 2]
      #expect(abs(log(factor) * -30 * timeConstant - 1) < 1e-6)
    }
  }

  @Test func noiseStaysWhenThePulseGoes() throws {
    let values = [("redMean", 250.0), ("lastingShare", 1), ("pixelSpread", 10)]
    let noisy = try Self.damaged(values + [("noiseCodes", 0.3)])
    let quiet = try Self.damaged(values + [("noiseCodes", 0)])
    let noise = try difference(noisy[.red], quiet[.red])
    // 1800 normal numbers: the root mean square has a standard error of 1.7 %.
    #expect(abs(meanSquare(noise).squareRoot() / 0.3 - 1) < 0.07)
    #expect(abs(Self.mean(noise)) < 0.03)
  }

  @Test func whatIsBrightOrDarkAlreadyStays() throws {
    let bright = Channels([.red: SampleChannels.pulse(seconds: 20, rate: 30, level: 250, amplitude: 1)])
    let dark = Channels([.red: SampleChannels.even(Array(repeating: 0, count: 300))])
    for channels in [bright, dark] {
      let scenario = try SampleChannels.make("overexposure", [("redMean", 240), ("lastingShare", 1)])
      #expect(try scenario.apply(to: channels, in: SampleChannels.trial()) == channels)
    }
  }

  @Test func onlyThePushedColoursAreTouched() throws {
    #expect(try SampleChannels.make("overexposure").touchedKinds == [.red])
    let other = try SampleChannels.make("overexposure", [("redMean", 0), ("blueMean", 230)])
    #expect(other.touchedKinds == [.blue])
  }

  @Test func aMeanAboveTheLimitIsRefused() {
    #expect(throws: ParameterError.conflict("redMean must be below clipLevel")) {
      try SampleChannels.make("overexposure", [("clipLevel", 254.0)])
    }
  }
}
