/// Selective accuracy: the mean absolute error of the windows a detector is surest of, against how many those
/// are.
///
/// Windows enter by confidence, surest first; answers without a confidence enter last, all at once. Equal
/// confidences have no order: inside a tie the sum of |error| grows linearly, which is its mean over all
/// orders of the tie. R. El-Yaniv and Y. Wiener, J. Mach. Learn. Res. 11:1605-1641, 2010; Y. Geifman, G.
/// Uziel and R. El-Yaniv, ICLR 2019.
public struct RiskCoverage: Equatable, Sendable {
  /// The error where this share of windows is accepted.
  public struct Point: Equatable, Sendable {
    /// Accepted windows over all windows with a reference, 0…1.
    public let coverage: Double
    /// Mean |error| of the accepted windows.
    public let maeBPM: Double
  }

  /// By rising coverage, from one accepted window to all: each count once up to 101 windows, else 101 of them
  /// evenly spread.
  public let points: [Point]
  /// Area under the curve, (1/n) Σ R(i) for i = 1…n, with n the windows with reference and estimate and R(i)
  /// the mean |error| of the i surest. It averages over the windows answered, so silence neither helps nor
  /// harms it.
  public let aurcBPM: Double
  /// The same sum with the windows by |error|, smallest first: the least any confidence could reach.
  public let optimalAurcBPM: Double
  /// ``aurcBPM`` − ``optimalAurcBPM``, at least 0 but for rounding.
  public var excessAurcBPM: Double { aurcBPM - optimalAurcBPM }
  /// n
  public let count: Int
  /// All windows with a reference.
  public let referenceCount: Int

  /// Accepted windows at the end of each tie, after a leading 0, and their summed |error|.
  private let counts: [Double]
  private let sums: [Double]

  /// - Parameter series: of one detector.
  /// - Returns: `nil` where no window with reference and estimate has a confidence.
  public init?(_ series: some Collection<WindowSeries>) {
    var (sizes, confidences): ([Double], [Double]) = ([], [])
    var (references, isKnown) = (0, false)
    for one in series {
      for index in 0..<one.count {
        if one.referenceBPM[index].isNaN { continue }
        references += 1
        let size = abs(one.estimateBPM[index] - one.referenceBPM[index])
        if size.isNaN { continue }
        let confidence = one.confidence[index]
        sizes.append(size)
        confidences.append(confidence.isNaN ? -.infinity : confidence)
        isKnown = isKnown || !confidence.isNaN
      }
    }
    guard isKnown else { return nil }
    count = sizes.count
    referenceCount = references

    let order = AscendingOrder(confidences)
    var (counts, sums) = ([0.0], [0.0])
    var (sum, area) = (0.0, 0.0)
    var last = sizes.count - 1
    while last >= 0 {
      var first = last
      while first > 0, order.values[first - 1] == order.values[last] { first -= 1 }
      var tied = 0.0
      for place in first...last { tied += sizes[Int(clamping: order.indices[place])] }
      let before = Double(sizes.count - 1 - last)
      let mean = tied / Double(last - first + 1)
      for step in 1...(last - first + 1) {
        area += (sum + Double(step) * mean) / (before + Double(step))
      }
      sum += tied
      counts.append(Double(sizes.count - first))
      sums.append(sum)
      last = first - 1
    }
    self.counts = counts
    self.sums = sums
    aurcBPM = area / Double(sizes.count)

    var (least, leastArea) = (0.0, 0.0)
    for (place, size) in AscendingOrder(sizes).values.enumerated() {
      least += size
      leastArea += least / Double(place + 1)
    }
    optimalAurcBPM = leastArea / Double(sizes.count)

    let total = sizes.count
    var points: [Point] = []
    var tie = 1
    for step in 0..<min(101, total) {
      let accepted = total <= 101 ? step + 1 : 1 + ((total - 1) * step + 50) / 100
      while counts[tie] < Double(accepted) { tie += 1 }
      points.append(
        Point(
          coverage: Double(accepted) / Double(references),
          maeBPM: Self.risk(Double(accepted), tie, counts, sums)))
    }
    self.points = points
  }

  /// Mean |error| of the surest windows that make up a coverage; a part of a window counts as that part of
  /// its |error|.
  ///
  /// - Returns: `nil` for a coverage that is not positive or more than the detector answered.
  public func maeBPM(atCoverage coverage: Double) -> Double? {
    let accepted = coverage * Double(referenceCount)
    // A coverage that was computed as n / N may come back a little above n.
    guard accepted > 0, accepted <= Double(count) * (1 + 1e-12) else { return nil }
    var (low, high) = (1, counts.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if counts[middle] < accepted { low = middle + 1 } else { high = middle }
    }
    return Self.risk(min(accepted, Double(count)), low, counts, sums)
  }

  private static func risk(_ accepted: Double, _ tie: Int, _ counts: [Double], _ sums: [Double]) -> Double {
    let share = (accepted - counts[tie - 1]) / (counts[tie] - counts[tie - 1])
    return (sums[tie - 1] + share * (sums[tie] - sums[tie - 1])) / accepted
  }
}
