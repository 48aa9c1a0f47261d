internal import HRSupport
internal import HRNumerics
internal import HRSignals
internal import RealModule

/// Check for labels that fit the accelerometer far better at a time offset.
struct LabelQuestions {
  private static let reach = 180
  private static let leastSeconds = 5

  let analysis: RecordingAnalysis

  var findings: [DataFinding] {
    guard !analysis.recording.labels.isEmpty, let range = analysis.range, range.duration >= 60,
      let activity = activity(in: range)
    else { return [] }
    return analysis.recording.labels.compactMap { finding($0, activity, from: range.start) }
  }

  /// Returns the logarithm of the accelerometer's standard deviation in each second.
  private func activity(in range: TimeRange) -> [Double?]? {
    let axes = Cadence.axes.compactMap { analysis.recording.channels[$0]?.uniform() }
    guard !axes.isEmpty else { return nil }
    return (0..<Int(saturating: range.duration)).map { second in
      let span = TimeRange(start: range.start + Double(second), end: range.start + Double(second + 1))
      var sum = 0.0
      for axis in axes {
        let part = axis.samples[axis.indices(in: span)]
        guard part.count >= 4 else { return nil }
        let mean = part.reduce(0, +) / Double(part.count)
        sum += part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(part.count)
      }
      return sum.isFinite ? 0.5 * Double.log(sum + 1e-12) : nil
    }
  }

  private func finding(
    _ labels: LabelledStretches, _ activity: [Double?], from start: Double
  ) -> DataFinding? {
    let words = labels.stretches.map(\.label).distinct
    guard words.count >= 2, words.count <= 40 else { return nil }
    // Label codes of each second, with a margin on both sides.
    let reach = min(Self.reach, activity.count / 3)
    var codes = [Int](repeating: -1, count: activity.count + 2 * reach)
    for stretch in labels.stretches {
      guard let code = words.firstIndex(of: stretch.label) else { continue }
      let from = max(0, Int(saturating: (stretch.range.start - start).rounded()) + reach)
      let to = min(codes.count, Int(saturating: (stretch.range.end - start).rounded()) + reach)
      guard from < to else { continue }
      for second in from..<to { codes[second] = code }
    }
    let changes = zip(codes.dropFirst(), codes).count { $0 != $1 && $0 >= 0 && $1 >= 0 }
    guard changes >= 3 else { return nil }
    let shares = (-reach...reach).map { explained(activity, codes, shift: $0 + reach, words: words.count) }
    guard let best = shares.indices.max(by: { shares[$0] < shares[$1] }), best > 0, best < shares.count - 1
    else { return nil }
    let zero = shares[reach]
    let away = best - reach
    guard abs(away) >= Self.leastSeconds, shares[best] > 0.35, zero < 0.6 * shares[best] else { return nil }
    return DataFinding(
      .labelShift, at: "labels \(labels.name)",
      evidence:
        "taken \(abs(away)) s \(away > 0 ? "earlier" : "later") they explain \(percent(shares[best])) of the accelerometer's changes, as they are \(percent(zero))",
      mend:
        "does the labels' clock run \(abs(away)) s \(away > 0 ? "late" : "early")? their \"offsetSeconds\" would be \(-away)"
    )
  }

  /// Returns the share of the variance between seconds that is explained by the labels; 0 if they cover too few
  /// seconds.
  private func explained(_ activity: [Double?], _ codes: [Int], shift: Int, words: Int) -> Double {
    var sums = [Double](repeating: 0, count: words), counts = sums
    var (total, squares, count) = (0.0, 0.0, 0.0)
    for (second, value) in activity.enumerated() {
      let code = codes[second + shift]
      guard let value, code >= 0 else { continue }
      sums[code] += value
      counts[code] += 1
      total += value
      squares += value * value
      count += 1
    }
    guard count >= 0.4 * Double(activity.count), count > 20 else { return 0 }
    let all = squares - total * total / count
    let between =
      zip(sums, counts).reduce(0.0) { $1.1 > 0 ? $0 + $1.0 * $1.0 / $1.1 : $0 } - total * total / count
    return all > 0 ? max(0, between / all) : 0
  }
}
