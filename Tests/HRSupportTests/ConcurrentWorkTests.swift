import Synchronization
import Testing

@testable import HRSupport

@Suite struct ConcurrentWorkTests {
  private final class Seen: Sendable {
    let numbers = Mutex<[Int]>([])
  }

  @Test(arguments: [0, 1, 2, 1000])
  func everyNumberOnce(_ count: Int) {
    let seen = Seen()
    ConcurrentWork.perform(count) { number in seen.numbers.withLock { $0.append(number) } }
    #expect(seen.numbers.withLock { $0.sorted() } == Array(0..<count))
  }

  @Test func bothAreDone() {
    let (one, other) = ConcurrentWork.both {
      (0..<1000).reduce(0, +)
    } _: {
      ConcurrentWork.map(3) { $0 * $0 }
    }
    #expect(one == 499_500 && other == [0, 1, 4])
  }
}
