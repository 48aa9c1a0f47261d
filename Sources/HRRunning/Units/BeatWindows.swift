internal import HRPlugins
internal import HRSignals
internal import HRStatistics

/// Intervals of one trial in the windows of heart-rate variability: of the reference, and of each detector's beats as
/// they are and repaired.
///
/// Definition `variabilityWindows@1`. A window has a reference where it has one for the heart rate. A detector's value
/// needs intervals that cover ``Measurand/coverageShare`` of the window, as a heart rate does. Two beats with time between them for
/// which the detector gave no answer, or for which the reference's detectors did not agree, are no interval.
struct BeatWindows {
  private let rule: VariabilityRule
  private let truth: WindowTruth
  private let reference: [Corrected?]
  private let detectors: [Heard?]
  private let labels: [WindowTable.LabelColumn]
  private let trains: BeatTrains?

  /// Intervals after the correction, and the share of the original ones that it changed.
  private struct Corrected {
    let intervals: BeatIntervals
    let share: Double
  }

  private struct Heard {
    /// `nil` for windows whose intervals cover too little.
    let found: [Corrected?]
    let withoutExtra: [Corrected?]
    let filled: [Corrected?]
    /// Reason why a window without a value has none.
    let absence: WindowOutcome
  }

  /// - Parameters:
  ///   - truth: of the windows of the rule.
  ///   - reference: of the recording, with beats.
  ///   - outputs: of the detectors, in the experiment's order; `nil` for one that takes no part.
  ///   - isAligned: false if the clock of the reference is not the signals'; beats are then not repaired.
  ///   - toleranceSeconds: furthest that matched beats are apart, after the detector's own median delay.
  init(
    _ rule: VariabilityRule, truth: WindowTruth, reference: Reference, outputs: [DetectorOutput?],
    isAligned: Bool, toleranceSeconds: Double, labels: [WindowTable.LabelColumn]
  ) {
    (self.rule, self.truth, self.labels) = (rule, truth, labels)
    var continues: [Bool]?
    if case .agreeingBeats(let agreeing) = reference { continues = agreeing.continues }
    let beats = truth.beats
    func cut(_ beats: [Double], _ continues: [Bool]?, onlyCovered: Bool) -> [Corrected?] {
      truth.windows.map { window in
        let raw = BeatIntervals(beats: beats, continues: continues, in: window)
        guard !onlyCovered || raw.coveredSeconds >= Measurand.heartRate.coverageShare * window.duration else {
          return nil
        }
        let (intervals, corrected) = raw.corrected(by: rule.artefacts)
        return Corrected(
          intervals: intervals, share: Double(corrected) / Double(max(1, raw.milliseconds.count)))
      }
    }
    self.reference = cut(beats, continues, onlyCovered: false)
    detectors = outputs.map { output in
      guard let output else { return nil }
      let none = truth.windows.map { _ in nil as Corrected? }
      guard let train = output.train else {
        return Heard(found: none, withoutExtra: none, filled: none, absence: output.absenceOfBeats)
      }
      let repaired =
        isAligned
        ? RepairedBeats(train.detected, reference: beats, toleranceSeconds: toleranceSeconds) : nil
      return Heard(
        found: cut(train.detected, train.continues(train.detected), onlyCovered: true),
        withoutExtra: repaired.map {
          cut($0.withoutExtra, train.continues($0.withoutExtra), onlyCovered: false)
        } ?? none,
        filled: repaired.map { cut($0.filled, continues, onlyCovered: false) } ?? none,
        absence: .abstained(.tooFewBeats))
    }
    let found = outputs.map { $0?.train }
    trains = beats.isEmpty ? nil : BeatTrains(reference: beats, trains: found)
  }

  /// Returns the windows of one figure; those of the first figure have the beats.
  func table(of figure: VariabilityFigure) -> WindowTable {
    func value(_ part: Corrected?) -> Double? {
      part?.intervals.value(of: figure, spectrum: rule.spectrum)
    }
    let references = zip(truth.rates, reference).map { cell, part -> WindowTable.ReferenceCell in
      guard case .bpm = cell else { return cell }
      return value(part).map { .bpm($0) } ?? .none(ReferenceReader.Absence.tooFewIntervals.rawValue)
    }
    let columns = detectors.map { heard -> EstimateColumn? in
      guard let heard else { return nil }
      var column = EstimateColumn()
      for window in truth.windows.indices {
        let found = value(heard.found[window])
        column.append(
          bpm: found, outcome: heard.absence, confidence: nil, quality: nil, motion: nil)
        column.variability += [
          value(heard.withoutExtra[window]), value(heard.filled[window]), heard.found[window]?.share,
          reference[window]?.share,
        ].map { found == nil ? .nan : $0 ?? .nan }
      }
      return column
    }
    return WindowTable(
      ranges: truth.windows, references: references, estimates: columns,
      beats: figure == rule.figures.first ? trains : nil, labels: labels)
  }
}

extension DetectorOutput {
  /// Reason why there are no beats: the reason of every window if all have the same, a failure if the detector gave
  /// rates without any, else that there are too few.
  fileprivate var absenceOfBeats: WindowOutcome {
    let outcomes = estimates.cells.indices.map { estimates.outcome($0) }
    if let first = outcomes.first, first != .value, outcomes.allSatisfy({ $0 == first }) { return first }
    return outcomes.contains(.value)
      ? .failed("the detector gives rates, and names no beats") : .abstained(.tooFewBeats)
  }
}

extension BeatTrain {
  /// Returns for each of some of its beats whether there was an answer for all of the time since the one before.
  fileprivate func continues(_ beats: [Double]) -> [Bool] {
    var span = 0
    return beats.enumerated().map { index, beat in
      while span < answeredSpans.count, answeredSpans[span].end < beat { span += 1 }
      guard index > 0, span < answeredSpans.count else { return false }
      return answeredSpans[span].start <= beats[index - 1]
    }
  }
}

/// A detector's beats, first without those that are none, then with those that it missed.
///
/// Beats are matched one to one within the tolerance of the reference's (``BeatMatching``), after the detector's median
/// delay (``BeatDelay``), on which intervals do not depend; with them those out of place
/// (``BeatMatching/pairsWithDisplaced``). A beat that is missed is put where the offsets of the matched ones before and
/// after it lead, linearly in time; before the first and after the last by that one's offset; without any by the median
/// delay. Beats whose delay drifts by more than the tolerance (``DelayDrift``) are not repaired, for they are on another
/// clock.
struct RepairedBeats: Equatable {
  /// Detected beats that are one of the reference's.
  let withoutExtra: [Double]
  /// One for each beat of the reference: the reference's beats moved by the detector's offsets.
  let filled: [Double]

  /// - Parameters:
  ///   - detected: ascending, in seconds.
  ///   - reference: ascending, in seconds.
  /// - Returns: `nil` for beats on another clock.
  init?(_ detected: [Double], reference: [Double], toleranceSeconds: Double) {
    let drift = DelayDrift(reference: reference, detected: detected, toleranceSeconds: toleranceSeconds)
    guard abs(drift?.driftSeconds ?? 0) <= toleranceSeconds else { return nil }
    var delay = BeatDelay()
    delay.add(reference: reference, detected: detected)
    let lag = (delay.medianMilliseconds ?? 0) / 1000
    let pairs = BeatMatching(
      reference: reference, detected: detected, toleranceSeconds: toleranceSeconds, lagSeconds: lag
    ).pairsWithDisplaced
    withoutExtra = pairs.map { detected[$0.detected] }
    var filled: [Double] = []
    var next = 0
    for (index, beat) in reference.enumerated() {
      while next < pairs.count, pairs[next].reference < index { next += 1 }
      let after = next < pairs.count ? pairs[next] : nil
      let before = next > 0 ? pairs[next - 1] : nil
      func offset(_ pair: BeatMatching.Pair) -> Double { detected[pair.detected] - reference[pair.reference] }
      switch (before, after) {
      case (_, let pair?) where pair.reference == index: filled.append(detected[pair.detected])
      case (let one?, let other?):
        let share =
          (beat - reference[one.reference]) / (reference[other.reference] - reference[one.reference])
        filled.append(beat + offset(one) + share * (offset(other) - offset(one)))
      case (let one?, nil): filled.append(beat + offset(one))
      case (nil, let other?): filled.append(beat + offset(other))
      case (nil, nil): filled.append(beat + lag)
      }
    }
    self.filled = filled
  }
}
