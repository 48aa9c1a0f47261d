/// The peaks of a sparse spectrum (``SparseSpectrum``), in beats per minute.
struct SparsePeaks {
  struct Peak {
    let bpm: Double
    let height: Double
  }

  /// Ascending.
  let all: [Peak]

  /// - Parameter amplitudes: of ``SparseSpectrum/bins``. A peak is placed at the mean of its bin and both neighbours,
  ///   weighed with their amplitudes.
  init(_ amplitudes: [Double]) {
    var peaks: [Peak] = []
    let first = SparseSpectrum.bins.lowerBound
    for k in amplitudes.indices {
      let before = k > 0 ? amplitudes[k - 1] : 0
      let after = k + 1 < amplitudes.count ? amplitudes[k + 1] : 0
      guard amplitudes[k] > before, amplitudes[k] >= after else { continue }
      let offset = (after - before) / (before + amplitudes[k] + after)
      peaks.append(
        Peak(bpm: (Double(first + k) + offset) * SparseSpectrum.binBPM, height: amplitudes[k]))
    }
    all = peaks
  }

  /// The highest of a range (of equal ones the lowest); `nil` without any.
  ///
  /// - Parameter scale: divisor of the heights, by rate.
  func highest(in range: ClosedRange<Double>, over scale: (Double) -> Double = { _ in 1 }) -> Peak? {
    var (best, height) = (Peak?.none, 0.0)
    for peak in all where range.contains(peak.bpm) && peak.height / scale(peak.bpm) > height {
      (best, height) = (peak, peak.height / scale(peak.bpm))
    }
    return best
  }

  /// The highest peaks of a range, at most three, that have at least 0.3 of its highest one's height, the highest
  /// first.
  func candidates(in range: ClosedRange<Double>) -> [Peak] {
    let inside = all.filter { range.contains($0.bpm) }.sorted { $0.height > $1.height }
    let least = 0.3 * (inside.first?.height ?? 0)
    return Array(inside.prefix(3).filter { $0.height >= least })
  }
}
