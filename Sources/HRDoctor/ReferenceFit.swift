internal import HRSupport
internal import HRNumerics
internal import HRSignals
internal import RealModule

/// Compares the rates in the signals with the reference: its scale, its clock, its unit, and if it belongs to this
/// recording at all.
///
/// Only windows in which two different methods agree about the pulse (``PulseReadings``) are used, so that noise
/// gives no finding. At most one explanation is given, the first of these that fits: another unit, another scale of
/// time, a time offset, none.
struct ReferenceFit {
  /// Minimum number of windows with a clear pulse and a reference.
  static let leastWindows = 4
  /// Smallest deviation of a ratio from 1 that is reported: published references differ from their signals by as
  /// much.
  private static let leastOffRatio = 0.012
  /// Steadiness: maximum median distance of a ratio from its median, as a share of the median.
  private static let mostSpread = 0.015
  /// Disagreement: minimum difference of the median window, as a share of the rate.
  private static let oddShare = 0.1

  let analysis: RecordingAnalysis

  /// The first explanation that fits; `nil` if reference and signals agree, or nothing can be decided.
  var finding: DataFinding? {
    guard let course = analysis.course else { return nil }
    let isClear =
      analysis.pulse.map { $0.agreedShare >= 0.5 && $0.readings.count >= Self.leastWindows } ?? false
    if !isClear, let rescued = rescued() ?? lengths() { return rescued }
    guard let pulse = analysis.pulse else { return nil }
    let pairs = Self.pairs(pulse, course)
    guard pulse.readings.count >= Self.leastWindows else { return short(pairs) }
    if let unit = unit(pairs) { return unit }
    if let scale = scale(pulse, course) ?? bluetooth(pulse) ?? lengths() ?? rescued() { return scale }
    guard pairs.count >= Self.leastWindows else { return short(pairs) }
    return follows(pairs)
      ? nil
      : ReferenceShift(analysis: analysis, pulse: pulse, course: course).finding ?? unrelated(pairs)
        ?? short(pairs)
  }

  /// Place of findings about the clock, which all channels of one device share.
  private static let clockPlace = "signals"

  typealias Pair = (signal: Double, reference: Double)

  /// Returns rates of the same moments, if the recording's clock ran wrong by a factor.
  ///
  /// - Parameters:
  ///   - pulse: readings of the signals.
  ///   - course: course of the reference.
  ///   - scale: the signal's rates over the true ones; its times are too short by it. Windows in which the rate
  ///     changes fast are then left out. `nil`: all windows, unchanged.
  private static func pairs(_ pulse: PulseReadings, _ course: RateCourse, scale: Double? = nil) -> [Pair] {
    let start = pulse.windows.first?.start ?? 0
    let half = PulseReadings.windowSeconds / 2
    return pulse.readings.compactMap { reading in
      let begin = start + (reading.window.start + half - start) * (scale ?? 1) - half
      // In a window with a changing rate the methods find different means.
      guard let bpm = course.bpm(at: begin), scale == nil || (course.change(at: begin) ?? 0) < 0.08 * bpm
      else { return nil }
      return (reading.bpm, bpm)
    }
  }

  // MARK: Unit

  private func unit(_ pairs: [Pair]) -> DataFinding? {
    switch analysis.recording.reference {
    case .rateSeries, .windowRates: break
    case .beats, .agreeingBeats, .breaths, .agreeingBreaths, .none: return nil
    }
    guard pairs.count >= Self.leastWindows else { return nil }
    func error(_ convert: (Double) -> Double) -> Double {
      median(pairs.map { abs(convert($0.reference) - $0.signal) / $0.signal }) ?? .infinity
    }
    let units: [(name: String, mend: String, convert: (Double) -> Double)] = [
      ("beats per second (Hz)", "multiply it by 60", { 60 * $0 }),
      (
        "RR intervals in milliseconds", "declare \"rrIntervals\", or convert it: 60,000 / value",
        { 60_000 / $0 }
      ),
      ("RR intervals in seconds", "declare \"rrIntervals\", or convert it: 60 / value", { 60 / $0 }),
    ]
    let asGiven = error { $0 }
    guard asGiven > 2 * Self.oddShare,
      let best = units.min(by: { error($0.convert) < error($1.convert) }), error(best.convert) < 0.05
    else { return nil }
    let middle = median(pairs.map(\.reference)) ?? 0
    let rate = median(pairs.map(\.signal)) ?? 0
    return .ofReference(
      .referenceUnit,
      "its median is \(shortest(middle, decimals: 2)), and the signals show \(shortest(rate, decimals: 1)) beats per minute: as \(best.name) it fits them to \(percent(error(best.convert)))",
      best.mend)
  }

  // MARK: Scale

  /// Returns the required number of windows: more for ratios close to 1, fewest for 2 and 1/2.
  private static func leastWindows(forRatio ratio: Double) -> Int {
    if abs(Double.log(ratio)) < 0.06 { return 8 }
    return [2, 0.5].contains { abs(ratio / $0 - 1) < 0.02 } ? leastWindows : 6
  }

  /// Returns true for the ratio of 1/1024 s to 1 ms, by which intervals are read too long if their unit is missed.
  private static func isBluetooth(_ ratio: Double) -> Bool { abs(ratio / 1.024 - 1) < 0.004 }

  private struct Scale {
    let ratio: Double
    let spread: Double
    /// Share of windows within 3 % of the ratio.
    let nearShare: Double
    let count: Int
    /// Ranges of the rates of signals and reference, 10th to 90th percentile.
    let signalRange: Double
    let referenceRange: Double
    let correlation: Double
  }

  private func scale(_ pulse: PulseReadings, _ course: RateCourse) -> DataFinding? {
    guard let found = fitted(pulse, course) else { return nil }
    let off = abs(Double.log(found.ratio))
    // A ratio close to 1 needs windows with a smaller spread.
    guard off > Self.leastOffRatio, found.count >= Self.leastWindows(forRatio: found.ratio),
      found.spread <= min(Self.mostSpread, 0.5 * off), found.nearShare >= 0.75,
      off > 4 * found.spread / Double(found.count).squareRoot()
    else { return nil }
    return finding(ofScale: found, pulse)
  }

  /// Returns the ratio under which signals and reference fit, with the signals' times corrected by that ratio.
  private func fitted(_ pulse: PulseReadings, _ course: RateCourse) -> Scale? {
    var best: Scale?
    // A wrong clock also makes the signals longer or shorter than the reference.
    let span = zip(analysis.recording.reference.span, analysis.range).map { $0.duration / $1.duration }
    for begin in [1.0, span ?? 1, 2, 0.5] where best.map({ $0.spread > 0.01 }) ?? true {
      var ratio = begin
      for _ in 0..<3 {
        let pairs = Self.pairs(pulse, course, scale: min(max(ratio, 0.2), 5))
        guard pairs.count >= Self.leastWindows, 5 * pairs.count >= 2 * pulse.readings.count,
          let middle = median(pairs.map { $0.signal / $0.reference })
        else { break }
        let spread = median(pairs.map { abs($0.signal / $0.reference / middle - 1) }) ?? .infinity
        // Another clock must fit far better than the stated one.
        if spread < (best.map { begin == 1 ? $0.spread : 0.5 * $0.spread }) ?? .infinity {
          best = Scale(
            ratio: middle, spread: spread,
            nearShare: Double(pairs.count { abs($0.signal / $0.reference / middle - 1) < 0.03 })
              / Double(pairs.count),
            count: pairs.count, signalRange: centralRange(of: pairs.map(\.signal)),
            referenceRange: centralRange(of: pairs.map(\.reference)),
            correlation: pearsonCorrelation(pairs.map(\.signal)[...], pairs.map(\.reference)[...]))
        }
        ratio = middle
      }
    }
    return best
  }

  private func finding(ofScale scale: Scale, _ pulse: PulseReadings) -> DataFinding? {
    let measured =
      "the pulse in \(pulse.kind.rawValue) is \(shortest(scale.ratio, decimals: 4)) times as fast as the reference in \(scale.count) windows, steadily (median deviation \(shortest(100 * scale.spread, decimals: 2)) %)"
    for (factor, words) in [(2.0, "double"), (0.5, "half")] where abs(scale.ratio / factor - 1) < 0.02 {
      guard factor == 2 || !alternates else { return nil }
      return .ofReference(
        .halfOrDouble,
        "\(measured): \(words)",
        factor == 2
          ? "does the reference have every second beat only, or is the sample rate of \(pulse.kind.rawValue) twice the true one?"
          : "does the reference count beats twice, or is the sample rate of \(pulse.kind.rawValue) half the true one?"
      )
    }
    let fitting = pulse.sampleRate / scale.ratio
    let usual = Self.usualRate(near: fitting)
    // Two steady rates always have some ratio; it indicates a clock if both change together, or if a usual rate fits.
    let follows = scale.correlation > 0.8 && min(scale.signalRange, scale.referenceRange) > 3
    guard follows || usual != nil || abs(Double.log(scale.ratio)) < 0.06 else { return nil }
    let rate = shortest(fitting, decimals: fitting < 100 ? 2 : 1)
    let bluetooth =
      Self.isBluetooth(scale.ratio) && !analysis.recording.reference.beatTimes.isEmpty
      ? Self.bluetoothMend : ""
    return DataFinding(
      .sampleRate, at: Self.clockPlace, evidence: measured,
      mend:
        "\(bluetooth)a sample rate of \(rate) Hz\(usual.map { " (\(shortest($0)) Hz?)" } ?? "") in place of \(shortest(pulse.sampleRate, decimals: 3)) Hz would fit; or the reference's clock is off by as much"
    )
  }

  /// Returns the finding that the wave keeps step with the beats only if their intervals are in 1/1024 s: a check by
  /// single beats, for recordings with too few windows.
  private func bluetooth(_ pulse: PulseReadings) -> DataFinding? {
    guard case .beats(let beats) = analysis.recording.reference, let first = beats.first,
      let channel = analysis.channels.first(where: { $0.kind == pulse.kind }),
      channel.goesWith(beats) == false,
      channel.goesWith(beats.map { first + ($0 - first) / 1.024 }) == true
    else { return nil }
    return DataFinding(
      .sampleRate, at: Self.clockPlace,
      evidence:
        "\(pulse.kind.rawValue) keeps step with the reference's beats if its intervals are 1.024 times shorter, and not as they are",
      mend:
        "\(Self.bluetoothMend)the sample rate is \(shortest(pulse.sampleRate / 1.024, decimals: 3)) Hz in place of \(shortest(pulse.sampleRate, decimals: 3)) Hz"
    )
  }

  private static let bluetoothMend =
    "are these intervals in 1/1024 s, as Bluetooth sends them? \"unit\": \"1/1024 s\" in \"rrIntervals\" says so; else "

  /// Usual sample rates of sensors.
  private static let usualRates: [Double] = [
    20, 25, 30, 31.25, 32, 40, 50, 60, 62.5, 64, 75, 80, 100, 120, 125, 128, 150, 200, 240, 250, 256, 300,
    360,
    400, 480, 500, 512, 600, 800, 1000, 1024, 2000,
  ]

  /// - Returns: the nearest usual rate, if it is within a share of this one.
  static func usualRate(near rate: Double, within share: Double = 0.007) -> Double? {
    usualRates.min { abs($0 - rate) < abs($1 - rate) }.flatMap { abs($0 / rate - 1) < share ? $0 : nil }
  }

  /// True if the reference's intervals are alternately long and short, as in bigeminy: every second beat may then be
  /// too weak to be seen. A wave of the same beat that is counted twice follows sooner.
  private var alternates: Bool {
    let beats = analysis.recording.reference.beatTimes
    let intervals = zip(beats.dropFirst(), beats).map { $0 - $1 }
    guard intervals.count >= 10 else { return false }
    let pairs = zip(intervals, intervals.dropFirst())
    let uneven = pairs.count { abs($0 - $1) > 0.1 * ($0 + $1) }
    let short = median(pairs.map { min($0, $1) }) ?? 0
    return 3 * uneven > intervals.count && short > 0.36
  }

  // MARK: No pulse at the stated rate

  /// Searches for a pulse under another sample rate if none is found: the rate under which the signals last as long
  /// as the reference.
  private func rescued() -> DataFinding? {
    guard let course = analysis.course, let reference = median(course.all), (20...250).contains(reference),
      let range = analysis.range, let span = analysis.recording.reference.span, range.duration > 0
    else { return nil }
    let longer = span.duration / range.duration
    guard !(0.75...1.3).contains(longer), (0.05...20).contains(longer) else { return nil }
    for channel in analysis.channels where channel.kind.isOptical {
      guard let rate = channel.channel.nominalRate, let signal = channel.signal,
        // As if the channel had been sampled at another rate.
        let pulse = PulseReadings(
          Signal(
            samples: signal.samples, sampleRate: signal.sampleRate * (1 / longer), startTime: signal.startTime
          ),
          kind: channel.kind),
        pulse.readings.count >= 3, pulse.agreedShare >= 0.5, let middle = median(pulse.readings.map(\.bpm)),
        abs(middle / reference - 1) < 0.1
      else { continue }
      let usual = Self.usualRate(near: rate / longer, within: 0.06)
      let shown = analysis.channels.compactMap(\.readings).max { $0.agreedShare < $1.agreedShare }
      let now =
        shown.flatMap { shown in
          shown.agreedShare < 0.2
            ? nil
            : median(shown.readings.map(\.bpm)).map { bpm in
              "show a pulse of \(shortest(bpm, decimals: 1)) bpm in \(percent(shown.agreedShare)) of the windows"
            }
        } ?? "hardly show a pulse"
      return DataFinding(
        .sampleRate, at: Self.clockPlace,
        evidence:
          "at \(shortest(rate, decimals: 3)) Hz the signals last \(seconds(range.duration)) and \(now); the reference lasts \(seconds(span.duration)), and at \(shortest(rate / longer, decimals: 1)) Hz, as long as it, there is a pulse of \(shortest(middle, decimals: 1)) bpm in \(percent(pulse.agreedShare)) of the windows (reference: \(shortest(reference, decimals: 1)))",
        mend: "is its sample rate about \(shortest(usual ?? rate / longer, decimals: 1)) Hz?")
    }
    return nil
  }

  // MARK: Lengths

  /// Compares lengths and median rates of signals and reference, for recordings with too few windows for the other
  /// checks: a wrong clock changes both by one factor.
  private func lengths() -> DataFinding? {
    guard let course = analysis.course, let reference = median(course.all), let range = analysis.range,
      let span = analysis.recording.reference.span, let pulse = analysis.pulse, pulse.agreedShare >= 0.5,
      pulse.readings.count >= 2, let rate = median(pulse.readings.map(\.bpm)), range.duration > 0,
      centralRange(of: pulse.readings.map(\.bpm)) < 0.15 * rate
    else { return nil }
    let longer = span.duration / range.duration
    guard !(0.87...1.15).contains(longer), abs(rate / reference / longer - 1) < 0.05 else { return nil }
    let fitting = pulse.sampleRate / longer
    return DataFinding(
      .sampleRate, at: Self.clockPlace,
      evidence:
        "the signals last \(seconds(range.duration)) and show a pulse of \(shortest(rate, decimals: 1)) bpm (\(pulse.kind.rawValue), \(pulse.readings.count) windows), and the reference lasts \(seconds(span.duration)) at \(shortest(reference, decimals: 1)) bpm: both differ \(shortest(longer, decimals: 2)) times, as if one of the clocks were wrong",
      mend:
        "is the sample rate about \(shortest(Self.usualRate(near: fitting, within: 0.03) ?? fitting, decimals: 1)) Hz in place of \(shortest(pulse.sampleRate, decimals: 3)) Hz (were frames dropped?), or are the reference's times or sample numbers of a rate \(shortest(longer < 1 ? 1 / longer : longer, decimals: 2)) times \(longer < 1 ? "lower" : "higher")?"
    )
  }

  /// Returns true if both change, and together: then there is no shift.
  private func follows(_ pairs: [Pair]) -> Bool {
    let (signals, references) = (pairs.map(\.signal), pairs.map(\.reference))
    guard min(centralRange(of: signals), centralRange(of: references)) > 4,
      let off = median(pairs.map { abs($0.signal - $0.reference) })
    else { return false }
    return off < 0.5 && pearsonCorrelation(signals[...], references[...]) > 0.95
  }

  // MARK: Short recordings

  /// Returns the finding that the pulse is clear and has another rate than the reference in every window, for
  /// recordings with too few windows to tell why.
  private func short(_ pairs: [Pair]) -> DataFinding? {
    guard let pulse = analysis.pulse, (2..<6).contains(pairs.count), pulse.agreedShare >= 0.8, !alternates,
      pairs.allSatisfy({ abs($0.signal / $0.reference - 1) > Self.oddShare })
    else { return nil }
    return .ofReference(
      .referenceUnrelated,
      "in all \(pairs.count) windows with both it differs from the clear pulse in \(pulse.kind.rawValue) by more than \(percent(Self.oddShare)), \(shortest(median(pairs.map(\.reference)) ?? 0, decimals: 1)) against \(shortest(median(pairs.map(\.signal)) ?? 0, decimals: 1)) bpm (medians)",
      "too few windows to tell why: is the sample rate or the reference's clock or unit another one, or is it of another recording?"
    )
  }

  // MARK: Another quantity

  private func unrelated(_ pairs: [Pair]) -> DataFinding? {
    let signals = pairs.map(\.signal), references = pairs.map(\.reference)
    let share = median(pairs.map { abs($0.signal - $0.reference) / $0.reference }) ?? 0
    // A pulse that is clear in few windows may be clear by chance.
    guard share > Self.oddShare, pairs.count >= (alternates ? 8 : 6), let pulse = analysis.pulse,
      pulse.agreedShare >= 0.5
    else {
      return nil
    }
    let correlation = pearsonCorrelation(signals[...], references[...])
    let isHalf = abs((median(pairs.map { $0.signal / $0.reference }) ?? 1) / 0.5 - 1) < 0.05
    guard !(correlation > 0.6), !(isHalf && alternates) else { return nil }
    return .ofReference(
      .referenceUnrelated,
      "in \(pairs.count) windows with a clear pulse its rate differs from the signals' by \(percent(share)) (median), \(shortest(median(references) ?? 0, decimals: 1)) against \(shortest(median(signals) ?? 0, decimals: 1)) bpm, at any shift and in any unit that was tried",
      "is it of another quantity, or of another recording?")
  }
}

private func zip<A, B>(_ a: A?, _ b: B?) -> (A, B)? { a.flatMap { a in b.map { (a, $0) } } }
