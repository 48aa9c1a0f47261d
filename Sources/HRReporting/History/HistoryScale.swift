internal import HREvaluation
internal import HRRunning
internal import HRStatistics
internal import HRSupport

/// Scale on which the followed figure of a history is shown: shares as per cent, others in their unit.
struct HistoryScale {
  let metric: Named<StoredResults.MetricNote>
  let unit: String?
  let decimals: Int
  private let factor: Double
  /// Upper bound of the figure; `nil` if it has none.
  let most: Double?

  init(_ history: History) {
    let metric = history.metric
    self.metric = metric
    // Figures of heart-rate variability have units of their own.
    let isOfRates = history.runs.last.map { $0.stored.results.plan.variability == nil } ?? true
    let hasUnit = !metric.unit.isEmpty && (isOfRates || metric.unit != RunPlan.rateUnit)
    let isShare = Metric.named(metric.name)?.kind == .share
    factor = isShare ? 100 : 1
    most = isShare ? 100 : nil
    unit = isShare ? "%" : hasUnit ? metric.unit : nil
    decimals = isShare ? 1 : metric.unit.isEmpty ? 3 : 2
  }

  func shown(_ value: Double) -> Double { factor * value }

  /// `mean absolute error (bpm)`: the summary as a phrase.
  var words: String { phrase + shownUnit }

  /// The same for an axis, which has no room for a long phrase.
  var axisTitle: String { (phrase.count > 40 ? metric.name : phrase) + shownUnit }

  private var phrase: String {
    let phrase = metric.summary.hasSuffix(".") ? String(metric.summary.dropLast()) : metric.summary
    return phrase.prefix(1).lowercased() + phrase.dropFirst()
  }

  private var shownUnit: String { unit.map { " (\($0))" } ?? "" }

  func text(_ value: Double) -> String {
    fixed(shown(value), decimals: decimals) + (unit.map { " \($0)" } ?? "")
  }

  /// `+1.20`, `-0.30`
  func signed(_ change: Double) -> String {
    HRReporting.signed(shown(change), decimals: decimals)
  }
}

extension History {
  /// Returns a run's label, or only its end if it is long, since the labels of nightly runs differ there.
  func name(of run: Int, atMost width: Int = 20) -> String {
    let label = runs[run].label
    return label.count > width ? "…" + label.suffix(width - 1) : label
  }

  /// `12 runs`
  var runCount: String { "\(runs.count) run" + (runs.count == 1 ? "" : "s") }

  /// Labels of the scenarios, in order of their first trend.
  var scenarios: [String] {
    trends.map(\.scenario).distinct
  }

  /// Start times of the first and the last run; `nil` if these are not known.
  var span: String? {
    let starts = runs.map { $0.stored.origin.provenance?.started }
    guard let first = starts.first ?? nil, let last = starts.last ?? nil else { return nil }
    return runs.count > 1 ? "\(Self.shown(first)) to \(Self.shown(last))" : Self.shown(first)
  }

  /// Returns a time as people read it: `2026-11-20 02:00 UTC` for `2026-11-20T02:00:05Z`; another form stays as it is.
  static func shown(_ time: String) -> String {
    guard let match = time.wholeMatch(of: /(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(\.\d+)?Z/) else {
      return time
    }
    return "\(match.1) \(match.2) UTC"
  }

  /// Returns `reference changed at night-05` if the latest change point's levels are of different references and its
  /// own run does not show that; else `nil`.
  func referenceChanged(across trend: Trend) -> String? {
    let points = trend.referencesChangedAcrossStep
    guard !points.isEmpty else { return nil }
    return "reference changed at " + points.map { name(of: $0.run) }.joined(separator: ", ")
  }

  /// `fft: fft@1 → fft@2`
  func text(of change: Change) -> String {
    (change.scope.map { "\($0), " } ?? "") + change.change.described
  }
}

extension [RunChange] {
  /// `data, detector`: each kind of change once; `nil` without any.
  var kinds: String? { isEmpty ? nil : map(\.kind.rawValue).distinct.joined(separator: ", ") }
}
