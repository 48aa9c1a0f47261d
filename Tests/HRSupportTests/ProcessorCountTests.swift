import Testing

@testable import HRSupport

@Suite struct ProcessorCountTests {
  @Test(
    arguments: [
      ("200000 100000\n", 2), ("150000 100000", 2), ("50000 100000", 1), ("max 100000", nil), ("", nil),
      ("5", nil),
    ] as [(String, Int?)])
  func readsControlGroupQuotas(_ text: String, _ processors: Int?) {
    #expect(ProcessorCount.processors(cpuMax: text) == processors)
  }

  @Test func readsAffinityMasks() {
    #expect(ProcessorCount.processors(inStatus: "Name:\tx\nCpus_allowed:\tff,00000003\n") == 10)
    #expect(ProcessorCount.processors(inStatus: "Name:\tx\n") == nil)
  }

  @Test func isAtLeastOne() {
    #expect(ProcessorCount.usable >= 1)
  }
}
