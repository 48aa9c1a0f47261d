internal import HRSignals

/// The clock on which landmarks that two recordings have in common are at the same places.
///
/// Two hearts have landmarks of equal courses by chance, but not in the same order at the same distances; synthetic ones
/// of one rate have the more of them. Simultaneous recordings of one heart by two sensors have some that are, among more
/// that are not.
struct CommonClock: Equatable {
  /// Least number of common landmarks on one clock; `CopyRatesTests` measures how often copies and others have them.
  static let leastLandmarks = 12
  /// Least share of the common landmarks that are on it.
  private static let leastShare = 2.0 / 3
  /// Bounds of the second clock's seconds per second of the first.
  private static let slopes = 0.8...1.25
  /// Largest distance of a landmark from its place, in seconds.
  private static let toleranceSeconds = 0.05
  /// Least time between two landmarks that a clock is taken from, in seconds.
  private static let leastSeconds = 4.0
  /// Most common landmarks that are used, spread over all.
  private static let most = 100

  /// Seconds in the second recording per second in the first; negative in reverse order.
  let slope: Double
  /// Number of landmarks on the clock, of those in use.
  let shared: Int
  /// Number of common landmarks in use.
  let common: Int

  /// Finds the clock through two common landmarks that most others agree with.
  ///
  /// - Parameters:
  ///   - first: landmarks of one recording, each course once.
  ///   - second: those of the other.
  /// - Returns: `nil` if too few landmarks are on one clock.
  init?(_ first: [WaveLandmark], _ second: [WaveLandmark]) {
    let times = Dictionary(second.map { ($0.course, $0.seconds) }) { first, _ in first }
    let all = first.compactMap { landmark in times[landmark.course].map { (x: landmark.seconds, y: $0) } }
      .sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    let count = min(all.count, Self.most)
    let points = (0..<count).map { all[$0 * all.count / count] }
    var best: [(x: Double, y: Double)] = []
    for (index, one) in points.enumerated() {
      for other in points[(index + 1)...] where other.x - one.x >= Self.leastSeconds {
        let slope = (other.y - one.y) / (other.x - one.x)
        guard Self.slopes.contains(abs(slope)) else { continue }
        let near = points.filter { abs($0.y - one.y - slope * ($0.x - one.x)) < Self.toleranceSeconds }
        if near.count > best.count { best = near }
      }
      // A line that begins later has no more points than are left.
      if best.count >= count - index - 1 { break }
    }
    guard best.count >= Self.leastLandmarks, Double(best.count) >= Self.leastShare * Double(count) else {
      return nil
    }
    let (x, y) = (best.map(\.x), best.map(\.y))
    let (middleX, middleY) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
    let products = best.map { ($0.x - middleX) * ($0.y - middleY) }.reduce(0, +)
    let squares = x.map { ($0 - middleX) * ($0 - middleX) }.reduce(0, +)
    (slope, shared, common) = (products / squares, best.count, count)
  }
}
