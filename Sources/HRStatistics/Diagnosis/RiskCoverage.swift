/// Selective accuracy: the mean absolute error of the windows with the highest confidence, against their share.
///
/// Windows enter by confidence, surest first; answers without a confidence enter last, all at once. Equal
/// confidences have no order: inside a tie the sum of |error| grows linearly, which is its mean over all
/// orders of the tie. R. El-Yaniv and Y. Wiener, J. Mach. Learn. Res. 11:1605-1641, 2010; Y. Geifman, G.
/// Uziel and R. El-Yaniv, ICLR 2019.
public struct RiskCoverage: Sendable {
  /// The error at which a share of windows is accepted.
  public struct Point: Equatable, Sendable {
    /// Accepted windows over all windows with a reference, 0…1.
    public let coverage: Double
    /// Mean |error| of the accepted windows.
    public let maeBPM: Double
  }

  /// Points by rising coverage, from one accepted window to all: each count once up to 101 windows, else 101 of them
  /// evenly spread.
  public let points: [Point]
  /// Area under the curve, (1/n) Σ R(i) for i = 1…n, with n the windows with reference and estimate and R(i)
  /// the mean |error| of the i surest. It averages over the windows answered, so silence neither helps nor
  /// harms it.
  public let aurcBPM: Double
  /// Least area that any confidence could reach: the same sum with the windows by |error|, smallest first.
  public let optimalAurcBPM: Double
  /// ``aurcBPM`` − ``optimalAurcBPM``, at least 0 but for rounding.
  public var excessAurcBPM: Double { aurcBPM - optimalAurcBPM }
  /// Number n of windows with reference and estimate.
  public let count: Int
  /// All windows with a reference.
  public let referenceCount: Int

  /// Errors at the requested coverages; `nil` where the detector answered less.
  private let asked: [(coverage: Double, maeBPM: Double?)]

  /// - Parameters:
  ///   - series: of one detector.
  ///   - coverages: for ``maeBPM(atCoverage:)``, 0…1.
  /// - Returns: `nil` where no window with reference and estimate has a confidence.
  public init?(_ series: some Collection<WindowSeries>, coverages: [Double] = [0.5, 0.8]) {
    self.init(series, coverages: coverages, mostHeld: OrderedWalk.mostHeld)
  }

  init?(_ series: some Collection<WindowSeries>, coverages: [Double], mostHeld: Int) {
    self.init(coverages: coverages, mostHeld: mostHeld) { body in
      for one in series {
        for index in 0..<one.count {
          body(one.referenceBPM[index], one.estimateBPM[index], one.confidence[index])
        }
      }
    }
  }

  /// - Parameters:
  ///   - coverages: for ``maeBPM(atCoverage:)``, 0…1.
  ///   - mostHeld: most windows that are sorted at a time.
  ///   - windows: goes through the reference, estimate and confidence of all windows, NaN where there is none, each
  ///     time in the same order.
  /// - Returns: `nil` where no window with reference and estimate has a confidence.
  package init?(
    coverages: [Double] = [0.5, 0.8], mostHeld: Int = OrderedWalk.mostHeld,
    windows: @escaping (_ body: (Double, Double, Double) -> Void) -> Void
  ) {
    var (total, references, isKnown) = (0, 0, false)
    windows { reference, estimate, confidence in
      guard !reference.isNaN else { return }
      references += 1
      guard !estimate.isNaN else { return }
      total += 1
      isKnown = isKnown || !confidence.isNaN
    }
    guard isKnown else { return nil }
    func forEach(_ body: (_ size: Double, _ confidence: Double) -> Void) {
      windows { reference, estimate, confidence in
        let size = abs(estimate - reference)
        if !size.isNaN { body(size, confidence) }
      }
    }
    count = total
    referenceCount = references

    let pointCounts = (0..<min(101, total)).map { step in
      total <= 101 ? step + 1 : 1 + ((total - 1) * step + 50) / 100
    }
    let wanted = coverages.map { coverage -> Double? in
      let accepted = coverage * Double(references)
      // A coverage that was computed as n / N may come back a little above n.
      return accepted > 0 && accepted <= Double(total) * (1 + 1e-12) ? min(accepted, Double(total)) : nil
    }
    var curve = Curve(at: Set(pointCounts.map { Double($0) } + wanted.compactMap(\.self)).sorted())
    // 0 and −0 are the same confidence.
    OrderedWalk(count: total, mostHeld: mostHeld) { body in
      forEach { body($1.isNaN ? -.infinity : $1 + 0, $0) }
    }.walk(isDescending: true) { curve.add($1, confidence: $0) }
    curve.closeTie()
    aurcBPM = curve.area / Double(total)
    points = pointCounts.map {
      Point(coverage: Double($0) / Double(references), maeBPM: curve.risks[Double($0)] ?? .nan)
    }
    asked = zip(coverages, wanted).map { ($0, $1.flatMap { curve.risks[$0] }) }

    var (least, leastArea, place) = (0.0, 0.0, 0.0)
    OrderedWalk(count: total, mostHeld: mostHeld) { body in
      forEach { size, _ in body(size, 0) }
    }.walk { size, _ in
      least += size
      place += 1
      leastArea += least / place
    }
    optimalAurcBPM = leastArea / Double(total)
  }

  /// The area under the curve and its height at the wanted places, from answers that come surest first.
  private struct Curve {
    private(set) var area = 0.0
    /// Mean |error| by the number of accepted windows.
    private(set) var risks: [Double: Double] = [:]
    /// Numbers of accepted windows, ascending; a part of a window counts as that part of its |error|.
    private var wanted: ArraySlice<Double>
    private var (before, sum) = (0.0, 0.0)
    private var (confidence, tiedCount, tied) = (Double.nan, 0, 0.0)

    init(at wanted: [Double]) { self.wanted = wanted[...] }

    mutating func add(_ size: Double, confidence: Double) {
      if confidence != self.confidence {
        closeTie()
        self.confidence = confidence
      }
      tiedCount += 1
      tied += size
    }

    mutating func closeTie() {
      guard tiedCount > 0 else { return }
      let mean = tied / Double(tiedCount)
      for step in 1...tiedCount { area += (sum + Double(step) * mean) / (before + Double(step)) }
      let (after, whole) = (before + Double(tiedCount), sum + tied)
      while let accepted = wanted.first, accepted <= after {
        let share = (accepted - before) / (after - before)
        risks[accepted] = (sum + share * (whole - sum)) / accepted
        wanted = wanted.dropFirst()
      }
      (before, sum) = (after, whole)
      (tiedCount, tied) = (0, 0)
    }
  }

  /// Returns the mean |error| of the surest windows that make up a coverage; a part of a window counts as that part of
  /// its |error|.
  ///
  /// - Parameter coverage: one of the requested ones.
  /// - Returns: `nil` for a coverage that is not positive or more than the detector answered, and for any other.
  public func maeBPM(atCoverage coverage: Double) -> Double? {
    asked.first { $0.coverage == coverage }?.maeBPM
  }
}
