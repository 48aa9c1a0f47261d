import Testing

@testable import HRSupport

@Suite struct AvailableMemoryTests {
  @Test(arguments: [("4294967296\n", 4_294_967_296), ("max\n", nil), ("", nil)] as [(String, Int?)])
  func readsControlGroups(_ text: String, _ bytes: Int?) {
    #expect(AvailableMemory.bytes(inGroup: text) == bytes)
  }

  @Test func readsTheMachinesMemory() {
    let text = "MemTotal:        8000 kB\nMemFree:          100 kB\nSwapTotal:       2000 kB\n"
    #expect(AvailableMemory.bytes(inMemInfo: text) == 10_240_000)
    #expect(AvailableMemory.bytes(inMemInfo: "MemTotal: 8000 kB\n") == 8_192_000)
    #expect(AvailableMemory.bytes(inMemInfo: "SwapTotal: 8000 kB\n") == nil)
  }

  #if os(Linux)
    @Test func findsTheGroupOfAController() {
      let first = "12:cpu,cpuacct:/jobs/7\n4:memory:/jobs/9\n0::/system\n"
      #expect(ControlGroup.path(of: "memory", in: first) == "/jobs/9")
      #expect(ControlGroup.path(of: "cpu", in: first) == "/jobs/7")
      #expect(ControlGroup.path(of: "", in: first) == "/system")
      #expect(ControlGroup.path(of: "memory", in: "0::/a:b\n") == nil)
      #expect(ControlGroup.path(of: "", in: "0::/a:b\n") == "/a:b")
    }

    @Test func thisMachineHasSome() throws {
      #expect(try #require(AvailableMemory.bytes) > 100_000_000)
    }
  #endif
}
