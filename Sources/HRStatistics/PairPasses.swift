/// A number of each pair, made in each pass over the pairs.
struct PairValues: Walk {
  let pairs: PairedRates
  let value: (Pair) -> Double

  var count: Int { pairs.count }

  func walk(_ body: (Double) -> Void) { pairs.forEach { body(value($0)) } }

  /// All of these numbers, held.
  var made: [Double] {
    var values: [Double] = []
    values.reserveCapacity(count)
    walk { values.append($0) }
    return values
  }
}

extension PairedRates {
  /// Returns a number of each pair.
  func values(_ value: @escaping (Pair) -> Double) -> PairValues { PairValues(pairs: self, value: value) }

  /// Estimate minus reference in beats per minute; positive reads high.
  var errors: PairValues { values { $0.errorBPM } }

  /// Estimate minus reference of every pair, all of them held; in beats per minute.
  public var errorsBPM: [Double] { errors.made }

  /// Returns squared deviations and products of two numbers of each pair.
  func comoments(_ x: (Pair) -> Double, _ y: (Pair) -> Double) -> Comoments? {
    Comoments(count: count) { body in forEach { body(x($0), y($0)) } }
  }

  /// Squared deviations and products of reference and estimate.
  var comoments: Comoments? { comoments({ $0.referenceBPM }, { $0.estimateBPM }) }

  /// Returns the largest error of a detector that gives rates in a range: from one end of it to the other end of the
  /// references of the pairs, or the largest error that there is, if that is larger. No end of an interval needs to be
  /// further out.
  package func largestErrorBPM(within range: ClosedRange<Double>) -> Double {
    var largest = 0.0
    forEach { pair in
      largest = max(
        largest, abs(pair.errorBPM), range.upperBound - pair.referenceBPM,
        pair.referenceBPM - range.lowerBound)
    }
    return largest
  }

  /// Returns squared deviations of each cluster's errors from its mean.
  func squares(about means: [Double]) -> [Double] {
    var squares = [Double](repeating: 0, count: clusterCount)
    forEach { pair in
      let deviation = pair.errorBPM - means[pair.cluster]
      squares[pair.cluster] += deviation * deviation
    }
    return squares
  }
}

/// Sums of each cluster for the cluster bootstrap and the variance components.
struct ClusterSums {
  let counts: [Double]
  private(set) var sums: [Double]
  private(set) var absolutes: [Double]

  var means: [Double] { zip(sums, counts).map { $0 / $1 } }

  /// - Parameters:
  ///   - pairs: pairs whose errors are added up.
  ///   - value: a number of each pair that replaces its error.
  init(of pairs: PairedRates, _ value: (Pair) -> Double = { $0.errorBPM }) {
    counts = pairs.counts
    sums = [Double](repeating: 0, count: pairs.clusterCount)
    absolutes = sums
    pairs.forEach { pair in
      let value = value(pair)
      sums[pair.cluster] += value
      absolutes[pair.cluster] += abs(value)
    }
  }
}
