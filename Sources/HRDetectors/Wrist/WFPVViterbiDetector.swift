internal import HRPlugins

/// WFPV's cleaned spectra with the best path through all of them, backwards and forwards in time: not for live use.
///
/// The path has one bin per window and the largest sum of cleaned amplitudes (``WienerSpectra``) less
/// |change from window to window| / `changeBPM` (dynamic programming; of equal ones the smaller change). Readings are
/// the vocoder's frequencies along it, then means of four: the window before, itself and the two after (at the ends
/// the first or last such mean).
///
/// It sees the whole recording at once, so its estimates must not be compared with those of causal detectors.
///
/// - Note: The published program learns the cost of a change from the reference rates of the other recordings of its
///   data set: logarithms of transition counts, smoothed. Knowledge of references has no place in a detector, so the
///   cost here is a Laplace distribution's. The published start, whose scores are multiplied by the logarithm of the
///   transition to the same bin, is left out: all bins start equal.
struct WFPVViterbiDetector: WristTracker {
  struct Parameters: WienerParameters {
    var lowCutoffHz = 1.0
    var highCutoffHz = 3.0
    var memoryWindows = 15
    var level = WindowLevel.published
    var changeBPM = 2.0

    static let table: [Parameter<Self>] = rows(
      Parameter(
        "changeBPM", \.changeBPM, in: 0.1...50, "Change in two seconds that costs one unit of amplitude."))
  }

  static let info = PluginInfo(
    "wfpv.viterbi", version: 1, "WFPV's spectra with the best path through the whole recording; not causal.",
    source: "A. Temko, IEEE Transactions on Biomedical Engineering 64(9):2016-2024, 2017 (WFPV+VD)",
    tunedOn: .ofCup2015)
  static let causality = Causality.lookAhead(seconds: .infinity)

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { WienerSpectra.rangeBPM(bandHz: parameters.bandHz) }

  func estimates(of recording: WristRecording) -> [Estimate] {
    var spectra = WienerSpectra(parameters)
    var path = BestPath(costPerBin: 60 * WienerSpectra.binHz / parameters.changeBPM)
    var frequencies: [[Double]?] = []
    for index in 0..<recording.count {
      let cleaned = spectra.next(recording.window(index))
      frequencies.append(cleaned?.frequencies)
      if let cleaned { path.add(cleaned.amplitudes) }
    }
    let bins = path.bins
    let read = zip(frequencies.compactMap(\.self), bins).map { 60 * $0[$1] }
    var smooth = Self.meansOfFour(read).makeIterator()
    return frequencies.map { row in
      guard row != nil, let bpm = smooth.next() else { return .abstained(.flatSignal) }
      return .bpm(bpm)
    }
  }

  private static func meansOfFour(_ x: [Double]) -> [Double] {
    guard x.count >= 4 else { return x.map { _ in x.reduce(0, +) / Double(x.count) } }
    return x.indices.map { i in
      let last = min(max(i + 2, 3), x.count - 1)
      return (x[last - 3] + x[last - 2] + x[last - 1] + x[last]) / 4
    }
  }
}

/// The path through rows of scores with the largest sum less a cost for each bin of change.
private struct BestPath {
  let costPerBin: Double
  var scores: [Double] = []
  /// Previous bin on the best path to each bin, for each row after the first.
  var origins: [[Int32]] = []

  mutating func add(_ row: [Double]) {
    guard !scores.isEmpty else {
      scores = row
      return
    }
    // The cost grows evenly with the distance, so the best origin of a bin is itself or that of a neighbour.
    var origin = scores.indices.map { Int32(clamping: $0) }
    for bin in scores.indices.dropFirst() where scores[bin - 1] - costPerBin > scores[bin] {
      (scores[bin], origin[bin]) = (scores[bin - 1] - costPerBin, origin[bin - 1])
    }
    for bin in scores.indices.dropLast().reversed() where scores[bin + 1] - costPerBin > scores[bin] {
      (scores[bin], origin[bin]) = (scores[bin + 1] - costPerBin, origin[bin + 1])
    }
    for bin in scores.indices { scores[bin] += row[bin] }
    origins.append(origin)
  }

  /// The path's bin in each row; of equal ends the lowest.
  var bins: [Int] {
    guard
      let last = scores.indices.max(by: { scores[$0] < scores[$1] || (scores[$0] == scores[$1] && $0 > $1) })
    else { return [] }
    var path = [last]
    for origin in origins.reversed() { path.append(Int(clamping: origin[path[path.count - 1]])) }
    return path.reversed()
  }
}
