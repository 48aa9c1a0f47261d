import HRSupport
import Testing

@testable import HRRunning

@Suite struct ProcessLimitsTests {
  private func limits(_ descriptors: Int?) -> ProcessLimits {
    ProcessLimits(openDescriptors: 4, mostDescriptors: descriptors)
  }

  @Test(arguments: [(nil, 60), (200, 60), (199, 59), (64, 14), (23, 1)] as [(Int?, Int)])
  func takesAsManyWorkersAsThereAreDescriptors(_ descriptors: Int?, _ count: Int) throws {
    let (found, warning) = try limits(descriptors).workers(wanted: 60)
    #expect(found == count)
    #expect((warning == nil) == (count == 60))
    if let descriptors, count < 60 {
      let processes = count == 1 ? "1 worker process" : "\(count) worker processes"
      #expect(
        warning?.message == "\(processes) instead of 60: only \(descriptors) files may be open at once")
      #expect(warning?.severity == .warning)
      #expect(warning?.hint == "raise the limit: ulimit -n 200")
    }
  }

  @Test(arguments: [0, 20, 22])
  func refusesTooFewDescriptors(_ descriptors: Int) throws {
    let thrown = try #require(throws: Diagnostics.self) { try limits(descriptors).workers(wanted: 60) }
    #expect(
      thrown.list.map(\.message) == [
        "too few files may be open at once: \(descriptors), expected at least 23"
      ])
  }

  @Test func refusesTooLittleMemory() {
    #expect(ProcessLimits.problems(addressSpaceBytes: 320 << 20, stackBytes: 4 << 20).isEmpty)
    #expect(ProcessLimits.problems(addressSpaceBytes: nil, stackBytes: nil).isEmpty)
    let problems = ProcessLimits.problems(addressSpaceBytes: (320 << 20) - 1, stackBytes: 64 << 10)
    #expect(
      problems.map(\.message) == [
        "too little memory may be used: 319 MB of address space, expected at least 320 MB",
        "too small a stack may be used: 64 kB, expected at least 4096 kB",
      ])
  }
}
