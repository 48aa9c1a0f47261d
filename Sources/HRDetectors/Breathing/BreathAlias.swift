internal import HRNumerics
internal import HRPlugins
internal import HRSignals
internal import RealModule

/// A test of whether a breathing rate that was read at the beats is an alias of breathing above half the heart rate.
///
/// Beats sample breathing once per beat, so that breathing at f, |H − f| and H + f per minute, H the heart rate, looks
/// the same at all of them (cardiac aliasing: H. Witte et al., Pflügers Archiv 412:442-444, 1988). The pulse wave
/// between the beats still tells these rates apart, as breathing moves its level and its height at the wave's own sample
/// rate.
///
/// Every kept interval of ``RespiratoryBeats`` is cut into eight slices of equal length. Slices lose the mean of the
/// slices at their place in the interval (the mean pulse), and then the centred moving average over 15 s, which is
/// slower than the breathing searched. What remains is explained by least squares as breathing at one rate: a sine and
/// cosine of the time, and the mean pulse (less its mean) times each of the two. Pulses also change their shape with
/// their interval, which follows breathing too, at the same rate for a rate and its aliases; so at each place in the
/// interval, slices and what explains them lose their regression on the lengths of this interval and of the kept one
/// before it (a length that changes by less than a millionth of the interval takes no part). As methods place a rate differently,
/// rates within 3 per minute of the one found are tried, from 4 per minute to H / 2, in steps of a quarter of a line's
/// width, which is 60 over the seconds from the first slice to the last; and so are their aliases H − f and H + f up to
/// 60 per minute and a width. The best of each side counts.
///
/// The chance of the rate found against its aliases is 1 / (1 + (S / Sₐ)^(n/2)), with S and Sₐ the squares that a rate
/// and an alias leave unexplained, and n the number of intervals: the posterior probability of two models of equal size
/// and equal prior odds with normal errors (R. E. Kass and A. E. Raftery, J. American Statistical Association
/// 90:773-795, 1995), with one independent value per beat, as the slices of one pulse share its errors.
///
/// The chance is 1 if no alias is in range, and if the best alias is within a line's width of the best rate: the two
/// cannot be told apart, and differ little. Where nothing is left unexplained by both, or the mean pulse is flat, it is
/// ½.
///
/// - Note: Nothing tells the rates apart where breathing only changes the intervals, or the height of whole pulses and
///   not their level; the chance may then lean to either side.
struct BreathAlias {
  /// Below it the wave contradicts the rate.
  static let leastChance = 0.05
  private static let slicesPerInterval = 8
  private static let slowSeconds = 15.0
  private static let reachBPM = 3.0
  private static let stepsPerWidth = 4.0

  private let heartRateBPM: Double
  private let intervals: Int
  /// Middle of each slice in seconds.
  private var times: [Double] = []
  /// Slices without the mean pulse and slow changes, in units of the wave.
  private let values: [Double]
  /// For each slice the mean pulse there, less its mean and over its root mean square; empty for a flat one.
  private let shape: [Double]
  /// Orthonormal changes of the intervals, one value per interval each, with a sum of zero.
  private let changes: [[Double]]

  init(_ beats: RespiratoryBeats) {
    let slices = Self.slicesPerInterval
    intervals = beats.kept.count
    let lengths = beats.kept.map { beats.times[$0] - beats.times[$0 - 1] }
    let seconds = lengths.reduce(0, +)
    var raw: [Double] = []
    var pulse = [Double](repeating: 0, count: slices)
    for number in beats.kept {
      let (first, last) = (beats.peaks[number - 1], beats.peaks[number])
      for slice in 0..<slices {
        // At low sample rates neighbours may share a sample.
        let start = first + slice * (last - first) / slices
        let end = max(start + 1, first + (slice + 1) * (last - first) / slices)
        let mean = beats.wave.samples[start..<end].reduce(0, +) / Double(end - start)
        raw.append(mean)
        pulse[slice] += mean / Double(beats.kept.count)
        times.append((beats.wave.time(at: start) + beats.wave.time(at: end - 1)) / 2)
      }
    }
    heartRateBPM = 60 * Double(intervals) / seconds
    let wave = raw.indices.map { raw[$0] - pulse[$0 % slices] }
    let slow = movingAverage(
      wave, window: max(1, Int(saturating: (Self.slowSeconds * Double(raw.count) / seconds).rounded())))
    changes = Self.orthonormal([lengths, Array(lengths.prefix(1) + lengths.dropLast())])
    values = Self.without(changes, zip(wave, slow).map { SIMD4($0 - $1, 0, 0, 0) }).map { $0[0] }
    let level = removingMean(pulse)
    let size = (level.reduce(0) { $0 + $1 * $1 } / Double(slices)).squareRoot()
    shape = size > 0 ? raw.indices.map { level[$0 % slices] / size } : []
  }

  /// Lists of lengths without their mean, orthonormal in their order, but for those that hardly change.
  private static func orthonormal(_ lists: [[Double]]) -> [[Double]] {
    lists.reduce(into: []) { basis, list in
      var rest = removingMean(list)
      for one in basis {
        let share = zip(rest, one).reduce(0) { $0 + $1.0 * $1.1 }
        rest = zip(rest, one).map { $0 - share * $1 }
      }
      let size = rest.reduce(0) { $0 + $1 * $1 }.squareRoot()
      let largest = list.reduce(0) { $0 + $1 * $1 }.squareRoot()
      if size > 1e-6 * largest { basis.append(rest.map { $0 / size }) }
    }
  }

  /// Slices without their mean at each place in the interval, and without their regression on the changes there.
  private static func without(_ changes: [[Double]], _ rows: [SIMD4<Double>]) -> [SIMD4<Double>] {
    var result = rows
    let count = rows.count / slicesPerInterval
    let level = [Double](repeating: 1 / Double(count).squareRoot(), count: count)
    for change in [level] + changes {
      for slice in 0..<slicesPerInterval {
        var share = SIMD4<Double>.zero
        for number in 0..<count { share += change[number] * rows[number * slicesPerInterval + slice] }
        for number in 0..<count { result[number * slicesPerInterval + slice] -= change[number] * share }
      }
    }
    return result
  }

  /// The estimate with its confidence times the chance of its rate; `disagreement` where that is below 5 %.
  func judge(_ estimate: Estimate) -> Estimate {
    guard let bpm = estimate.bpm else { return estimate }
    let chance = chance(ofBPM: bpm)
    guard chance >= Self.leastChance else { return .abstained(.disagreement) }
    var judged = estimate
    judged.confidence = estimate.confidence.map { $0 * chance }
    return judged
  }

  /// The chance, 0…1, of a rate in breaths per minute against its aliases.
  func chance(ofBPM rate: Double) -> Double {
    guard let first = times.first, let last = times.last, last > first else { return 1 }
    let width = 60 / (last - first)
    let range = RespiratoryWave.plausibleBPM
    let steps = Int(saturating: (Self.reachBPM * Self.stepsPerWidth / width).rounded(.down))
    let rates = (-steps...steps).map { rate + Double($0) * width / Self.stepsPerWidth }
      .filter { $0 >= range.lowerBound && $0 <= heartRateBPM / 2 }
    let aliases = (rates.map { heartRateBPM - $0 } + rates.map { heartRateBPM + $0 })
      .filter { $0 <= range.upperBound + width }
    guard let own = best(of: rates), let alias = best(of: aliases), alias.bpm - own.bpm > width
    else { return 1 }
    let odds = Double.exp(Double(intervals) / 2 * .log(own.unexplained / alias.unexplained))
    return odds.isNaN ? 0.5 : 1 / (1 + odds)
  }

  /// The rate that leaves least unexplained, the earlier of equals.
  private func best(of rates: [Double]) -> (bpm: Double, unexplained: Double)? {
    rates.map { (bpm: $0, unexplained: unexplained(atBPM: $0)) }.min { $0.unexplained < $1.unexplained }
  }

  /// Sum of squares that breathing at a rate leaves unexplained; NaN for a flat mean pulse.
  private func unexplained(atBPM rate: Double) -> Double {
    guard !shape.isEmpty else { return .nan }
    let terms = times.indices.map { index in
      let phase = 2 * Double.pi * rate / 60 * (times[index] - times[0])
      let (cosine, sine) = (Double.cos(phase), Double.sin(phase))
      return SIMD4(cosine, sine, shape[index] * cosine, shape[index] * sine)
    }
    let rows = Self.without(changes, terms)
    var products = [SIMD4<Double>](repeating: .zero, count: SIMD4<Double>.scalarCount)
    var right = SIMD4<Double>.zero
    for (row, value) in zip(rows, values) {
      right += row * value
      for i in products.indices { products[i] += row[i] * row }
    }
    var matrix = products.flatMap { row in row.indices.map { row[$0] } }
    var solution = right.indices.map { right[$0] }
    solvePositiveDefinite(&matrix, &solution)
    let weights = SIMD4(solution)
    return zip(rows, values).reduce(0) { sum, pair in
      let error = pair.1 - (pair.0 * weights).sum()
      return sum + error * error
    }
  }
}
