import HRRecordings
import Testing

/// Fits of even rows to times that were rounded or are shared by rows.
@Suite struct EvennessTests {
  private func evenness(_ times: [Double]) throws -> Evenness {
    try #require(ValueSummary(times)?.evenness)
  }

  @Test(arguments: [(25.0, 0.0), (25, 0.9), (64, 0.31), (130, 0.5)])
  func wholeSecondsGiveTheRowsOfASecond(_ rate: Double, _ start: Double) throws {
    let even = try evenness((0..<2000).map { row -> Double in (start + Double(row) / rate).rounded(.down) })
    #expect(abs(1 / even.step / rate - 1) <= even.uncertainty && even.uncertainty < 0.002)
    #expect(even.isEven && even.resolution == 1)
  }

  @Test func packetsGiveTheirRows() throws {
    // The time of a packet of 73 samples at 130 Hz, which arrives up to 40 ms late.
    let late = [0.01, 0.04, 0, 0.02, 0.035]
    let times = (0..<2920).map { row -> Double in
      let packet = row / 73
      return Double(packet) * 73 / 130 + late[packet % 5]
    }
    let even = try evenness(times)
    #expect(even.isEven && abs(1 / even.step - 130) < 130 * even.uncertainty)
  }

  @Test func aPauseIsNotEven() throws {
    let even = try evenness(
      (0..<1000).map { row -> Double in
        let pause = row > 500 ? 7.0 : 0
        return (Double(row) / 25 + pause).rounded(.down)
      })
    #expect(!even.isEven)
  }

  @Test func roundedMillisecondsAreToldFromExactTimes() throws {
    let stamps = (0..<640).map { row -> Double in (Double(row) * 1000 / 64).rounded() }
    let rounded = try evenness(stamps)
    #expect(rounded.isRounded && rounded.quantum == 1 && abs(1000 / rounded.step - 64) < 0.2)
    #expect(!(try evenness((0..<640).map { Double($0) / 64 }).isRounded))
    // A lost row is more than rounding.
    #expect(
      !(try evenness(stamps.filter { $0 != stamps[100] }).isRounded))
  }

  @Test func thereIsNoneForTimesThatFallOrAreFew() {
    #expect(ValueSummary([0, 1, 0.5, 2])?.evenness == nil)
    #expect(ValueSummary([0, 0, 1, 1])?.evenness == nil)
  }
}
