/// A warning about resolution: the estimates are quantised rates.
public struct Lattice: Equatable, Sendable {
  /// The quantity that is evenly spaced.
  public enum Kind: String, CaseIterable, Sendable {
    /// Rates a multiple of a step in beats per minute apart: whole rates, bins of a spectrum.
    case rate = "rateBPM"
    /// Periods (60 / rate) a multiple of a step in seconds apart: whole samples between beats or of a lag.
    case period = "periodSeconds"
    /// At most 5 distinct values among at least 50.
    case few
  }

  /// The quantity that is quantised.
  public let kind: Kind
  /// Beats per minute (rate), seconds (period); with few values the smallest gap between them in beats per
  /// minute, 0 where there is only one.
  public let step: Double
  /// Number of distinct estimates; values closer than 10⁻⁶ of their size are the same.
  public let distinctCount: Int
  /// Number of finite estimates.
  public let count: Int

  /// Searches for a step, first of rates, then of periods.
  ///
  /// A step is a small gap between neighbouring distinct values or a whole fraction of it down to a sixth: the largest
  /// of which 99 per cent of the gaps are multiples to 10⁻⁶ of the value. `nil` for steps below 0.05 bpm or 1 ms,
  /// fewer than four distinct values (two gaps prove nothing), and fewer than 30 estimates. At most 5 distinct values
  /// among at least 50 estimates are ``Kind/few`` without a search.
  ///
  /// - Parameter estimates: beats per minute; NaN and infinities are left out.
  public init?(_ estimates: [Double]) {
    let sorted = AscendingOrder(estimates.filter(\.isFinite)).values
    guard sorted.count >= 30 else { return nil }
    let rates = Self.distinct(sorted)
    count = sorted.count
    distinctCount = rates.count
    if rates.count <= 5, sorted.count >= 50 {
      kind = .few
      step = zip(rates.dropFirst(), rates).map { $0 - $1 }.min() ?? 0
    } else if let step = Self.step(of: rates, atLeast: 0.05) {
      kind = .rate
      self.step = step
    } else if rates[0] > 0, let step = Self.step(of: rates.reversed().map { 60 / $0 }, atLeast: 0.001) {
      kind = .period
      self.step = step
    } else {
      return nil
    }
  }

  /// Largest relative change of a value by rounding: 32-bit numbers keep 10⁻⁷.
  private static let slack = 1e-6

  private static func distinct(_ sorted: [Double]) -> [Double] {
    var kept: [Double] = []
    for value in sorted {
      if let last = kept.last, value - last <= slack * abs(value) { continue }
      kept.append(value)
    }
    return kept
  }

  /// - Parameter values: ascending, distinct.
  private static func step(of values: [Double], atLeast least: Double) -> Double? {
    guard values.count >= 4 else { return nil }
    let gaps = zip(values.dropFirst(), values).map { $0 - $1 }
    let allowed = gaps.count / 100
    // The one gap in a hundred that may miss the step could be the smallest.
    let gap = AscendingOrder(gaps).values[allowed]
    for part in 1...6 {
      let start = gap / Double(part)
      // A little less than the least step, since the start is one noisy gap.
      guard start >= least * 0.999 else { return nil }
      if let step = refined(start, gaps), step >= least * (1 - slack),
        misses(step, gaps, values) <= allowed
      {
        return step
      }
    }
    return nil
  }

  /// Returns the mean step over the gaps that are nearly multiples: one gap carries its rounding into every multiple.
  /// `nil` without such a gap.
  private static func refined(_ start: Double, _ gaps: [Double]) -> Double? {
    var (length, steps) = (0.0, 0.0)
    for gap in gaps {
      let multiple = (gap / start).rounded()
      if multiple > 0, abs(gap - multiple * start) <= 0.1 * start {
        length += gap
        steps += multiple
      }
    }
    return steps > 0 ? length / steps : nil
  }

  private static func misses(_ step: Double, _ gaps: [Double], _ values: [Double]) -> Int {
    var misses = 0
    for (index, gap) in gaps.enumerated() {
      let off = abs(gap - (gap / step).rounded() * step)
      if off > slack * max(abs(values[index]), abs(values[index + 1])) { misses += 1 }
    }
    return misses
  }
}
