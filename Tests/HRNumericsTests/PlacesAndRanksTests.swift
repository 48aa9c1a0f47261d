import Testing

@testable import HRNumerics

/// Tests of sums by place and of the median with one value more.
@Suite struct PlacesAndRanksTests {
  @Test(arguments: [1, 2, 3, 7, 20])
  func sumsByPlaceAreThoseOfTheirDefinition(period: Int) {
    let x = (0..<17).map { Double(($0 * 37) % 19) - 8 }
    let part = x[2...]
    let expected = (0..<period).map { place in
      stride(from: part.startIndex + place, to: part.endIndex, by: period).reduce(0.0) { $0 + part[$1] }
    }
    #expect(sumsByPlace(part, period: period) == expected)
    #expect(sumsByPlace([], period: period) == Array(repeating: 0, count: period))
  }

  @Test(arguments: 0...9)
  func upperMedianWithAValueIsThatOfBoth(count: Int) {
    var order = RunningOrder()
    let values = (0..<count).map { Double(($0 * 7) % 5) }
    for value in values { order.insert(value) }
    for value in stride(from: -1, through: 6, by: 0.5) {
      #expect(order.upperMedian(with: value) == (values + [value]).sorted()[(count + 1) / 2])
    }
  }
}
