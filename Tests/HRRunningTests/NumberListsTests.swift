import Foundation
import HRPlugins
import HRRunTestSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRunning

/// Numbers and beats of a unit that are read from a store without the rest of it.
@Suite struct NumberListsTests {
  /// Windows of three parts and a bit, with silence and missing references, some of them where parts meet.
  private static let table: WindowTable = {
    let count = 3 * NumberLists.partWindows + 17
    let limits = RateLimits(declared: nil, measurand: .heartRate)
    let isMissing = { (index: Int) in index % 101 == 7 || index == NumberLists.partWindows }
    var (first, second) = (EstimateColumn(), EstimateColumn())
    for index in 0..<count {
      let isSilent = index % 57 == 3 || index == 2 * NumberLists.partWindows - 1
      var estimate = isSilent ? Estimate.abstained(.lowQuality) : .bpm(60 + Double(index % 40) / 7)
      estimate.confidence = index % 3 == 0 ? nil : Double(index % 11) / 11
      first.append(estimate, within: limits)
      second.append(.bpm(70 + Double(index % 13)), within: limits)
    }
    first.firstReading = 4.5
    return WindowTable(
      ranges: (0..<count).map { TimeRange(start: Double($0) / 8, end: Double($0) / 8 + 10) },
      references: (0..<count).map { isMissing($0) ? .none("tooFewIntervals") : .bpm(61 + Double($0 % 29)) },
      estimates: [first, nil, second],
      beats: BeatTrains(
        reference: [0.5, 1.5, 2.75],
        trains: [
          nil, nil, BeatTrain(detected: [0.625, 1.25], answeredSpans: [TimeRange(start: 0, end: 10)]),
        ]), cadenceBPM: (0..<count).map { $0 % 5 == 0 ? nil : 90 })
  }()
  private static let results = [0, 2].map {
    UnitResult(unit: $0, facts: Example.facts(), outcome: .windows(table))
  }

  /// The same results in memory, and read from a store.
  private func with(_ body: (_ held: UnitResults, _ read: UnitResults, _ path: String) throws -> Void) throws
  {
    try withTemporaryFolder { folder in
      let path = folder + "/units.store"
      var plan = Example.plan
      plan.detectors.append(plan.detectors[1])
      let store = try RunStore(creating: path, fingerprint: "f", plan: plan)
      var places = ArrivingResults(in: path, most: 0)
      var end = try Data(contentsOf: URL(filePath: path)).count
      for result in Self.results {
        let answer = UnitAnswer(result)
        try store.append(answer)
        places.add(
          result,
          at: StoredUnit(
            unit: result.unit, position: end + 16, length: answer.bytes.count,
            checksum: RunStore.checksum(answer.bytes), size: UnitSize(result)))
        end += 16 + answer.bytes.count
      }
      try body(UnitResults(Self.results), places.results, path)
    }
  }

  @Test func everyPartIsThatOfTheTable() throws {
    try with { held, read, _ in
      #expect(read.parts.count == 8 && held.parts.count == 8)
      for detector in 0..<3 {
        for (one, other) in zip(held.parts, read.parts) {
          let (mine, theirs) = (
            held.rates(of: detector, one, withConfidences: true),
            read.rates(of: detector, other, withConfidences: true)
          )
          #expect((mine == nil) == (detector % 2 == 1) && (theirs == nil) == (mine == nil))
          guard let mine, let theirs else { continue }
          #expect(mine.first == theirs.first)
          #expect(mine.references.hasSameBits(as: theirs.references))
          #expect(mine.rates.hasSameBits(as: theirs.rates))
          #expect(mine.confidences.hasSameBits(as: theirs.confidences))
          #expect(read.rates(of: detector, other)?.confidences == [])
        }
      }
      // Parts together are the column, each window once.
      let whole = try read.parts.prefix(4).flatMap {
        let rates = try #require(read.rates(of: 0, $0))
        return Array(rates.rates[rates.first...])
      }
      #expect(whole.hasSameBits(as: try #require(Self.table.estimates[0]).bpm))
      #expect(read.problem == nil)
    }
  }

  @Test func windowsAndBeatsAreThoseOfTheTable() throws {
    try with { held, read, _ in
      for detector in [nil, 0, 1, 2] {
        for index in 0..<2 {
          let (mine, theirs) = (
            try #require(held.numbers(of: detector, at: index)),
            try #require(read.numbers(of: detector, at: index))
          )
          #expect(mine.starts == theirs.starts && mine.ends == theirs.ends && mine.starts.last == 1538)
          #expect(mine.references.hasSameBits(as: theirs.references))
          #expect(mine.cadences.hasSameBits(as: theirs.cadences) && mine.cadences.count == mine.starts.count)
          #expect(mine.rates.hasSameBits(as: theirs.rates))
          #expect(mine.confidences.hasSameBits(as: theirs.confidences))
          #expect(mine.firstReading == theirs.firstReading)
          #expect(mine.firstReading == (detector == 0 ? 4.5 : nil))
          #expect(mine.rates.isEmpty == (detector == nil || detector == 1))
        }
      }
      #expect(read.beats(of: 2, at: 1) == Self.table.beats)
      #expect(read.beats(of: 0, at: 1)?.trains.compactMap(\.self).isEmpty == true)
      #expect(held.beats(of: 2, at: 1) == Self.table.beats)
      #expect(read.problem == nil)
    }
  }

  /// Whatever part of a store changes while it is read, it is noticed by who reads that part.
  @Test func whatChangesIsNoticed() throws {
    let lists = try #require(
      NumberLists(marks: [1, 1, 0, 1], windows: Self.table.ranges.count))
    let bytes = UnitAnswer(Self.results[0]).bytes
    let lastOf = { (list: NumberLists.List) throws -> Int in
      try #require(lists.place(of: list)) + NumberLists.bytes(of: lists.windows) - 1
    }
    let places: [(byte: Int, isNoticed: (UnitResults) -> Bool)] = [
      (try lastOf(.starts), { $0.numbers(of: nil, at: 0) == nil }),
      (try lastOf(.references), { reads in !reads.parts.allSatisfy { reads.rates(of: 2, $0) != nil } }),
      (try lastOf(.rates(2)), { reads in !reads.parts.allSatisfy { reads.rates(of: 2, $0) != nil } }),
      (try lastOf(.confidences(0)), { $0.numbers(of: 0, at: 0) == nil }),
      (0, { $0.numbers(of: nil, at: 0) == nil }),
      (bytes.count - 1, { $0.withoutEstimates[0].facts == .unknown }),
    ]
    for (byte, isNoticed) in places {
      try with { _, read, path in
        #expect(!isNoticed(read) && read.problem == nil)
        let stored = try Data(contentsOf: URL(filePath: path))
        let file = try FileHandle(forUpdating: URL(filePath: path))
        let place = try #require(stored.firstRange(of: bytes)).lowerBound + byte
        try file.seek(toOffset: UInt64(place))
        try file.write(contentsOf: [stored[place] ^ 1])
        try file.close()
        #expect(isNoticed(read), "byte \(byte)")
        #expect(read.problem != nil, "byte \(byte)")
      }
    }
  }
}

@Suite struct ProgramIdentityTests {
  @Test func aFileThatIsNoProgramHasItsDigest() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/program"
      try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: path))
      #expect(ProgramIdentity.text(of: path) == FileMark.digest(of: path))
      // The beginning of a program that ends in its headers.
      try Data([0x7f, 0x45, 0x4c, 0x46, 2, 1] + [UInt8](repeating: 0xff, count: 90)).write(
        to: URL(filePath: path))
      #expect(ProgramIdentity.text(of: path) == FileMark.digest(of: path))
      #expect(ProgramIdentity.text(of: folder + "/none") == "missing")
    }
  }

  #if os(Linux)
    @Test func aProgramHasTheIDOfItsLinker() throws {
      let text = ProgramIdentity.text(of: "/proc/self/exe")
      #expect(text.wholeMatch(of: /build ID [0-9a-f]{16,64}/) != nil, "\(text)")
    }
  #endif
}
