/// Reads the reference rate of windows; built once per recording.
///
/// Definition `windowReference@3`:
/// - from beats: 60 / mean of the RR intervals wholly inside the window, if these cover at least 80 % of it. Pairs of
///   beats further apart than 3 s or closer than 0.2 s (20 and 300 bpm) are gaps, not intervals.
/// - from breaths: the same; gaps are pairs further apart than 20 s or closer than 1 s, and 60 % of the window
///   suffice. If two rules found them: the first's rate, and only if the two rates differ by less than 2 per minute.
/// - from the accepted beats of several detectors: the same over intervals between neighbouring beats of
///   ``Reference/AgreeingBeats``. There must be as many detectors with own rates within less than 2 bpm as must
///   agree, and the rate must be less than 2 bpm from the midpoint of these (of several such sets the narrowest, then
///   the lowest).
/// - from a series: mean of the finite samples inside.
/// - if stretches excluded from the evaluation share more than 1 ms with the window: none.
/// - given per window: the rate whose window has the same edges (to 1 ms; of several the first). A window without
///   such a rate takes the mean of the rates whose windows are wholly inside it (to 1 ms), if these together cover at
///   least 80 % of it.
public struct ReferenceReader: Sendable {
  /// Agreement limit: rates of detectors or rules that agree differ by less than this, per minute.
  public static let agreementBPM = 2.0

  /// Reason why a window has no reference.
  public enum Absence: String, CaseIterable, Sendable {
    /// Reasons in this order: intervals cover too little of the window, too few detectors' rates agree, the series
    /// has no sample inside, no rate is given for the window or for enough of it, there is no reference, part of the
    /// window is excluded from the evaluation, the channels have samples in too little of the window.
    case tooFewIntervals, detectorsDisagree, outsideSeries, notGiven, noReference, notJudged, noSamples
  }

  private let source: Source
  private let notJudged: CoveringSpans

  /// Names of the rules that find the breaths of a reference.
  private static let breathingRules = ["counted", "crossings"]

  /// Names of the detectors or rules that the reference is made of, in their order; empty for any other reference.
  public let detectorNames: [String]

  private enum Source {
    case intervals(IntervalSums)
    case agreeing(IntervalSums, found: [IntervalSums], least: Int)
    case series(TimeSeries)
    case windows(GivenRates)
    case none
  }

  /// - Parameters:
  ///   - reference: the reference of the recording.
  ///   - notJudged: stretches excluded from the evaluation, ascending by start.
  public init(_ reference: Reference, notJudged: [TimeRange] = []) {
    self.notJudged = CoveringSpans(notJudged)
    var names: [String] = []
    switch reference {
    case .beats(let beats): source = .intervals(IntervalSums(beats, of: .heartRate))
    case .agreeingBeats(let agreeing):
      names = agreeing.found.map(\.name)
      source = .agreeing(
        IntervalSums(agreeing.matched, continues: agreeing.continues, of: .heartRate),
        found: agreeing.found.map { IntervalSums($0.beats, of: .heartRate) }, least: agreeing.agree)
    case .breaths(let breaths): source = .intervals(IntervalSums(breaths, of: .breathingRate))
    case .agreeingBreaths(let first, let second):
      names = Self.breathingRules
      let found = [first, second].map { IntervalSums($0, of: .breathingRate) }
      source = .agreeing(found[0], found: found, least: 2)
    case .rateSeries(let series): source = .series(series)
    case .windowRates(let rates): source = .windows(GivenRates(rates))
    case .none: source = .none
    }
    detectorNames = names
  }

  /// Returns the rate per minute, or the reason why there is none.
  public func rate(in range: TimeRange) -> Result<Double, AbsenceError> {
    if case .none = source { return .failure(.init(.noReference)) }
    if notJudged.touch(range) { return .failure(.init(.notJudged)) }
    switch source {
    case .intervals(let sums):
      return sums.rate(in: range).map { .success($0) } ?? .failure(.init(.tooFewIntervals))
    case .agreeing(let sums, let found, let least):
      let rates = found.compactMap { $0.rate(in: range) }.sorted()
      guard rates.count >= least else { return .failure(.init(.tooFewIntervals)) }
      // The closest rates are neighbours in ascending order.
      let spans = (least - 1..<rates.count).map { (low: rates[$0 - least + 1], high: rates[$0]) }
      guard let span = spans.min(by: { $0.high - $0.low < $1.high - $1.low }),
        span.high - span.low < Self.agreementBPM
      else { return .failure(.init(.detectorsDisagree)) }
      guard let rate = sums.rate(in: range) else { return .failure(.init(.tooFewIntervals)) }
      return abs(rate - (span.low + span.high) / 2) < Self.agreementBPM
        ? .success(rate) : .failure(.init(.detectorsDisagree))
    case .series(let series):
      let values = series.values[series.indices(in: range)].filter(\.isFinite)
      guard !values.isEmpty else { return .failure(.init(.outsideSeries)) }
      return .success(values.reduce(0, +) / Double(values.count))
    case .windows(let rates):
      return rates.rate(in: range).map { .success($0) } ?? .failure(.init(.notGiven))
    case .none:
      return .failure(.init(.noReference))
    }
  }

  /// Returns the own rate of each of ``detectorNames``, per minute, by the rule for beats or breaths and regardless
  /// of the agreement; `nil` if its intervals cover too little of the window.
  public func detectorRates(in range: TimeRange) -> [Double?] {
    guard case .agreeing(_, let found, _) = source else { return [] }
    return found.map { $0.rate(in: range) }
  }

  /// Error for a window without reference.
  public struct AbsenceError: Error, Equatable {
    /// Reason.
    public let absence: Absence

    init(_ absence: Absence) {
      self.absence = absence
    }
  }
}

/// Rates given for windows, in the order of their starts.
struct GivenRates: Sendable {
  /// Edges this close are equal, in seconds.
  private static let edgeSeconds = 1e-3
  /// Minimum share of a window that rates of other windows must cover to replace its own.
  private static let coverageShare = 0.8

  private let rates: [Reference.WindowRate]
  private let starts: [Double]

  init(_ rates: [Reference.WindowRate]) {
    // Windows with the same start stay in the given order.
    let order = rates.indices.sorted { (rates[$0].range.start, $0) < (rates[$1].range.start, $1) }
    self.rates = order.map { rates[$0] }
    starts = self.rates.map(\.range.start)
  }

  /// Returns the rate of the window with these edges; otherwise the mean of those wholly inside, if together they
  /// cover enough of it.
  func rate(in range: TimeRange) -> Double? {
    let edge = Self.edgeSeconds
    var sum = 0.0
    var count = 0
    var covered = 0.0
    var coveredTo = range.start
    var index = starts.firstIndex(notBefore: range.start - edge)
    while index < rates.count, starts[index] < range.end {
      let (given, bpm) = (rates[index].range, rates[index].bpm)
      index += 1
      guard given.start > range.start - edge, given.end < range.end + edge else { continue }
      if given.start < range.start + edge, given.end > range.end - edge { return bpm }
      sum += bpm
      count += 1
      covered += max(0, given.end - max(coveredTo, given.start))
      coveredTo = max(coveredTo, given.end)
    }
    guard count > 0, covered >= Self.coverageShare * range.duration - edge else { return nil }
    return sum / Double(count)
  }
}

/// Times of beats or breaths with running sums over their intervals, so that each window costs two searches.
struct IntervalSums: Sendable {
  private let beats: [Double]
  /// Running sums: entry i has the total length in seconds, and the number, of the intervals that end at beats 1…i.
  private let seconds: [Double]
  private let counts: [Int]
  private let coverageShare: Double

  init(_ beats: [Double], continues: [Bool]? = nil, of measurand: Measurand) {
    self.beats = beats
    let plausible = measurand.intervalSeconds
    coverageShare = measurand.coverageShare
    var seconds = [Double](repeating: 0, count: beats.count)
    var counts = [Int](repeating: 0, count: beats.count)
    for i in beats.indices.dropFirst() {
      let interval = beats[i] - beats[i - 1]
      let isInterval = plausible.contains(interval) && (continues?[i] ?? true)
      seconds[i] = seconds[i - 1] + (isInterval ? interval : 0)
      counts[i] = counts[i - 1] + (isInterval ? 1 : 0)
    }
    self.seconds = seconds
    self.counts = counts
  }

  func rate(in range: TimeRange) -> Double? {
    let first = beats.firstIndex(notBefore: range.start - TimeRange.slack)
    let last = beats.firstIndex(notBefore: range.end - TimeRange.slack) - 1
    guard last > first, seconds[last] - seconds[first] >= coverageShare * range.duration else { return nil }
    return rate(from: first, to: last)
  }

  /// Returns the rate per minute over the intervals between two beats; `nil` if there are only gaps.
  func rate(from first: Int, to last: Int) -> Double? {
    let count = counts[last] - counts[first]
    return count > 0 ? 60 * Double(count) / (seconds[last] - seconds[first]) : nil
  }
}
