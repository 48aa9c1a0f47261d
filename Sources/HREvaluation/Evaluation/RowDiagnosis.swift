internal import HRResults
internal import HRSignals
package import HRStatistics

/// What lies behind a row's averages: how the errors look, whether confidence means anything, and the single beats.
package struct RowDiagnosis: Sendable {
  /// `nil` without a window that has both a reference and an estimate.
  package let anatomy: ErrorAnatomy?
  /// Chance over the windows that the detector answered: of tries its own. `nil` without such a window.
  package let ownChance: Nulls?
  /// `nil` where estimates lie on no lattice; of at most ``latticeEstimates`` of them, evenly spread.
  package let lattice: Lattice?
  /// `nil` where no estimate has a confidence.
  package let riskCoverage: RiskCoverage?
  /// `nil` where windows are too far apart to be shifted against each other.
  package let lagCurve: LagCurve?
  /// The same for each recording (and repeat) by itself, where it exists.
  package let recordingLagCurves: [LagCurve]
  /// `nil` where detector or reference give no beats.
  package let beats: BeatDiagnosis?
  /// `nil` where no reference is made by several detectors.
  package let otherReferences: OtherReferences?

  /// A lattice shows in fewer than all.
  private static let latticeEstimates = 2000

  init(_ windows: ScenarioWindows, detector: Int, plan: RunPlan) {
    let series = windows.answered(by: detector)
    anatomy = ErrorAnatomy(series, tolerance: plan.tolerance)
    let chance = Nulls(series, constantBPM: plan.measurand.usualPerMinute, over: .answered)
    ownChance = chance.constantMAEBPM == nil ? nil : chance
    lattice = Lattice(Self.spread(series))
    riskCoverage = RiskCoverage(series)
    lagCurve = LagCurve(series)
    recordingLagCurves = series.compactMap { LagCurve([$0]) }
    beats = BeatDiagnosis(windows, detector: detector, plan: plan)
    otherReferences = OtherReferences(windows, detector: detector)
  }

  private static func spread(_ series: [WindowSeries]) -> [Double] {
    let count = series.reduce(0) { $0 + $1.count }
    let step = max(1, count / latticeEstimates)
    var estimates: [Double] = []
    var place = 0
    for one in series {
      for estimate in one.estimateBPM {
        if place % step == 0, !estimate.isNaN { estimates.append(estimate) }
        place += 1
      }
    }
    return estimates
  }
}

extension Evaluation.Row {
  /// The best guess that has not seen the signal, where the row's mean absolute error is not below it on the windows
  /// that the detector answered; `nil` where it is, and in the rows of a stratum.
  package var unbeatenChance: (guess: Nulls.Guess, maeBPM: Double)? {
    guard let best = diagnosis?.ownChance?.best, let maeBPM = score.errors?.maeBPM, maeBPM >= best.maeBPM
    else { return nil }
    return best
  }
}

/// A detector's beats in one scenario.
package struct BeatDiagnosis: Sendable {
  package let score: BeatScore
  /// Share of the reference's beats that lie where the detector answered.
  package let coverage: Double
  /// What was allowed for: detected beats were moved earlier by so much.
  package let lagSeconds: Double
  package let toleranceSeconds: Double
  /// Median delay after the reference's beats, whatever was declared.
  package let medianDelayMilliseconds: Double?

  /// - Returns: `nil` where no unit has beats of both.
  init?(_ windows: ScenarioWindows, detector: Int, plan: RunPlan) {
    let lag = plan.detectors[detector].beatLagSeconds
    var tallies: [(cluster: Int, tally: BeatTally)] = []
    var delay = BeatDelay()
    for ((cluster, table), judged) in zip(windows.units, windows.judgedSpans) {
      guard let beats = table.beats, let train = beats.trains[detector] else { continue }
      let tally = BeatTally(
        judging: train, against: beats.reference, within: judged, toleranceSeconds: plan.beatToleranceSeconds,
        lagSeconds: lag)
      tallies.append((cluster, tally))
      delay.add(reference: beats.reference, detected: train.detected)
    }
    guard let score = BeatScore(tallies, seed: plan.bootstrapSeed) else { return nil }
    self.score = score
    coverage = windows.judgedBeats > 0 ? Double(score.referenceCount) / Double(windows.judgedBeats) : 0
    lagSeconds = lag
    toleranceSeconds = plan.beatToleranceSeconds
    medianDelayMilliseconds = delay.medianMilliseconds
  }
}

extension BeatTally {
  /// The beats of one train that can be judged: those where the reference is known and the detector answered.
  ///
  /// Whole trains are matched first, so that a pair astride the edge of a span is not torn: it is judged where its
  /// reference beat is.
  fileprivate init(
    judging train: BeatTrain, against reference: [Double], within known: [TimeRange],
    toleranceSeconds: Double, lagSeconds: Double
  ) {
    let spans = known.intersection(train.answeredSpans)
    let matching = BeatMatching(
      reference: reference, detected: train.detected, toleranceSeconds: toleranceSeconds,
      lagSeconds: lagSeconds)
    // An unmatched beat is judged where it lies itself.
    var judgedAt = train.detected.map { $0 - lagSeconds }
    for pair in matching.pairs { judgedAt[pair.detected] = reference[pair.reference] }
    var places = SpanWalk(spans)
    let detected = zip(train.detected, judgedAt).filter { places.contains($0.1) }.map(\.0)
    self.init(
      reference: reference.within(spans), detected: detected, toleranceSeconds: toleranceSeconds,
      lagSeconds: lagSeconds)
  }
}
