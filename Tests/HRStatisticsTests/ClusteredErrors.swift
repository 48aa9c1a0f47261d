import HRStatistics

/// Pairs from errors alone: the reference is 0, so that the errors are as written.
enum ClusteredErrors {
  static func pairs(_ clusters: [[Double]]) -> PairedRates {
    let errors = clusters.flatMap { $0 }
    return PairedRates(
      referenceBPM: errors.map { _ in 0 }, estimateBPM: errors,
      cluster: clusters.enumerated().flatMap { index, errors in errors.map { _ in index } })
  }
}
