import HRRunTestSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning
@testable import HRNumerics

@Suite struct UnitCodingTests {
  @Test func windowsSurviveTheBytes() throws {
    let result = Example.result(unit: 4)
    let read = try UnitResult(bytes: result.bytes)
    #expect(read == result)
    guard case .windows(let table) = read.outcome else { return #expect(Bool(false), "windows expected") }
    let column = try #require(table.estimates[0])
    #expect(column.outcome(of: column.cells[2]) == .abstained(.flatSignal))
    #expect(column.cells[0].confidence == 0.5)
    #expect(column.cells[0].quality == .good)
    #expect(column.cells[0].motion == true)
    #expect(column.cells[1].confidence == nil)
  }

  @Test func beatsRatesAndCadencesSurviveTheBytes() throws {
    guard case .windows(let table) = try UnitResult(bytes: Example.result(unit: 4).bytes).outcome else {
      return #expect(Bool(false), "windows expected")
    }
    #expect(table.referenceDetectors.map(\.name) == ["one", "other"])
    #expect(table.referenceDetectors.map(\.ratesBPM) == [[60, nil, 70], [60.25, 64, 73]])
    #expect(table.cadenceBPM == [nil, 96, nil])
    #expect(table.beats?.reference == [0.5, 1.5, 2.75])
    #expect(table.beats?.trains.map { $0?.detected } == [nil, [0.625, 1.25]])
    #expect(table.beats?.trains[1]?.answeredSpans.map(\.start) == [0, 20])
    let bare = WindowTable(ranges: table.ranges, references: table.references, estimates: table.estimates)
    let result = UnitResult(unit: 2, facts: .unknown, outcome: .windows(bare))
    #expect(try UnitResult(bytes: result.bytes) == result)
  }

  @Test func aDetectorBehindTheReferenceHasACellForEveryWindow() {
    func bytes(rates: [Double?]) -> [UInt8] {
      let window = TimeRange(start: 0, end: 10)
      let table = WindowTable(
        ranges: [window, window], references: [.bpm(60), .bpm(60)], estimates: [],
        referenceDetectors: [.init(name: "a", ratesBPM: rates)])
      return UnitResult(unit: 0, facts: .unknown, outcome: .windows(table)).bytes
    }
    #expect(throws: Never.self) { try UnitResult(bytes: bytes(rates: [1, nil])) }
    #expect(throws: ByteReader.Damaged.self) { try UnitResult(bytes: bytes(rates: [1])) }
    #expect(throws: ByteReader.Damaged.self) { try UnitResult(bytes: bytes(rates: [1, 2, 3])) }
  }

  @Test func detailsOfVariabilitySurviveTheBytes() throws {
    func result(_ details: [Double]) -> UnitResult {
      var column = EstimateColumn()
      column.append(bpm: 41, outcome: .value, confidence: nil, quality: nil, motion: nil)
      column.append(
        bpm: nil, outcome: .abstained(.tooFewBeats), confidence: nil, quality: nil, motion: nil)
      column.variability = details
      let window = TimeRange(start: 0, end: 60)
      let table = WindowTable(
        ranges: [window, window], references: [.bpm(40), .bpm(42)], estimates: [column])
      return UnitResult(unit: 0, facts: .unknown, outcome: .windows(table))
    }
    let written = result([40.5, .nan, 0.25, 0.125] + [Double](repeating: .nan, count: 4))
    let read = try UnitResult(bytes: written.bytes)
    #expect(read == written)
    guard case .windows(let table) = read.outcome else { return #expect(Bool(false), "windows expected") }
    let column = try #require(table.estimates[0])
    let detail = try #require(column.variabilityDetail(0))
    #expect(detail.withoutExtra == 40.5 && detail.filled.isNaN)
    #expect(detail.correctedShare == 0.25 && detail.referenceCorrectedShare == 0.125)
    #expect(column.variabilityDetail(1) == nil)
    #expect(throws: ByteReader.Damaged.self) { try UnitResult(bytes: result([1, 2, 3, 4]).bytes) }
  }

  @Test func failuresSurviveTheBytes() throws {
    let result = UnitResult(unit: 0, facts: .unknown, outcome: .failed("no such file ü"))
    #expect(try UnitResult(bytes: result.bytes) == result)
  }

  private static func end(_ level: Double) -> ChannelEnds.End {
    ChannelEnds.End(
      edge: (0..<8).map { level + Double($0) },
      prediction: LinearPrediction(
        weights: (0..<8).map { level / Double($0 + 1) }, constant: -level, error: 0.5))
  }

  @Test func examsSurviveTheBytes() throws {
    let exam = RecordingExam(
      findings: [
        DataFinding(.sampleRate, evidence: "a steady ratio of 1.024", mend: "declare 125 Hz"),
        DataFinding(.noPulse, at: "channel red", evidence: "ü", mend: ""),
      ], marks: [0, .max, 0x8000_0000_0000_0000],
      landmarks: [WaveLandmark(course: .max, seconds: 1.5), WaveLandmark(course: 0, seconds: -2)],
      ends: [
        ChannelEnds(
          kind: .furtherPulse(3), sampleRate: 30, range: TimeRange(start: 1, end: 9), first: Self.end(1),
          last: Self.end(2))
      ])
    for outcome in [Example.result(unit: 0).outcome, .failed("too short")] {
      for exam in [exam, RecordingExam(findings: []), nil] {
        let result = UnitResult(unit: 0, facts: Example.facts(), outcome: outcome, exam: exam)
        #expect(try UnitResult(bytes: result.bytes) == result)
      }
    }
    let named = UnitResult(unit: 0, facts: .unknown, outcome: .failed(""), exam: exam).bytes
    var unknown = named
    let place = try #require(named.firstRange(of: Array("noPulse".utf8)))
    unknown.replaceSubrange(place, with: Array("noPolse".utf8))
    #expect(throws: ByteReader.Damaged.self) { try UnitResult(bytes: unknown) }
  }

  @Test func everyCutIsNoticed() {
    let whole = Example.result(unit: 0)
    let exam = RecordingExam(
      findings: [DataFinding(.mainsHum, at: "p", evidence: "e", mend: "m")], marks: [1, 2],
      landmarks: [WaveLandmark(course: 3, seconds: 4)])
    let bytes = UnitResult(unit: 0, facts: whole.facts, outcome: whole.outcome, exam: exam).bytes
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
    let column = EstimateColumn(
      [.bpm(.nan), .bpm(0), .bpm(-3), .bpm(.infinity), .bpm(60)],
      within: RateLimits(declared: .unbounded, measurand: .heartRate))
    #expect(column.cells.map(\.hasValue) == [false, false, false, false, true])
    #expect(column.outcome(of: column.cells[0]).isFailure)
  }
}
