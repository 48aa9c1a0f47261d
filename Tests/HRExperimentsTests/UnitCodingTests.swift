import HRPlugins
import HRSignals
import Testing

@testable import HRExperiments

@Suite struct UnitCodingTests {
  @Test func windowsSurviveTheBytes() throws {
    let result = Example.result(unit: 4)
    let read = try UnitResult(bytes: result.bytes)
    #expect(read == result)
    guard case .windows(let table) = read.outcome else { return #expect(Bool(false), "windows expected") }
    let column = table.estimates[0]
    #expect(column.outcome(of: column.cells[2]) == "abstained:flatSignal")
    #expect(column.cells[0].confidence == 0.5)
    #expect(column.cells[0].quality == .good)
    #expect(column.cells[0].motion == true)
    #expect(column.cells[1].confidence == nil)
  }

  @Test func failuresSurviveTheBytes() throws {
    let result = UnitResult(unit: 0, facts: .unknown, outcome: .failed("no such file ü"))
    #expect(try UnitResult(bytes: result.bytes) == result)
  }

  @Test func everyCutIsNoticed() {
    let bytes = Example.result(unit: 1).bytes
    for length in 0..<bytes.count {
      #expect(throws: ByteReader.Damaged.self) { try UnitResult(bytes: bytes.prefix(length)) }
    }
    #expect(throws: ByteReader.Damaged.self) { try UnitResult(bytes: bytes + [0]) }
  }

  @Test func damagedBytesNeverTrap() {
    let bytes = Example.result(unit: 1).bytes
    var random = RandomStream(seed: 3, ["damage"])
    var refused = 0
    for _ in 0..<500 {
      var damaged = bytes
      damaged[random.index(below: damaged.count)] = UInt8(random.index(below: 256))
      if (try? UnitResult(bytes: damaged)) == nil { refused += 1 }
    }
    #expect(refused > 0)
  }

  @Test func impossibleRatesAreFailures() {
    let column = EstimateColumn([.bpm(.nan), .bpm(0), .bpm(-3), .bpm(.infinity), .bpm(60)])
    #expect(column.cells.map(\.hasValue) == [false, false, false, false, true])
    #expect(column.outcome(of: column.cells[0]).hasPrefix("failed:"))
  }
}
