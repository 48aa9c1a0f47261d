import Foundation
import Testing

@testable import HRSignals
@testable import HRNumerics

@Suite struct WarpingTests {
  @Test func aRowIsItsOwnWarp() {
    let x = [1.0, 4, 2, 8, 5]
    #expect(warped(x, onto: x) == x)
    #expect(warped([], onto: x).isEmpty && warped(x, onto: []).isEmpty)
  }

  /// Held values and a late start have no cost: the path waits.
  @Test func waitsForTheOtherRow() {
    #expect(warped([0, 0, 0, 1, 3, 3, 1, 0], onto: [0, 1, 3, 1, 0]) == [0, 1, 3, 1, 0])
    #expect(warped([0, 3, 0], onto: [0, 0, 3, 3, 0]) == [0, 0, 3, 3, 0])
  }

  @Test func valuesThatShareAPlaceAreAveraged() {
    #expect(warped([1, 2, 3], onto: [2]) == [2])
  }

  @Test func correlationIsPearsons() {
    #expect(abs(pearsonCorrelation([1, 2, 3], [10, 20, 30]) - 1) < 1e-15)
    #expect(abs(pearsonCorrelation([1, 2, 3], [3, 2, 1]) + 1) < 1e-15)
    #expect(pearsonCorrelation([1, 2, 3], [5, 5, 5]) == 0)
    // NumPy: corrcoef([1, 2, 4, 3], [2, 1, 4, 4])
    #expect(abs(pearsonCorrelation([1, 2, 4, 3], [2, 1, 4, 4]) - 0.774596669241483) < 1e-12)
  }
}
