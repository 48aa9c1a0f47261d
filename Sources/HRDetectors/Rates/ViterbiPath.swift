internal import RealModule

/// The most plausible path of a rate through the spectra of a recording.
///
/// A bin's plausibility at a step is the logarithm of ½ P/ΣP + ½/S over the S bins of the band. The spectrum is read as
/// probabilities, mixed half and half with a uniform distribution, so that one wrong spectrum cannot exclude the true
/// rate; a step without spectrum adds nothing. A step from bin to bin costs ½ (Δ/σ)², with σ in beats per minute
/// growing with the root of the hop, and none is longer than 4 σ. The score of a bin is the best sum over all paths
/// that end in it (A. J. Viterbi, IEEE Trans. Inf. Theory 13(2), 1967).
struct ViterbiPath: Sendable {
  /// Per step: the bin with the best score so far. −1 before the first spectrum.
  let ends: [Int]
  /// Origin of each bin's best path, step by step.
  private let origins: [Int32]
  private let states: Int

  init(_ trellis: RateTrellis, deviationBPM: Double) {
    self.init(trellis.steps.map(\.power), stepBPM: trellis.stepBPM, deviationBPM: deviationBPM)
  }

  /// - Parameters:
  ///   - spectra: equally long; the first and last bin of each are no states.
  ///   - stepBPM: from bin to bin.
  ///   - deviationBPM: σ of a step.
  init(_ spectra: [[Double]?], stepBPM: Double, deviationBPM: Double) {
    guard let states = spectra.lazy.compactMap({ $0?.count }).first else {
      (ends, origins, states) = (spectra.map { _ in -1 }, [], 0)
      return
    }
    let reach = min(states - 1, max(1, Int(saturating: (4 * deviationBPM / stepBPM).rounded(.down))))
    let costs = (0...reach).map { offset in
      let ratio = Double(offset) * stepBPM / deviationBPM
      return 0.5 * ratio * ratio
    }
    var score = [Double](repeating: 0, count: states)
    var next = score
    var origins = [Int32](repeating: 0, count: states * spectra.count)
    var ends: [Int] = []
    var isSeen = false
    for (number, spectrum) in spectra.enumerated() {
      Self.spread(score, costs: costs, into: &next, origins: &origins, at: number * states)
      if let power = spectrum {
        isSeen = true
        // The outer bins are there for parabolas only.
        var sum = 0.0
        for bin in 1..<states - 1 { sum += power[bin] }
        let scale = sum > 0 ? 0.5 / sum : 0
        let floor = 0.5 / Double(states - 2)
        for bin in 1..<states - 1 { next[bin] += Double.log(power[bin] * scale + floor) }
        next[0] = -.infinity
        next[states - 1] = -.infinity
      }
      // Only differences count; kept near 0 so that a night costs no digits.
      var best = 1
      for bin in 1..<states - 1 where next[bin] > next[best] { best = bin }
      let top = next[best]
      for bin in next.indices { next[bin] -= top }
      ends.append(isSeen ? best : -1)
      swap(&score, &next)
    }
    self.ends = ends
    self.origins = origins
    self.states = states
  }

  /// The bins of some steps on the path that is best at the last of them: it depends on all steps before that one, and
  /// on none after it. −1 before the first spectrum.
  func bins(in steps: Range<Int>) -> [Int] {
    var bins = [Int](repeating: -1, count: steps.count)
    guard let last = steps.last, ends[last] >= 0 else { return bins }
    var bin = ends[last]
    for step in steps.reversed() where ends[step] >= 0 {
      bins[step - steps.lowerBound] = bin
      bin = Int(clamping: origins[step * states + bin])
    }
    return bins
  }

  /// The best predecessor of each bin: of equally good ones the nearest, of these the lower.
  private static func spread(
    _ score: [Double], costs: [Double], into next: inout [Double], origins: inout [Int32], at base: Int
  ) {
    let states = score.count
    score.withUnsafeBufferPointer { score in
      costs.withUnsafeBufferPointer { costs in
        for bin in 0..<states {
          var (best, from) = (score[bin], bin)
          for offset in 1..<costs.count {
            let (low, high) = (bin - offset, bin + offset)
            if low >= 0, score[low] - costs[offset] > best {
              (best, from) = (score[low] - costs[offset], low)
            }
            if high < states, score[high] - costs[offset] > best {
              (best, from) = (score[high] - costs[offset], high)
            }
          }
          next[bin] = best
          origins[base + bin] = Int32(clamping: from)
        }
      }
    }
  }
}

extension ViterbiPath {
  func readings(in steps: Range<Int>, of trellis: RateTrellis) -> [RateTrack.Reading?] {
    zip(steps, bins(in: steps)).map { step, bin in
      bin < 0
        ? nil
        : RateTrack.Reading(
          bpm: trellis.bpm(ofBin: bin, in: step), confidence: trellis.share(ofBin: bin, in: step))
    }
  }
}
