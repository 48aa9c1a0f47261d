internal import HRSupport
internal import HRNumerics
internal import HRSignals

/// Check for a reference that fits the signals far better at a time offset.
///
/// Two courses are compared, shifted by up to ``reachSeconds`` either way. For any reference these are the rates of
/// windows. For a reference with beats they are also the intervals from beat to beat, whose pattern (breathing,
/// premature beats) determines the shift even if the rate is steady.
struct ReferenceShift {
  static let reachSeconds = 300.0
  /// Smallest shift that is reported; smaller ones are in the table of lags.
  private static let leastSeconds = 3.0

  let analysis: RecordingAnalysis
  let pulse: PulseReadings
  let course: RateCourse

  var finding: DataFinding? {
    guard let shift = ofIntervals ?? ofRates else { return nil }
    let late = shift.seconds > 0
    return .ofReference(
      .referenceShift,
      "it fits the signals best when it is taken \(seconds(abs(shift.seconds), decimals: 1)) \(late ? "earlier" : "later"): \(shift.words)",
      "if its clock is off: \"offsetSeconds\": \(shortest(-shift.seconds, decimals: 1)); or signals or reference lack a piece at their beginning"
    )
  }

  private typealias Shift = (seconds: Double, words: String)

  // MARK: Rates of windows

  /// - Returns: seconds by which the reference is late.
  private var ofRates: Shift? {
    // Most references fit without a shift.
    guard let usual = error(at: 0, least: 1), usual >= 0.75 else { return nil }
    let reach = Self.reachSeconds
    let step = course.step
    let places = Int(saturating: reach / step)
    guard pulse.agreedShare >= 0.5 else { return nil }
    let least = max(8, pulse.readings.count / 2)
    var best: (error: Double, place: Int)?
    var errors = [Double](repeating: .infinity, count: 2 * places + 1)
    for place in -places...places {
      guard let error = error(at: Double(place) * step, least: least) else { continue }
      errors[place + places] = error
      if error < best?.error ?? .infinity { best = (error, place) }
    }
    guard let best, abs(best.place) < places else { return nil }
    let zero = errors[places]
    let away = Double(best.place) * step
    guard abs(away) >= max(Self.leastSeconds, 2 * step), zero.isFinite,
      best.error <= (best.error < 0.6 ? 0.5 : 0.35) * zero, zero - best.error >= 0.75
    else { return nil }
    // Chance minima are several of similar size.
    let apart = Int(saturating: 30 / step) + 1
    let others = errors.indices.filter { abs($0 - places - best.place) > apart && errors[$0].isFinite }
    if let second = others.map({ errors[$0] }).min(), second < 1.4 * best.error { return nil }
    return (
      away,
      "the windows' rates then differ by \(shortest(best.error, decimals: 2)) bpm (mean, about their median), and by \(shortest(zero, decimals: 2)) as they are"
    )
  }

  /// Returns the mean distance of the windows' differences from their median, each at most 10 bpm to limit outliers.
  private func error(at shift: Double, least: Int) -> Double? {
    let differences = pulse.readings.compactMap { reading in
      course.bpm(at: reading.window.start + shift).map { reading.bpm - $0 }
    }
    guard differences.count >= least, let middle = median(differences) else { return nil }
    return differences.reduce(0) { $0 + min(abs($1 - middle), 10) } / Double(differences.count)
  }

  // MARK: Intervals between beats

  private static let gridHz = 2.0

  private var ofIntervals: Shift? {
    let reference = analysis.recording.reference.beatTimes
    guard reference.count > 30, pulse.beats.count > 30 else { return nil }
    let range = TimeRange(start: pulse.windows[0].start, end: pulse.windows[pulse.windows.count - 1].end)
    let mine = Self.tachogram(Self.upstrokes(near: pulse.beats, in: pulse.wave), in: range)
    let reach = Self.reachSeconds
    let wide = TimeRange(start: range.start - reach, end: range.end + reach)
    let theirs = Self.tachogram(reference, in: wide)
    let places = Int(saturating: reach * Self.gridHz)
    guard !(places - 4...places + 4).contains(where: { Self.correlation(mine, theirs, at: $0) > 0.5 }) else {
      return nil
    }
    var correlations = [Double](repeating: 0, count: 2 * places + 1)
    // Every second shift locates the maximum; then the neighbours of the best one and of 0 are computed.
    for place in stride(from: 0, through: 2 * places, by: 2) {
      correlations[place] = Self.correlation(mine, theirs, at: place)
    }
    let near = correlations.indices.max { correlations[$0] < correlations[$1] } ?? places
    for place in [near - 1, near + 1, places - 1, places, places + 1]
    where correlations.indices.contains(place) {
      correlations[place] = Self.correlation(mine, theirs, at: place)
    }
    guard let best = correlations.indices.max(by: { correlations[$0] < correlations[$1] }),
      best > 0, best < 2 * places
    else { return nil }
    let zero = correlations[places]
    let away = Double(best - places) / Self.gridHz
    guard abs(away) >= Self.leastSeconds, correlations[best] >= 0.35, zero < 0.5 * correlations[best] else {
      return nil
    }
    let apart = Int(saturating: 10 * Self.gridHz)
    let others = correlations.indices.filter { abs($0 - best) > apart }.map { correlations[$0] }
    // Breathing is regular, so its pattern fits at other shifts too; a weak pattern must fit at one shift only.
    let most = correlations[best] >= 0.7 ? 0.8 : 0.58
    guard (others.max() ?? 0) < most * correlations[best] else { return nil }
    return (
      away,
      "the intervals from beat to beat then correlate with the signals' at \(shortest(correlations[best], decimals: 2)), and at \(shortest(zero, decimals: 2)) as they are"
    )
  }

  /// Returns the times of the steepest slope near each beat, interpolated between samples. They are accurate to
  /// milliseconds, unlike the peaks. The direction with the larger median slope is the upstroke.
  private static func upstrokes(near beats: [Double], in signal: Signal) -> [Double] {
    let rate = signal.sampleRate
    let smooth = signal.samples
    let step = 1
    func steepest(_ sign: Double) -> (times: [Double], size: Double) {
      var times: [Double] = [], sizes: [Double] = []
      for beat in beats {
        let from = max(step, Int(saturating: (beat - 0.35 - signal.startTime) * rate))
        let to = min(smooth.count - 2 - step, Int(saturating: (beat + 0.15 - signal.startTime) * rate))
        guard from < to else { continue }
        func slope(_ index: Int) -> Double { sign * (smooth[index + step] - smooth[index - step]) }
        var best = from
        for index in from...to where slope(index) > slope(best) { best = index }
        let apex = best > step ? parabolicApex(slope(best - 1), slope(best), slope(best + 1)) : nil
        let time = signal.startTime + (Double(best) + (apex?.offset ?? 0)) / rate
        if let last = times.last, time - last < 0.24 { continue }
        times.append(time)
        sizes.append(slope(best))
      }
      return (times, median(sizes) ?? 0)
    }
    let (up, down) = (steepest(1), steepest(-1))
    return up.size >= down.size ? up.times : down.times
  }

  /// Returns intervals between neighbouring beats minus their running mean over 20 s, on an even grid; 0 if missing.
  private static func tachogram(_ beats: [Double], in range: TimeRange) -> [Float] {
    let count = max(0, Int(saturating: range.duration * gridHz))
    var values = [Double](repeating: .nan, count: count)
    for (first, second) in zip(beats, beats.dropFirst()) where (0.24...2.5).contains(second - first) {
      let from = max(0, Int(saturating: ((first - range.start) * gridHz).rounded(.up)))
      let to = min(count - 1, Int(saturating: ((second - range.start) * gridHz).rounded(.down)))
      guard from <= to else { continue }
      for index in from...to { values[index] = second - first }
    }
    var sums = [0.0], counts = [0.0]
    for value in values {
      sums.append(sums[sums.count - 1] + (value.isNaN ? 0 : value))
      counts.append(counts[counts.count - 1] + (value.isNaN ? 0 : 1))
    }
    let reach = Int(saturating: 10 * gridHz)
    return values.indices.map { index in
      let (low, high) = (max(0, index - reach), min(count, index + reach + 1))
      let known = counts[high] - counts[low]
      guard !values[index].isNaN, known >= 8 else { return 0 }
      // Limited, since a missed or an extra beat must not decide.
      return Float(min(max(values[index] - (sums[high] - sums[low]) / known, -0.15), 0.15))
    }
  }

  private static func correlation(_ mine: [Float], _ theirs: [Float], at place: Int) -> Double {
    let count = min(mine.count, theirs.count - place)
    guard count > 60 else { return 0 }
    var (product, own, other, both) = (Float(0), Float(0), Float(0), Float(0))
    mine.withUnsafeBufferPointer { a in
      theirs.withUnsafeBufferPointer { b in
        for index in 0..<count {
          let (x, y) = (a[index], b[index + place])
          product += x * y
          both += x == 0 || y == 0 ? 0 : 1
          // Only places with values of both.
          own += y == 0 ? 0 : x * x
          other += x == 0 ? 0 : y * y
        }
      }
    }
    // At least 40 % of the energy of the signal's pattern must be covered, and 45 s (75 s for shifts above 30 s).
    let whole = mine.reduce(0) { $0 + $1 * $1 }
    guard own > 0, other > 0, own > 0.4 * whole,
      Double(both) > (abs(Double(place) / gridHz - reachSeconds) > 30 ? 75 : 45) * gridHz
    else { return 0 }
    return Double(product / (own * other).squareRoot())
  }
}
