@testable import HRStatistics

/// Figures of pairs by themselves, which a score computes from what it has already.
extension CarkeetLimits {
  init?(_ pairs: PairedRates) { self.init(pairs, simple: BlandAltman(pairs)) }
}

extension HeteroscedasticLimits {
  init?(_ pairs: PairedRates) { self.init(pairs, onMean: pairs.comoments(\.meanBPM, \.errorBPM)) }

  func limitsBPM(at meanBPM: Double) -> Interval? {
    let spread = sd.value(at: meanBPM)
    guard spread >= 0 else { return nil }
    return Interval(bias.value(at: meanBPM), plusMinus: limitFactor * spread)
  }
}

extension LimitIntervals {
  init?(_ pairs: PairedRates) {
    let parts = ClusterComponents(pairs)
    self.init(parts, limits: RepeatedMeasuresAgreement(parts))
  }
}

extension PercentileLimitIntervals {
  init?(_ pairs: PairedRates) { self.init(pairs, order: ErrorOrder(pairs)) }
}

extension ProportionalBias {
  init(_ pairs: PairedRates) { self.init(pairs, onMean: pairs.comoments(\.meanBPM, \.errorBPM)) }
}

extension PairedRates {
  var errorsPerCluster: [ClusterErrors] {
    let sums = ClusterSums(of: self)
    return zip(sums.counts, sums.absolutes).map {
      ClusterErrors(count: Int(saturating: $0), absoluteSumBPM: $1)
    }
  }
}
