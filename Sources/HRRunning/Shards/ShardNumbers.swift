/// Numbers of shards as text: `0,4-7`.
package enum ShardNumbers {
  /// Returns numbers as `run --shard` takes them before the slash.
  ///
  /// - Parameter shards: ascending.
  package static func listed(_ shards: [Int]) -> String {
    var parts: [String] = []
    var index = 0
    while index < shards.count {
      var end = index
      while end + 1 < shards.count, shards[end + 1] == shards[end] + 1 { end += 1 }
      parts.append(end == index ? "\(shards[index])" : "\(shards[index])-\(shards[end])")
      index = end + 1
    }
    return parts.joined(separator: ",")
  }

  /// Reads numbers from text.
  ///
  /// - Parameters:
  ///   - text: the text as written.
  ///   - count: number of shards.
  /// - Returns: the numbers in the order given; `nil` if the text is anything else, or names one twice.
  package static func read(_ text: some StringProtocol, of count: Int) -> [Int]? {
    var shards: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count <= 2, let first = number(ends[0]), let last = number(ends[ends.count - 1]),
        first <= last, last < count
      else { return nil }
      shards += Array(first...last)
    }
    return Set(shards).count == shards.count ? shards : nil
  }

  /// Reads a whole number in at most nine plain digits; `nil` for anything else.
  package static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.count <= 9, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text, radix: 10)
  }
}
