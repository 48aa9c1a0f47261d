import HRRunTestSupport
import HRTestSupport
import Foundation
@testable import HRSupport
import HRSignals
import Testing

@testable import HRRunning

@Suite struct RunStoreTests {
  private func write(_ units: [Int], to path: String) throws {
    let store = try RunStore(creating: path, fingerprint: "f", plan: Example.plan)
    for unit in units { try store.append(UnitAnswer(Example.result(unit: unit))) }
  }

  @Test func givesBackWhatWasAppended() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/units.store"
      try write([2, 0], to: path)
      let content = try RunStore.read(path)
      #expect(content.fingerprint == "f")
      #expect(content.plan == Example.plan)
      #expect(Array(content.results) == [Example.result(unit: 0), Example.result(unit: 2)])
    }
  }

  /// Invalid content of a damaged store is left out: a unit that does not exist, a repeated one, columns of other
  /// detectors.
  @Test func whatDoesNotBelongIsLeftOut() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/units.store"
      for units in [[0, 9], [0, -1], [0, 0]] {
        try write(units, to: path)
        #expect(try RunStore.read(path).results.map(\.unit) == [0])
      }
      do {
        let store = try RunStore(creating: path, fingerprint: "f", plan: Example.plan)
        let whole = Example.result(unit: 1)
        guard case .windows(let table) = whole.outcome else { return }
        let short = WindowTable(
          ranges: table.ranges, references: table.references, estimates: Array(table.estimates.prefix(1)))
        try store.append(
          UnitAnswer(UnitResult(unit: 1, facts: whole.facts, outcome: .windows(short))))
      }
      #expect(try RunStore.read(path).results.isEmpty)
    }
  }

  /// A recording is examined by its first unit, so an exam at another unit is not of this plan.
  @Test func examsStandWithTheFirstUnitOfTheirRecording() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/units.store"
      let results = [0, 3, 4].map { unit in
        let whole = Example.result(unit: unit)
        return UnitResult(
          unit: unit, facts: whole.facts, outcome: whole.outcome,
          exam: RecordingExam(findings: [], marks: [7]))
      }
      do {
        let store = try RunStore(creating: path, fingerprint: "f", plan: Example.plan)
        for result in results { try store.append(UnitAnswer(result)) }
      }
      #expect(Array(try RunStore.read(path).results) == Array(results.prefix(2)))
    }
  }

  @Test func aTornEndIsLeftOutAndWrittenOver() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/units.store"
      try write([0, 1], to: path)
      let whole = try #require(FileManager.default.contents(atPath: path))
      for cut in [1, 17, 60] {
        try whole.dropLast(cut).write(to: URL(fileURLWithPath: path))
        let torn = try RunStore.read(path)
        #expect(torn.results.map(\.unit) == [0])
        do {
          let store = try RunStore(resuming: path, after: torn)
          try store.append(UnitAnswer(Example.result(unit: 5)))
        }
        #expect(try RunStore.read(path).results.map(\.unit) == [0, 5])
      }
    }
  }

  /// A run that is killed before its store has a complete head can begin as if it had never started.
  @Test func aStoreIsThereOnceItsHeadIsWhole() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/units.partial"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      #expect(throws: Diagnostics.self) {
        _ = try RunStore(creating: path, fingerprint: "f", plan: Example.plan)
      }
      #expect(!FileManager.default.fileExists(atPath: path + "/units.store"))
      try FileManager.default.removeItem(atPath: path)
      _ = try RunStore(creating: path, fingerprint: "f", plan: Example.plan)
      #expect(TextFile.names(in: folder) == ["units.partial"])
    }
  }

  /// Results written to a file that has lost its name are lost, and must not be reported as stored.
  @Test(arguments: [false, true])
  func aStoreThatIsGoneIsNoticed(_ isReplaced: Bool) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/units.partial"
      let store = try RunStore(creating: path, fingerprint: "f", plan: Example.plan)
      try store.append(UnitAnswer(Example.result(unit: 0)))
      try FileManager.default.moveItem(atPath: path, toPath: folder + "/elsewhere")
      if isReplaced { try Data("another".utf8).write(to: URL(fileURLWithPath: path)) }
      let thrown = try #require(throws: Diagnostics.self) {
        try store.append(UnitAnswer(Example.result(unit: 1)))
      }
      #expect(thrown.list.map(\.message) == ["the run's folder was removed or replaced while it ran"])
    }
  }

  /// Lengths in a damaged file are compared with the file's size, and a hole at its end is neither read nor
  /// allocated.
  @Test func aHoleIsNotRead() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/units.store"
      try write([0, 1], to: path)
      let size = try #require(FileManager.default.contents(atPath: path)).count
      #expect(truncate(path, 1 << 40) == 0)
      #expect(try RunStore.read(path).results.map(\.unit) == [0, 1])
      let file = try #require(FileHandle(forReadingAtPath: path))
      var bytes = try #require(try file.read(upToCount: size))
      for value in [UInt8(0xff), 0x7f] {
        // The length of the fingerprint, which follows the magic line.
        bytes[("\(RunStore.family)\(FormatVersion.store)\n".utf8.count + 7)] = value
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(throws: Diagnostics.self) { try RunStore.read(path) }
      }
    }
  }

  @Test func aFlippedByteIsNoticed() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/units.store"
      try write([0, 1], to: path)
      var bytes = try #require(FileManager.default.contents(atPath: path))
      bytes[bytes.count - 40] ^= 1
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(try RunStore.read(path).results.map(\.unit) == [0])
    }
  }

  @Test func refusesOtherFiles() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/x"
      try Data("hello".utf8).write(to: URL(fileURLWithPath: path))
      let problems = try #require(throws: Diagnostics.self) { try RunStore.read(path) }
      #expect(problems.list[0].message == "this is not the store of a run")
      let missing = try #require(throws: Diagnostics.self) { try RunStore.read(folder + "/none") }
      #expect(missing.list[0].message == "there is no stored run here")
    }
  }

  @Test func storesOfAnotherVersionAreRefusedByIt() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/units.store"
      try write([0], to: path)
      let mine = "hreval units \(FormatVersion.store)\n"
      let whole = try #require(FileManager.default.contents(atPath: path))
      #expect(whole.starts(with: Data(mine.utf8)))
      for (version, message) in [
        (
          "3\n",
          "the stored run is of version 3; this hreval reads version \(FormatVersion.store)"
        ),
        (
          "12\n",
          "the stored run is of version 12; this hreval reads version \(FormatVersion.store)"
        ),
        ("x\n", "this is not the store of a run"),
      ] {
        var bytes = whole
        bytes.replaceSubrange(0..<mine.utf8.count, with: Data("hreval units \(version)".utf8))
        try bytes.write(to: URL(fileURLWithPath: path))
        let problems = try #require(throws: Diagnostics.self) { try RunStore.read(path) }
        #expect(problems.list.map(\.message) == [message])
        #expect(problems.list[0].hint?.hasPrefix("run the experiment again") == true)
      }
    }
  }

  @Test func saysWhenItCannotWrite() throws {
    let problems = try #require(throws: Diagnostics.self) {
      _ = try RunStore(creating: "/nowhere/units.store", fingerprint: "f", plan: Example.plan)
    }
    #expect(problems.list[0].message.contains("cannot write"))
  }
}
