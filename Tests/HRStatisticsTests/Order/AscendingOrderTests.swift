import Testing

@testable import HRStatistics

@Suite struct AscendingOrderTests {
  /// Counts on both sides of the switch between the two sorting methods.
  @Test(arguments: [0, 1, 2, 511, 512, 1000])
  func agreesWithTheStandardSort(count: Int) {
    var stream = TestNumbers(seed: 4)
    // Few distinct values of both signs, so that there are ties, and some huge and tiny ones.
    let values = (0..<count).map { index in
      let value = (20 * stream.normal()).rounded()
      return index % 7 == 0 ? value * 1e-300 : index % 11 == 0 ? value * 1e300 : value
    }
    let order = AscendingOrder(values)
    #expect(order.values == values.sorted())
    #expect(order.indices.map { values[Int($0)] } == order.values)
    #expect(Set(order.indices).count == count)
    let sorted = SortedErrors(values)
    #expect(sorted.absolute == values.map(abs).sorted())
  }

  @Test func equalValuesKeepTheirOrder() {
    let values = (0..<300).map { Double($0 % 3) }
    let indices = AscendingOrder(values).indices
    #expect(indices.prefix(100).elementsEqual(stride(from: 0, to: 300, by: 3).map { Int32($0) }))
  }

  @Test func ranksOfTiesAreAveraged() {
    #expect(averageRanks([3, 1, 3, 2, 3]) == [4, 1, 4, 2, 4])
    #expect(averageRanks([0.0, -0.0]) == [1.5, 1.5])
  }
}
