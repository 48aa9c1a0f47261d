import Foundation
import Testing

@testable import HRReporting

@Suite struct PackedNumbersTests {
  private func bytes(_ text: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: text))) }

  @Test func hundredthsAreHeldAtTheirEnds() throws {
    let packed = try bytes(PackedNumbers.hundredths([0, 72.345, 655.34, 1e9, -3, nil, .nan, .infinity]))
    let codes = stride(from: 0, to: packed.count, by: 2).map { Int(packed[$0]) | Int(packed[$0 + 1]) << 8 }
    #expect(codes == [0, 7235, 65534, 65534, 0, 65535, 65535, 65535])
  }

  @Test func sharesHaveHalfPercentSteps() throws {
    #expect(try bytes(PackedNumbers.shares([0, 0.5, 1, 1.5, nil, .nan])) == [0, 100, 200, 200, 255, 255])
  }

  @Test func aWaveReachesFromItsLeastToItsGreatestSample() throws {
    let wave = PackedNumbers.wave([-2, 0, 2, .nan])
    #expect(wave.low == -2)
    #expect(wave.high == 2)
    #expect(try bytes(wave.text) == [0, 127, 254, 255])
  }

  @Test func aFlatWaveIsFlat() throws {
    #expect(try bytes(PackedNumbers.wave([3, 3]).text) == [0, 0])
    #expect(PackedNumbers.wave([.nan]).low == 0)
    #expect(PackedNumbers.wave([]).text == "")
  }
}
