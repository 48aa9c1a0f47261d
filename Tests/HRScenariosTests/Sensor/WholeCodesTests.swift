import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// Cameras that gave whole codes give whole codes after the damage too.
@Suite struct WholeCodesTests {
  static let codes: [Double] = [10, 20, .nan, 255, 0, 7]

  static func restored(_ samples: [Double], like original: [Double], _ kind: ChannelKind = .red) throws
    -> [Double]
  {
    let damaged = Channels([kind: SampleChannels.even(samples)])
    let before = Channels([kind: SampleChannels.even(original)])
    return try #require(damaged.restoringWholeCodes(like: before)[kind]).values
  }

  static func bits(_ values: [Double]) -> [UInt64] { values.map(\.bitPattern) }

  @Test func roundsHalfAwayFromZeroAndClips() throws {
    let values = try Self.restored([10.5, 19.49, .nan, 255.7, -0.6, 6.5], like: Self.codes)
    #expect(Self.bits(values) == Self.bits([11, 19, .nan, 255, 0, 7]))
    #expect(try Self.restored([254.5, 300, -3], like: [1, 2, 3]) == [255, 255, 0])
  }

  @Test func cameraMeansWithFractionsStayAsTheyAre() throws {
    let damaged = [10.25, 300.5, .nan]
    #expect(Self.bits(try Self.restored(damaged, like: [10, 20.5, 30])) == Self.bits(damaged))
  }

  @Test func otherSensorsStayAsTheyAre() throws {
    for kind in [ChannelKind.ppg, .infrared, .accelerometerX] {
      #expect(try Self.restored([10.25, 300.5], like: [10, 20], kind) == [10.25, 300.5])
    }
  }

  @Test func unchangedAndUnknownChannelsStayBitForBit() throws {
    let strange = Double(nan: 5, signaling: false)
    let original = [10, strange, .infinity, -0.0]
    // A copy: an array equals itself even if it holds NaN, and would not be compared element by element.
    #expect(Self.bits(try Self.restored(original.map { $0 }, like: original)) == Self.bits(original))
    #expect(Self.bits(try Self.restored(original, like: original)) == Self.bits(original))
    #expect(Self.bits(try Self.restored([1.5, 2.5], like: [.nan, .nan])) == Self.bits([1.5, 2.5]))
    #expect(try Self.restored([1.5, 2.5], like: []) == [1.5, 2.5])
    let added = Channels([.green: SampleChannels.even([1.5])])
    #expect(added.restoringWholeCodes(like: Channels([.red: SampleChannels.even([1])])) == added)
  }

  /// Lost frames leave fewer samples at other times; colours are judged one by one.
  @Test func lostFramesAndMixedColours() throws {
    let before = Channels([
      .red: SampleChannels.even([1, 2, 3]), .green: SampleChannels.even([1.5, 2, 3]),
      .ppg: SampleChannels.even([1, 2, 3]),
    ])
    let lossy = Channel.irregular(TimeSeries(times: [0, 0.07], values: [1.4, 3.5]))
    let damaged = Channels([.red: lossy, .green: lossy, .ppg: lossy])
    let restored = damaged.restoringWholeCodes(like: before)
    #expect(restored[.red] == .irregular(TimeSeries(times: [0, 0.07], values: [1, 4])))
    #expect(restored[.green] == lossy && restored[.ppg] == lossy)
  }

  @Test func afterEveryScenario() throws {
    var clean = SampleChannels.everything()
    for kind in ChannelKind.camera {
      clean[kind] = clean[kind].map { $0.replacing(values: $0.values.map { $0.rounded() }) }
    }
    for promise in ScenarioCase.sensor + ScenarioCase.noise {
      let damaged = try SampleChannels.make(promise.name, [(String, Double)]())
        .apply(to: clean, in: SampleChannels.trial(noise: ScenarioContractTests.noise))
      let restored = damaged.restoringWholeCodes(like: clean)
      for kind in ChannelKind.camera {
        let values = try #require(restored[kind]).values
        #expect(values.allSatisfy { $0 == $0.rounded() && (0...255).contains($0) })
      }
      #expect(restored[.ppg] == damaged[.ppg])
    }
  }
}
