import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// The measured severity equals the given one: quantisation and saturation.
@Suite struct ConverterScenarioTests {
  /// Values over the whole scale, in no order; the effect of a converter on them is known exactly.
  static func spread(over range: ClosedRange<Double>, count: Int = 40_000) -> [Double] {
    [range.lowerBound, range.upperBound]
      + SampleChannels.scattered(count).map { range.lowerBound + $0 * (range.upperBound - range.lowerBound) }
  }

  static func damaged(
    _ name: String, _ kind: ChannelKind, _ samples: [Double], _ values: [(String, ParameterValue)]
  ) throws -> [Double] {
    let channels = Channels([kind: SampleChannels.even(samples)])
    let damaged = try SampleChannels.make(name, values).apply(to: channels, in: SampleChannels.trial())
    return try #require(damaged[kind]).values
  }

  @Test(arguments: [1, 2, 3, 4, 6, 8, 10, 12]) func bitsOfContactSensors(_ bits: Int) throws {
    let clean = Self.spread(over: -2...5)
    let coarse = try Self.damaged("quantisation", .ppg, clean, [("bits", .integer(bits))])
    let levels = coarse.sorted().reduce(into: [Double]()) { if $0.last != $1 { $0.append($1) } }
    // All codes occur, evenly spaced, the first and last at the ends of the range.
    #expect(levels.count == 1 << bits)
    #expect(levels.first == -2 && abs((levels.last ?? 0) - 5) < 1e-12)
    let step = 7 / (Double(1 << bits) - 1)
    for (a, b) in zip(levels, levels.dropFirst()) { #expect(abs((b - a) / step - 1) < 1e-9) }
    let errors = zip(coarse, clean).map { $0 - $1 }
    #expect(errors.allSatisfy { abs($0) <= step / 2 * (1 + 1e-9) })
    // Bennett: step² / 12, for values spread evenly. The sequence fills the range to 1 / 40,000.
    #expect(abs(meanSquare(errors) / (step * step / 12) - 1) < 0.01)
    #expect(try Self.damaged("quantisation", .ppg, coarse, [("bits", .integer(bits))]) == coarse)
  }

  @Test(arguments: 1...10) func bitsOfCameras(_ bits: Int) throws {
    let clean = Self.spread(over: 0...255)
    let coarse = try Self.damaged("quantisation", .green, clean, [("bits", .integer(bits))])
    let step = 256 / Double(1 << bits)
    let levels = Set(coarse)
    // Above 8 bits the last codes are above 255: all of those are clipped to it.
    #expect(levels.count == (bits <= 8 ? 1 << bits : Int(255 / step) + 1))
    #expect(levels.allSatisfy { ($0 / step).rounded() * step == $0 && (0...255).contains($0) })
    let errors = zip(coarse, clean).map { $0 - $1 }
    let below = zip(errors, clean).filter { $1 <= 256 - step }.map(\.0)
    #expect(below.allSatisfy { abs($0) <= step / 2 })
    // The highest level covers half a step more on its upper side.
    #expect(errors.allSatisfy { abs($0) <= max(step - 1, step / 2) })
    #expect(abs(meanSquare(below) / (step * step / 12) - 1) < 0.01)
  }

  @Test func eightBitsAreTheWholeCodes() throws {
    let clean = SampleChannels.scattered(1000).map { 255 * $0 }
    let coarse = try Self.damaged("quantisation", .blue, clean, [("bits", .integer(8))])
    #expect(coarse == clean.map { $0.rounded() })
    let whole = (0...255).map { Double($0) }
    #expect(try Self.damaged("quantisation", .blue, whole, [("bits", .integer(8))]) == whole)
  }

  @Test func quantisationLeavesGapsAndFlatChannels() throws {
    let samples = [1.0, .nan, 2, 3.2, .nan, 5]
    let coarse = try Self.damaged("quantisation", .ppg, samples, [("bits", .integer(2))])
    #expect(coarse.indices.filter { coarse[$0].isNaN } == [1, 4])
    // Levels 1, 7/3, 11/3 and 5.
    for (index, level) in [(0, 1.0), (2, 7.0 / 3), (3, 11.0 / 3), (5, 5)] {
      #expect(abs(coarse[index] - level) < 1e-12)
    }
    #expect(try Self.damaged("quantisation", .ppg, [4.3, 4.3], [("bits", .integer(1))]) == [4.3, 4.3])
  }

  static let shares = [0.001, 0.01, 0.05, 0.1, 0.25, 1.0 / 3, 0.4999, 0.5]

  @Test(arguments: shares, ["top", "bottom"]) func clippedShareOfCameras(_ share: Double, _ end: String)
    throws
  {
    for (count, gaps) in [(7, 0), (1001, 10), (20_000, 400)] {
      let level: Double = end == "top" ? 160 : 40
      var clean = SampleChannels.scattered(count).map { level + 40 * $0 }
      for gap in 0..<gaps { clean[3 * gap + 1] = .nan }
      let clipped = try Self.damaged(
        "saturation", .green, clean, [("share", .number(share)), ("end", .choice(end))])
      let kept = clean.indices.filter { !clean[$0].isNaN }
      #expect(clipped.indices.filter { !clipped[$0].isNaN } == kept)
      let limit: Double = end == "top" ? 255 : 0
      let atLimit = kept.filter { clipped[$0] == limit }
      let asked: Double = share * Double(kept.count)
      #expect(abs(Double(atLimit.count) - asked) <= 0.5)
      guard !atLimit.isEmpty else {
        #expect(kept.allSatisfy { clipped[$0] == clean[$0] })
        continue
      }
      // The others keep their distances: the whole channel moved.
      let moves = kept.filter { clipped[$0] != limit }.map { clipped[$0] - clean[$0] }
      let (least, most) = (try #require(moves.min()), try #require(moves.max()))
      #expect(most - least < 1e-10 && (end == "top" ? least > 0 : most < 0))
    }
  }

  @Test(arguments: shares, ["top", "bottom"]) func clippedShareOfContactSensors(
    _ share: Double, _ end: String
  )
    throws
  {
    for kind in [ChannelKind.ppg, .infrared] {
      let clean = SampleChannels.scattered(10_007).map { 5 * $0 - 3 }
      let clipped = try Self.damaged(
        "saturation", kind, clean, [("share", .number(share)), ("end", .choice(end))])
      let limit = try #require(end == "top" ? clipped.max() : clipped.min())
      #expect(abs(Double(clipped.filter { $0 == limit }.count) - share * 10_007) <= 0.5)
      #expect(zip(clipped, clean).allSatisfy { $0 == limit || $0 == $1 })
      #expect(zip(clipped, clean).allSatisfy { end == "top" ? $0 <= $1 : $0 >= $1 })
    }
  }

  @Test func tiesAreClippedTogether() throws {
    // Eight of ten samples are at 209: clipping a tenth clips all of them; 209 rises to 255, 207 to 253.
    let codes: [Double] = [9, 9, 9, 9, 7, 9, 9, 8, 9, 9]
    let bright = codes.map { $0 + 200 }
    let top = try Self.damaged(
      "saturation", .red, bright, [("share", .number(0.1)), ("end", .choice("top"))])
    #expect(top == [255, 255, 255, 255, 253, 255, 255, 254, 255, 255])
    let bottom = try Self.damaged(
      "saturation", .red, codes, [("share", .number(0.2)), ("end", .choice("bottom"))])
    #expect(bottom == [1, 1, 1, 1, 0, 1, 1, 0, 1, 1])
    // The other end of the scale is out of reach.
    #expect(try Self.damaged("saturation", .green, codes, [("share", .number(0.1))]) == codes)
    // Samples at the end already are not moved.
    let full: [Double] = [255, 200, 255, 210, 220]
    #expect(try Self.damaged("saturation", .red, full, [("share", .number(0.4))]) == full)
  }

  /// The smallest number above 0 has no 255th part, and the range of the largest ones no number.
  @Test(arguments: [Double.leastNonzeroMagnitude, .greatestFiniteMagnitude])
  func aRangeWithoutStepsStaysAsItIs(_ most: Double) throws {
    #expect(try Self.damaged("quantisation", .ppg, [0, most, -most, 0], []) == [0, most, -most, 0])
  }
}
