import HRSupport
import HRTestSupport
import Testing

@testable import HRRecordings

/// A recording that exceeds the memory of any worker is refused before it is read, with its whole need.
@Suite struct MemoryNeedTests {
  /// Returns the problem of two channels with 3 and 2 numbers: 40 bytes.
  private func problem(limit: Int, availableBytes: Int? = nil) throws -> Diagnostic? {
    let budget = ReadingBudget(ReadingLimits([.workerBytes: limit]), availableBytes: availableBytes)
    let folder = try TemporaryFolder()
    let path = folder.path + "/f.h5"
    let writer = try HDF5Writer(path)
    try writer.write([1, 2, 3], to: "/x")
    try writer.write([4, 5, 6, 7], dimensions: [2, 2], to: "/y")
    try writer.finish()
    var request = FileRequest()
    request.add(.object("/x", .whole), optional: false)
    request.add(.object("/y", .column(1)), optional: false)
    do throws(Diagnostics) {
      var reading = try HierarchyReading(path, budget: budget)
      _ = try reading.contents(for: request)
      return nil
    } catch {
      #expect(budget.left == 1_000_000_000, "nothing was taken")
      return error.first
    }
  }

  /// 100 MB for the worker, and twice the 40 bytes.
  private static let least = 100_000_080

  @Test func theWholeFileCounts() throws {
    #expect(try problem(limit: Self.least) == nil)
    let refused = try #require(try problem(limit: Self.least - 1))
    #expect(
      refused.message == "the recording needs at least 0.11 GB of memory, and the limit is 0.1 GB")
    #expect(refused.hint?.contains("--limits workerBytes=100000160") == true, "\(refused.hint ?? "")")
    #expect(ReadingLimits.remedy(in: refused) == refused.hint)
    #expect(!MemoryNeed.isOfMachine(refused.message, limits: ReadingLimits(), availableBytes: 1))
  }

  @Test func theMachineMayHaveLess() throws {
    #expect(try problem(limit: 6_000_000_000, availableBytes: Self.least) == nil)
    let refused = try #require(try problem(limit: 6_000_000_000, availableBytes: Self.least - 1))
    #expect(
      refused.message
        == "the recording needs at least 0.11 GB of memory, and there are 0.1 GB on this machine")
    #expect(ReadingLimits.remedy(in: refused) == nil)
    // No machine has enough memory.
    #expect(try problem(limit: 1, availableBytes: 1)?.message.contains("the limit is 0 GB") == true)
    #expect(try problem(limit: 6_000_000_000) == nil)
  }

  /// Another machine may have the memory only if this one is the limit.
  @Test func whatIsOfTheMachine() {
    let limits = ReadingLimits([.workerBytes: 1000])
    let refused = "the recording needs at least 9 GB of memory, and there are 2 GB on this machine (r.h5)"
    let crashed = "the worker working on it crashed (signal 6): failed to allocate; \(MemoryNeed.exhausted)"
    for reason in [refused, crashed] {
      #expect(MemoryNeed.isOfMachine(reason, limits: limits, availableBytes: 999))
      #expect(!MemoryNeed.isOfMachine(reason, limits: limits, availableBytes: 1000))
      #expect(!MemoryNeed.isOfMachine(reason, limits: limits, availableBytes: nil))
    }
    #expect(!MemoryNeed.isOfMachine("the file is empty", limits: limits, availableBytes: 999))
  }

  @Test func seriesThatNobodyForesaw() throws {
    let budget = ReadingBudget(ReadingLimits([.workerBytes: Self.least]), availableBytes: nil)
    let place = Diagnostic.Place(file: "f")
    try budget.take(numbers: 5, place: place)
    #expect(throws: Diagnostics.self) { try budget.take(numbers: 1, place: place) }
    let foreseen = ReadingBudget(ReadingLimits([.workerBytes: Self.least]), availableBytes: nil)
    try foreseen.take(numbers: 1, place: place)
    #expect(throws: Diagnostics.self) { try foreseen.foresee(numbers: [2, 3], in: "f") }
    try foreseen.foresee(numbers: [2, 2], in: "f")
    try foreseen.take(numbers: 2, place: place)
    try foreseen.take(numbers: 2, place: place)
  }

  /// Rows are counted after they are parsed, and before anything is made of them.
  @Test func tables() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("t.csv", "a,b\n1,2\n3,4\n")
    for (limit, fits) in [(100_000_064, true), (100_000_063, false)] {
      let budget = ReadingBudget(ReadingLimits([.workerBytes: limit]), availableBytes: nil)
      let table = try? CSVTable.read(
        path, format: CSVFormat(), columns: [.named("a"), .named("b")], budget: budget)
      #expect((table != nil) == fits)
    }
  }
}
