internal import HRRunning
internal import HRSignals
package import HRStatistics

/// Details behind a row's averages: the kinds of errors, the value of the confidence, and the single beats.
package struct RowDiagnosis: Sendable {
  /// Kinds of errors; `nil` without a window that has both a reference and an estimate.
  package let anatomy: ErrorAnatomy?
  /// Chance over the windows that the detector answered, of tries over its own. `nil` without such a window.
  package let ownChance: Nulls?
  /// Step of quantised rates; `nil` where estimates are not quantised. Of at most ``latticeEstimates`` of them, evenly
  /// spread.
  package let lattice: Lattice?
  /// Error over coverage; `nil` where no estimate has a confidence.
  package let riskCoverage: RiskCoverage?
  /// Error over lag; `nil` where windows are too far apart to be shifted against each other.
  package let lagCurve: LagCurve?
  /// Errors at the delay that the detector states, beside the plain ones; `nil` where it states none, or no window has
  /// a reference at it.
  package let atDelay: DelayedErrors?
  /// Lag curve of each recording (and repeat) by itself.
  package let recordingLagCurves: RecordingLagCurves
  /// Lags by recording, its repeats together; only of recordings that have one.
  let recordingLags: [Int: RecordingLag]
  /// Quality of single beats; `nil` where detector or reference give no beats.
  package let beats: BeatDiagnosis?
  /// Errors against the single detectors behind the reference; `nil` where no reference is made by several detectors.
  package let otherReferences: OtherReferences?
  /// Reliability of the confidence; `nil` where no answer has one, or one is outside 0…1.
  package let reliability: RowReliability?

  /// Details of a figure of heart-rate variability; `nil` for rates, and without an estimate.
  package let variability: VariabilityDiagnosis?

  /// Most estimates that are checked for a step. All of them are not needed.
  private static let latticeEstimates = 2000

  init(_ windows: ScenarioWindows, detector: Int, plan: RunPlan) {
    let series = windows.answered(by: detector)
    let isRate = plan.variability == nil
    anatomy = isRate ? ErrorAnatomy(series, tolerance: plan.tolerance) : nil
    let chance = Nulls(series, constantBPM: plan.usualRate, over: .answered)
    ownChance = chance.best == nil ? nil : chance
    variability = isRate ? nil : VariabilityDiagnosis(windows, detector: detector, plan: plan)
    lattice = isRate ? Lattice(Self.spread(series, windows: windows.rowCount)) : nil
    riskCoverage = RiskCoverage { series.forEachWindow($0) }
    lagCurve = LagCurve(series)
    // Of several tries of a window another than the last, which ends with the window, may be taken.
    let isReadAtEnd = isRate && plan.tries ?? 1 == 1
    atDelay = (isReadAtEnd ? plan.detectors[detector].delaySeconds : nil).flatMap {
      DelayedErrors(series, delaySeconds: $0)
    }
    var curves: [Int: LagCurve] = [:]
    var lags: [Int: RecordingLag] = [:]
    for (recording, units) in Dictionary(grouping: series.indices, by: { windows.recordings[$0] }) {
      // The windows of one recording fit into memory.
      let own = units.map { series[$0] }
      let curve = LagCurve(own)
      lags[recording] = curve.map { RecordingLag($0, of: own) }
      for (unit, one) in zip(units, own) { curves[unit] = own.count == 1 ? curve : LagCurve([one]) }
    }
    recordingLags = lags
    recordingLagCurves = RecordingLagCurves(series.indices.compactMap { curves[$0] })
    beats = BeatDiagnosis(windows, detector: detector, plan: plan)
    otherReferences = OtherReferences(windows, detector: detector)
    reliability = RowReliability(series, recordings: windows.recordings, detector: detector, plan: plan)
  }

  private static func spread(_ series: AnsweredSeries, windows: Int) -> [Double] {
    let step = max(1, windows / latticeEstimates)
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
  /// The best guess without the signal, where the row's mean absolute error is not below its error on the windows that
  /// the detector answered; `nil` where it is, and in the rows of a stratum.
  package var unbeatenChance: (guess: Nulls.Guess, maeBPM: Double)? {
    guard let best = diagnosis?.ownChance?.best, let maeBPM = score.errors?.maeBPM, maeBPM >= best.maeBPM
    else { return nil }
    return best
  }
}

/// The lag curves of single recordings behind that of a row: those that are drawn, and the largest value of all.
package struct RecordingLagCurves: Sendable {
  /// Most curves that are drawn. More lines would not be legible.
  package static let mostDrawn = 100

  /// Curves that are drawn: at most ``mostDrawn``, evenly chosen.
  package let drawn: [LagCurve]
  /// The largest mean absolute error of any point of any curve, in beats per minute; 0 without a curve.
  package let highestMAEBPM: Double

  /// - Parameter curves: of each recording (and repeat) that has one, in order.
  init(_ curves: [LagCurve]) {
    let count = min(curves.count, Self.mostDrawn)
    drawn = (0..<count).map { curves[$0 * curves.count / count] }
    highestMAEBPM = curves.reduce(0) { highest, curve in
      curve.points.reduce(highest) { max($0, $1.maeBPM) }
    }
  }
}
