internal import HRRunning
internal import HRSignals
package import HRStatistics

/// A detector's beats in one scenario.
package struct BeatDiagnosis: Sendable {
  /// Beat score over the recordings whose beats can be matched with the reference's; `nil` where there is none.
  package let score: BeatScore?
  /// Share of the reference's beats, in these recordings, at times for which the detector answered; `nil` without any.
  package let coverage: Double?
  /// Declared lag: detected beats were moved earlier by it before they were matched.
  package let lagSeconds: Double
  package let toleranceSeconds: Double
  /// Median delay after the reference's beats, without correction for the declared lag; over the recordings of
  /// ``score``.
  package let medianDelayMilliseconds: Double?
  /// Number of recordings that ``score`` is over.
  package let alignedRecordings: Int
  /// Recordings with beats of both that are left out, in the order of the plan.
  package let notAligned: [Unaligned]
  /// Tolerances of ``records``: that of the score, then the further ones of the plan.
  package let tolerancesSeconds: [Double]
  /// Counts of the aligned recordings in all of their windows, by recording, one per tolerance; repeats together. Where
  /// the detector did not answer, reference beats are missed. Empty without a ``score``.
  package let records: [Int: [RecordBeats]]
  /// Counts of all ``records`` together, one per tolerance; empty without any.
  package let summaries: [RecordBeatsSummary]

  /// A recording whose beats cannot be matched one by one with the reference's.
  package struct Unaligned: Equatable, Sendable {
    /// Index of the plan.
    package let recording: Int
    package let reason: Reason
  }

  package enum Reason: Equatable, Sendable {
    /// The descriptor says that the reference has a clock of its own.
    case separateClocks
    /// Delay of the beats in the last third minus that in the first: more than the tolerance, either way. Of several
    /// repeats the furthest.
    case drift(milliseconds: Double)
  }

  /// - Returns: `nil` where no unit has beats of both.
  init?(_ windows: ScenarioWindows, detector: Int, plan: RunPlan) {
    let units = DiagnosedUnits(windows, detector: detector)
    let drifts = units.drifts(plan)
    let left = Self.notAligned(drifts, plan)
    let lag = plan.detectors[detector].beatLagSeconds
    let leftRecordings = Set(left.map(\.recording))
    let aligned = drifts.filter { !leftRecordings.contains($0.recording) }
    let tallies = JudgedTallies(
      units: units, chosen: aligned.map(\.index), toleranceSeconds: plan.beatToleranceSeconds,
      lagSeconds: lag, withChance: true)
    let beats = windows.judgedBeats.reduce(0, +)
    let score =
      beats <= Self.mostBeatsHeld
      ? BeatScore(Array(tallies), seed: plan.bootstrapSeed)
      : BeatScore(tallies, again: tallies.withoutChance, seed: plan.bootstrapSeed)
    guard score != nil || !left.isEmpty else { return nil }
    self.score = score
    // Beats of recordings in which it gave none count as not answered, unless the recording is left out.
    let judged = (0..<windows.count).reduce(0) { sum, unit in
      let recording = windows.recordings[unit]
      let isLeft = plan.hasSeparateClocks(recording) || leftRecordings.contains(recording)
      return sum + (isLeft ? 0 : windows.judgedBeats[unit])
    }
    coverage = share(score?.referenceCount ?? 0, of: judged)
    lagSeconds = lag
    toleranceSeconds = plan.beatToleranceSeconds
    medianDelayMilliseconds = BeatDelay.medianMilliseconds(
      of: aligned.lazy.compactMap { place in
        units[place.index].map { (reference: $0.reference, detected: $0.train.detected) }
      })
    alignedRecordings = Set(aligned.map(\.recording)).count
    notAligned = left
    let tolerances = [plan.beatToleranceSeconds] + (plan.alsoWithinSeconds ?? [])
    let records =
      score == nil
      ? [:] : Self.records(windows, detector, plan, tolerances) { !leftRecordings.contains($0) }
    (tolerancesSeconds, self.records) = (tolerances, records)
    let inOrder = records.sorted { $0.key < $1.key }.map(\.value)
    summaries =
      inOrder.isEmpty
      ? [] : tolerances.indices.map { place in RecordBeatsSummary(inOrder.map { $0[place] }) }
  }

  private static func records(
    _ windows: ScenarioWindows, _ detector: Int, _ plan: RunPlan, _ tolerances: [Double],
    of isWanted: (_ recording: Int) -> Bool
  ) -> [Int: [RecordBeats]] {
    let lag = plan.detectors[detector].beatLagSeconds
    var records: [Int: [RecordBeats]] = [:]
    for (unit, recording) in windows.recordings.enumerated() {
      let spans = windows.windowSpans[unit]
      guard isWanted(recording), !plan.hasSeparateClocks(recording), let start = spans.first?.start,
        let beats = windows.beats(ofUnit: unit, detector)
      else { continue }
      let train = beats.trains.indices.contains(detector) ? beats.trains[detector] : nil
      let reference = beats.reference.map { $0 + lag }.within(spans)
      for (place, tolerance) in tolerances.enumerated() {
        records[recording, default: tolerances.map { _ in RecordBeats() }][place] += RecordBeats(
          reference: reference, detected: train?.detected ?? [], toleranceSeconds: tolerance,
          learningEnd: plan.beatLearningSeconds.map { start + $0 })
      }
    }
    return records
  }

  /// Most beats of which all tallies are held, at some 24 bytes each. Tallies of more are made again in every pass.
  private static let mostBeatsHeld = 500_000

  /// The beats of some units, matched with the reference's.
  private struct JudgedTallies: RandomAccessCollection, Sendable {
    let units: DiagnosedUnits
    /// Indices of units that have beats of both.
    let chosen: [Int]
    let toleranceSeconds: Double
    let lagSeconds: Double
    var withChance: Bool

    var startIndex: Int { 0 }
    var endIndex: Int { chosen.count }

    /// The same units for passes that do not need the hits by chance.
    var withoutChance: Self {
      var tallies = self
      tallies.withChance = false
      return tallies
    }

    subscript(index: Int) -> (cluster: Int, tally: BeatTally) {
      // A unit that cannot be read again leaves a problem in the results, which is checked before they are shown.
      guard let unit = units[chosen[index]] else { return (0, BeatTally()) }
      return (
        unit.cluster,
        BeatTally(
          judging: unit.train, against: unit.reference, within: unit.judged,
          toleranceSeconds: toleranceSeconds, lagSeconds: lagSeconds, withChance: withChance)
      )
    }
  }

  /// One unit that has beats of both.
  private struct Unit {
    let recording: Int
    let cluster: Int
    let reference: [Double]
    let train: BeatTrain
    let judged: [TimeRange]

    /// Returns the drift over the reference's beats at which it is known and the detector answered; a detected beat
    /// may be beyond these spans by its delay.
    func drift(toleranceSeconds: Double) -> Double? {
      let spans = judged.intersection(train.answeredSpans)
      return DelayDrift(
        reference: reference.within(spans), detected: train.detected, toleranceSeconds: toleranceSeconds
      )?.driftSeconds
    }
  }

  /// Units with beats of both, read one by one.
  private struct DiagnosedUnits: Sendable {
    private let windows: ScenarioWindows
    private let detector: Int

    init(_ windows: ScenarioWindows, detector: Int) {
      (self.windows, self.detector) = (windows, detector)
    }

    subscript(index: Int) -> Unit? {
      guard let beats = windows.beats(ofUnit: index, detector), beats.trains.indices.contains(detector),
        let train = beats.trains[detector]
      else { return nil }
      return Unit(
        recording: windows.recordings[index], cluster: windows.cluster(ofUnit: index),
        reference: beats.reference, train: train,
        judged: windows.judgedSpans[index])
    }

    /// Returns the drift of each unit with beats of both; not computed for recordings with separate clocks.
    func drifts(_ plan: RunPlan) -> [Drift] {
      (0..<windows.count).compactMap { index in
        self[index].map { unit in
          (
            index, unit.recording,
            plan.hasSeparateClocks(unit.recording)
              ? nil : unit.drift(toleranceSeconds: plan.beatToleranceSeconds)
          )
        }
      }
    }
  }

  /// Index of the unit among the scenario's; its recording; the drift, `nil` where it cannot be computed, or clocks are
  /// separate.
  private typealias Drift = (index: Int, recording: Int, seconds: Double?)

  private static func notAligned(_ drifts: [Drift], _ plan: RunPlan) -> [Unaligned] {
    var left: [Unaligned] = []
    for (recording, drifts) in Dictionary(grouping: drifts, by: \.recording).sorted(by: { $0.key < $1.key }) {
      if plan.hasSeparateClocks(recording) {
        left.append(Unaligned(recording: recording, reason: .separateClocks))
        continue
      }
      let tolerance = plan.beatToleranceSeconds
      let furthest = drifts.compactMap(\.seconds).max { abs($0) < abs($1) }
      if let furthest, abs(furthest) > tolerance {
        left.append(Unaligned(recording: recording, reason: .drift(milliseconds: 1000 * furthest)))
      }
    }
    return left
  }
}

extension RunPlan {
  /// Returns true if the descriptor says that the clock of a recording's reference is not the signals'.
  fileprivate func hasSeparateClocks(_ recording: Int) -> Bool {
    datasets[recordings[recording].dataset].clocks == .separate
  }
}

extension BeatTally {
  /// Tallies the beats of one train that can be judged: those where the reference is known and the detector answered.
  ///
  /// Whole trains are matched first, so that the edge of a span does not separate a pair. A pair is judged at the time
  /// of its reference beat.
  fileprivate init(
    judging train: BeatTrain, against reference: [Double], within known: [TimeRange],
    toleranceSeconds: Double, lagSeconds: Double, withChance: Bool
  ) {
    let spans = known.intersection(train.answeredSpans)
    let matching = BeatMatching(
      reference: reference, detected: train.detected, toleranceSeconds: toleranceSeconds,
      lagSeconds: lagSeconds)
    // An unmatched beat is judged at its own time.
    var judgedAt = train.detected.map { $0 - lagSeconds }
    for pair in matching.pairs { judgedAt[pair.detected] = reference[pair.reference] }
    var places = SpanWalk(spans)
    let detected = zip(train.detected, judgedAt).filter { places.contains($0.1) }.map(\.0)
    self.init(
      reference: reference.within(spans), detected: detected, toleranceSeconds: toleranceSeconds,
      lagSeconds: lagSeconds, withChance: withChance)
  }
}
