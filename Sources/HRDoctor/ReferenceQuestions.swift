internal import HRSupport
internal import HRNumerics
internal import HRSignals

/// Problems of the reference by itself: rates outside those of any heart, a constant rate, another span than the
/// signals', windows without a rate, and R peaks on which detectors disagree.
struct ReferenceQuestions {
  private static let plausibleBPM = 20.0...250.0
  /// Shortest possible interval in seconds, below every refractory period of a heart.
  private static let shortestInterval = 0.24

  /// The prepared recording.
  let analysis: RecordingAnalysis
  /// True if the clearest pulse is suitable for a comparison with the reference.
  let isPulseUsable: Bool

  /// Findings, those that explain others first: a constant rate fits no signal, and a wrong unit or a wrong clock
  /// gives windows without a reference.
  var findings: [DataFinding] {
    guard analysis.course != nil else { return [] }
    let wrong = impossible
    let unmoving = constant
    let misread = wrong?.kind == .referenceUnit ? nil : unitOfSpan
    let isExplained = wrong?.kind == .referenceUnit || unmoving != nil || misread != nil
    let misfit = isExplained || !isPulseUsable ? nil : ReferenceFit(analysis: analysis).finding
    let isElsewhere =
      misfit.map { [.sampleRate, .halfOrDouble, .referenceUnit, .referenceShift].contains($0.kind) } ?? false
    if isElsewhere || wrong?.kind == .referenceUnit || misread != nil {
      return [misfit, misread, wrong, unmoving, disagreeing].compactMap(\.self)
    }
    let outside = span
    return [misfit, wrong, unmoving, outside, outside == nil ? sparse : nil, disagreeing].compactMap(\.self)
  }

  // MARK: Rates

  private var impossible: DataFinding? {
    let rates: [Double]
    switch analysis.recording.reference {
    case .rateSeries(let series): rates = series.values.filter(\.isFinite)
    case .windowRates(let windows): rates = windows.map(\.bpm)
    case .beats(let beats): return impossible(beats)
    case .agreeingBeats, .breaths, .agreeingBreaths, .none: return nil
    }
    let outside = rates.filter { !Self.plausibleBPM.contains($0) }
    guard let first = outside.first, !rates.isEmpty else { return nil }
    let share = Double(outside.count) / Double(rates.count)
    let middle = median(rates) ?? 0
    let otherUnit: String? =
      (0.3...4.2).contains(middle)
      ? "the median is \(shortest(middle, decimals: 2)): is it in Hz, or are these intervals in seconds?"
      : (240...3000).contains(middle)
        ? "the median is \(shortest(middle, decimals: 0)): are these intervals in milliseconds?" : nil
    return .ofReference(
      share > 0.5 && otherUnit != nil ? .referenceUnit : .impossibleRates,
      "\(outside.count) of \(rates.count) rates are outside 20 to 250 a minute, the first is \(shortest(first, decimals: 2))",
      otherUnit ?? "do such numbers stand for no reading? \"missing\": [\(shortest(first))] leaves them out")
  }

  /// Returns the reference without impossible rates, if these are few: later checks are about the others.
  static func plausible(_ reference: Reference) -> Reference {
    guard case .rateSeries(let series) = reference else { return reference }
    let kept = series.values.indices.filter { plausibleBPM.contains(series.values[$0]) }
    guard kept.count < series.count, 2 * kept.count > series.count else { return reference }
    return .rateSeries(
      TimeSeries(times: kept.map { series.times[$0] }, values: kept.map { series.values[$0] }))
  }

  private func impossible(_ beats: [Double]) -> DataFinding? {
    let intervals = zip(beats.dropFirst(), beats).map { $0 - $1 }
    let short = intervals.count { $0 < Self.shortestInterval }
    guard short >= 5, 50 * short > intervals.count, let middle = median(intervals) else { return nil }
    return .ofReference(
      .impossibleRates,
      "\(short) of \(intervals.count) intervals between beats are shorter than 0.24 s (more than 250 a minute); the median is \(shortest(middle, decimals: 3)) s",
      middle < Self.shortestInterval
        ? "are the beats' times in another unit, or their sample numbers of another rate?"
        : "are some beats there twice, or T waves counted as beats?")
  }

  private var constant: DataFinding? {
    guard let course = analysis.course, let pulse = analysis.pulse, let range = analysis.range,
      range.duration >= 110
    else { return nil }
    let pairs = pulse.beside(course)
    guard pairs.count >= 6, let least = course.all.min(), let most = course.all.max(),
      most - least < 0.5, Self.plausibleBPM.contains(least)
    else { return nil }
    let moved = centralRange(of: pairs.map(\.signal))
    guard moved > 4 else { return nil }
    return .ofReference(
      .constantReference,
      "its windows' rates lie between \(shortest(least, decimals: 1)) and \(shortest(most, decimals: 1)) bpm over \(seconds(range.duration)), while the signals' move by \(shortest(moved, decimals: 1)) bpm",
      "is it one mean for the whole recording, or a device that had stopped?")
  }

  // MARK: Span

  private var span: DataFinding? {
    guard let range = analysis.range, let span = analysis.recording.reference.span else { return nil }
    let edge = max(20, 0.1 * range.duration)
    let isLonger = max(range.start - span.start, span.end - range.end) > edge
    guard isLonger || max(span.start - range.start, range.end - span.end) > edge else { return nil }
    return .ofReference(
      .referenceSpan, Self.spoken(span, range),
      isLonger
        ? "is it of a longer recording, of which the signals are a part, or is its clock another one? \"offsetSeconds\" moves it"
        : "is a part of it missing, or is its clock another one? windows without a reference are not judged")
  }

  private static func spoken(_ span: TimeRange, _ range: TimeRange) -> String {
    "it lasts from \(seconds(span.start, decimals: 1)) to \(seconds(span.end, decimals: 1)), the signals from \(seconds(range.start, decimals: 1)) to \(seconds(range.end, decimals: 1))"
  }

  /// Finding about times in another unit than seconds.
  private var unitOfSpan: DataFinding? {
    guard let range = analysis.range, let span = analysis.recording.reference.span, range.duration > 0,
      let unit = Self.unit(
        ratio: span.duration / range.duration, rates: analysis.channels.compactMap(\.channel.nominalRate),
        interval: medianInterval)
    else { return nil }
    return .ofReference(
      .referenceUnit,
      Self.spoken(span, range), unit)
  }

  /// Median interval between beats, in the unit taken for seconds; `nil` for rates.
  private var medianInterval: Double? {
    let beats = analysis.recording.reference.beatTimes
    return median(zip(beats.dropFirst(), beats).map { $0 - $1 })
  }

  /// Returns advice for spans that differ by a unit's factor, if the intervals between beats are a heart's in that
  /// unit.
  private static func unit(ratio: Double, rates: [Double], interval: Double?) -> String? {
    func fits(_ factor: Double) -> Bool { interval.map { (0.25...2.5).contains($0 / factor) } ?? true }
    if (700...1400).contains(ratio), fits(1000) { return "its times are milliseconds: \"unit\": \"ms\"" }
    if (1 / 1400.0...1 / 700.0).contains(ratio), fits(0.001) {
      return "its times are seconds: \"unit\": \"s\""
    }
    if let rate = rates.first(where: { $0 >= 8 && abs(ratio / $0 - 1) < 0.1 }), fits(rate) {
      return
        "its times are sample numbers: \"beatSamples\" with \"sampleRate\": \(shortest(rate, decimals: 3))"
    }
    if let rate = rates.first(where: { $0 >= 8 && abs(ratio * $0 - 1) < 0.1 }), fits(1 / rate) {
      return
        "its sample numbers are seconds already: \"beats\" (the rate here is \(shortest(rate, decimals: 3)) Hz)"
    }
    return nil
  }

  /// Returns windows of 20 s over the whole range, every 10 s or, for more than an hour, as often as gives at most
  /// 361.
  private static func windows(in range: TimeRange) -> [TimeRange] {
    let spare = range.duration - PulseReadings.windowSeconds
    guard spare >= 0 else { return [] }
    let hop = max(PulseReadings.hopSeconds, spare / 360)
    return (0...Int(saturating: spare / hop)).map { index in
      let start = range.start + Double(index) * hop
      return TimeRange(start: start, end: start + PulseReadings.windowSeconds)
    }
  }

  private var sparse: DataFinding? {
    guard let range = analysis.range, range.duration >= 60 else { return nil }
    // Rates for windows of another length are not comparable with windows of 20 s.
    if case .windowRates = analysis.recording.reference { return nil }
    let reader = ReferenceReader(analysis.recording.reference, notJudged: analysis.recording.leftOut)
    var (count, missing) = (0, 0)
    var reasons: [ReferenceReader.Absence] = []
    for window in Self.windows(in: range) {
      count += 1
      if case .failure(let error) = reader.rate(in: window) {
        missing += error.absence == .notJudged ? 0 : 1
        count -= error.absence == .notJudged ? 1 : 0
        reasons.append(error.absence)
      }
    }
    guard count >= 4, 2 * missing > count else { return nil }
    let counts = ReferenceReader.Absence.allCases.map { absence in (absence, reasons.count { $0 == absence })
    }
    let main = counts.max { $0.1 < $1.1 }?.0 ?? .noReference
    return .ofReference(
      .sparseReference,
      "\(missing) of \(count) windows of 20 s have none, mostly \(main.rawValue)",
      main == .detectorsDisagree
        ? "the ECG's detectors disagree: look at it with `inspect --picture`"
        : "are beats missing, or is the series too thin for windows of this length?")
  }

  // MARK: R peaks

  private var disagreeing: DataFinding? {
    guard case .agreeingBeats(let agreeing) = analysis.recording.reference, let range = analysis.range else {
      return nil
    }
    let reader = ReferenceReader(analysis.recording.reference, notJudged: analysis.recording.leftOut)
    var (count, apart) = (0, 0)
    for window in Self.windows(in: range) {
      if case .failure(let error) = reader.rate(in: window), error.absence == .notJudged { continue }
      let rates = reader.detectorRates(in: window)
      count += 1
      let known = rates.compactMap(\.self)
      guard let least = known.min(), let most = known.max(), known.count == rates.count else {
        apart += 1
        continue
      }
      if most - least > 5 { apart += 1 }
    }
    guard count >= 3, 4 * apart > count else { return nil }
    return .ofReference(
      .disagreeingRPeaks,
      "in \(apart) of \(count) windows of 20 s \(agreeing.found.map(\.name).joined(separator: ", ")) do not find rates within 5 bpm of each other",
      "is the ECG noisy, or no ECG? such windows have no reference and are not judged")
  }
}
