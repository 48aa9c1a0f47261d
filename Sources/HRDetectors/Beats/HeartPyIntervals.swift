internal import HRPlugins
internal import HRSignals

/// HeartPy's rejection of beats, and its rate.
///
/// An interval that is no closer to the mean of all intervals than 30 % of it, or 0.3 s if that is more, rejects the
/// beat that ends it. An interval counts if neither of its beats is rejected. Optionally all of ten beats (the first
/// ten, the next ten, and so on while there are ten) are rejected if too many of them are.
struct HeartPyIntervals {
  private static let toleratedShare = 0.3
  private static let leastToleranceSeconds = 0.3

  let beats: [Double]
  private(set) var isKept: [Bool]

  /// - Parameters:
  ///   - beats: seconds, ascending.
  ///   - mostRejectsInTen: more than that many reject all ten.
  init(beats: [Double], mostRejectsInTen: Int) {
    self.beats = beats
    isKept = beats.map { _ in true }
    guard beats.count > 1 else { return }
    let mean = (beats[beats.count - 1] - beats[0]) / Double(beats.count - 1)
    let tolerance = max(Self.toleratedShare * mean, Self.leastToleranceSeconds)
    for index in 1..<beats.count where abs(beats[index] - beats[index - 1] - mean) >= tolerance {
      isKept[index] = false
    }
    for ten in 0..<(beats.count / 10) {
      let part = (10 * ten)..<(10 * ten + 10)
      guard part.count(where: { !isKept[$0] }) > mostRejectsInTen else { continue }
      for index in part { isKept[index] = false }
    }
  }

  /// 60 over the mean of the intervals that count, among the beats of a stretch.
  ///
  /// The confidence is the share of the intervals that count.
  func estimate(in indices: Range<Int>) -> Estimate {
    guard indices.count >= 3 else { return .abstained(.tooFewBeats) }
    var (sum, count) = (0.0, 0.0)
    for index in indices.dropFirst() where isKept[index - 1] && isKept[index] {
      sum += beats[index] - beats[index - 1]
      count += 1
    }
    guard count > 0 else { return .abstained(.noPlausibleInterval) }
    var estimate = Estimate.bpm(60 * count / sum, confidence: count / Double(indices.count - 1))
    estimate.beats = indices.filter { isKept[$0] }.map { beats[$0] }
    return estimate
  }
}
