internal import HRNumerics
internal import HRSupport
package import HRStatistics

/// Details behind a row's averages, as `results.json` has them; ``RowDiagnosis`` states when a part is `nil`.
package struct StoredDiagnosis: Equatable, Sendable {
  package let anatomy: Anatomy?
  package let ownChance: OwnChance?
  package let lattice: Lattice?
  package let riskCoverage: RiskCoverage?
  package let lagCurve: LagCurve?
  package let beats: Beats?
  package let otherReferences: OtherReferences?
  package let reliability: Reliability?

  static let form = JSONForm<StoredDiagnosis>.object(
    "the diagnosis", StoredDiagnosis.init,
    .init("anatomy", \.anatomy, .optional(Anatomy.form), "How the errors look."),
    .init(
      "ownChance", \.ownChance, .optional(OwnChance.form),
      "What answers without the signal reach on the windows that the detector answered."),
    .init(
      "lattice", \.lattice, .optional(lattice),
      "The estimates' own resolution, where they lie on a lattice."),
    .init(
      "riskCoverage", \.riskCoverage, .optional(RiskCoverage.form),
      "Error over coverage, surest answers first."),
    .init(
      "lagCurve", \.lagCurve, .optional(LagCurve.form),
      "Error if estimates were compared with another moment."),
    .init("beats", \.beats, .optional(Beats.form), "How single beats were found."),
    .init(
      "otherReferences", \.otherReferences, .optional(OtherReferences.form),
      "Errors against each of the detectors behind the reference; null where none is made by several."),
    .init(
      "reliability", \.reliability, .optional(Reliability.form),
      "Confidence held against the share of right answers; null where no answer has a confidence from 0 to 1."
    ))

  package struct OtherReferences: Equatable, Sendable {
    package let agreedWindows: Int
    package let agreedMAEBPM: Double?
    package let detectors: [Single]

    package struct Single: Equatable, Sendable {
      package let name: String
      package let windows: Int
      package let maeBPM: Double?
      package let keptWindows: Int
      package let keptMAEBPM: Double?
      package let disputedWindows: Int
      package let disputedMAEBPM: Double?

      static let form = JSONForm<Single>.object(
        "a detector as the reference", Single.init,
        .init("name", \.name, .text, "The detector behind the reference."),
        .init("windows", \.windows, .count, "Windows with an estimate in which it has a rate."),
        .init("maeBPM", \.maeBPM, .optional(.number), "Mean absolute difference of the two there."),
        .init("keptWindows", \.keptWindows, .count, "Of these, windows that have a reference."),
        .init("keptMAEBPM", \.keptMAEBPM, .optional(.number), "The mean over these."),
        .init(
          "disputedWindows", \.disputedWindows, .count,
          "Of these, windows without a reference because the detectors disagree."),
        .init("disputedMAEBPM", \.disputedMAEBPM, .optional(.number), "The mean over these."))
    }

    static let form = JSONForm<OtherReferences>.object(
      "other references", OtherReferences.init,
      .init(
        "agreedWindows", \.agreedWindows, .count,
        "Windows with an estimate and with a reference that several detectors make."),
      .init("agreedMAEBPM", \.agreedMAEBPM, .optional(.number), "Mean absolute error there."),
      .init("detectors", \.detectors, .list(Single.form), "Each of these detectors as the reference alone."))
  }

  package struct OwnChance: Equatable, Sendable {
    package let othersMeanMAEBPM, constantMAEBPM, holdLastMAEBPM: Double?
    package let holdLastWindows: Int

    static let form = JSONForm<OwnChance>.object(
      "chance on the windows that the detector answered", OwnChance.init,
      .init(
        "othersMeanMAEBPM", \.othersMeanMAEBPM, .optional(.number),
        "Error of saying the mean reference of the other clusters' windows that it answered."),
      .init(
        "constantMAEBPM", \.constantMAEBPM, .optional(.number),
        "Error of always saying the scenario's constantBPM (under yardsticks)."),
      .init(
        "holdLastMAEBPM", \.holdLastMAEBPM, .optional(.number),
        "Error of saying the reference of one window ago, which it need not have answered."),
      .init("holdLastWindows", \.holdLastWindows, .count, "Answered windows that have such an earlier one."))
  }

  package struct Runs: Equatable, Sendable {
    package let count: Int
    package let longest: Int?
    package let meanLength: Double?

    static let form = JSONForm<Runs>.object(
      "runs of large errors", Runs.init,
      .init("count", \.count, .count, "How many."),
      .init("longest", \.longest, .optional(.count), "Windows."),
      .init("meanLength", \.meanLength, .optional(.number), "Windows."))
  }

  package struct Anatomy: Equatable, Sendable {
    package let halfShare, twoThirdsShare, threeHalvesShare, doubleShare: Double
    package let cadenceShare: Double?
    package let bandEdgeShare, stuckShare, exactZeroShare: Double
    package let runsOver5BPM, runsOver10BPM: Runs
    package let timeToFirstReadingSeconds, recoverySeconds: Double?

    static let form = JSONForm<Anatomy>.object(
      "the anatomy", Anatomy.init,
      .init("halfShare", \.halfShare, .share, "Estimates near half the reference."),
      .init("twoThirdsShare", \.twoThirdsShare, .share, "Near two thirds of it."),
      .init("threeHalvesShare", \.threeHalvesShare, .share, "Near three halves of it."),
      .init("doubleShare", \.doubleShare, .share, "Near twice it."),
      .init(
        "cadenceShare", \.cadenceShare, .optional(.share),
        "Wrong and near the cadence; null without an accelerometer."),
      .init("bandEdgeShare", \.bandEdgeShare, .share, "At the row's own smallest or largest rate."),
      .init("stuckShare", \.stuckShare, .share, "In runs of equal estimates while the reference moved."),
      .init("exactZeroShare", \.exactZeroShare, .share, "Equal to the reference."),
      .init("runsOver5BPM", \.runsOver5BPM, Runs.form, "Consecutive windows off by more than 5 bpm."),
      .init("runsOver10BPM", \.runsOver10BPM, Runs.form, "By more than 10 bpm."),
      .init(
        "timeToFirstReadingSeconds", \.timeToFirstReadingSeconds, .optional(.number),
        "Median over recordings."),
      .init(
        "recoverySeconds", \.recoverySeconds, .optional(.number),
        "Median length of the runs over 10 bpm that end in a good answer."))
  }

  private static let lattice = JSONForm<Lattice>.object(
    "the lattice", Lattice.init(kind:step:distinctCount:count:),
    .init("kind", \.kind, .choice, "What is evenly spaced; few: hardly any values."),
    .init("step", \.step, .number, "In the unit of kind."),
    .init("distinctCount", \.distinctCount, .count, "Different values."),
    .init("count", \.count, .count, "Estimates looked at."))

  package struct RiskCoverage: Equatable, Sendable {
    package let aurcBPM, optimalAurcBPM: Double
    package let coverage, maeBPM: [Double]

    static let form = JSONForm<RiskCoverage>.object(
      "the risk–coverage curve", RiskCoverage.init,
      .init("aurcBPM", \.aurcBPM, .number, "Area under it."),
      .init("optimalAurcBPM", \.optimalAurcBPM, .number, "The same, had confidence known the errors."),
      .init("coverage", \.coverage, .list(.number), "Share of the windows with a reference."),
      .init("maeBPM", \.maeBPM, .list(.number), "Mean absolute error of these."))
  }

  package struct LagCurve: Equatable, Sendable {
    package let windows: Int
    package let bestLagSeconds: Double
    package let lagSeconds, maeBPM: [Double]

    static let form = JSONForm<LagCurve>.object(
      "the lag curve", LagCurve.init,
      .init("windows", \.windows, .count, "Windows used at every lag."),
      .init("bestLagSeconds", \.bestLagSeconds, .number, "Where it is lowest."),
      .init("lagSeconds", \.lagSeconds, .list(.number), "Positive: the detector lags."),
      .init("maeBPM", \.maeBPM, .list(.number), "At each lag."))
  }

  package struct Beats: Equatable, Sendable {
    package let toleranceSeconds, lagSeconds: Double
    package let referenceBeats, detectedBeats, matchedBeats: Int
    package let answeredShare, sensitivity: Double?
    package let sensitivityInterval: Interval?
    package let positivePredictivity: Double?
    package let positivePredictivityInterval: Interval?
    package let f1: Double?
    package let f1Interval: Interval?
    package let chanceF1, correctedF1: Double?
    package let medianOffsetMilliseconds, medianDelayMilliseconds: Double?
    package let jitterSDMilliseconds, jitterP95Milliseconds: Double?
    package let intervals: Int
    package let intervalBiasMilliseconds: Double?
    package let intervalLimitsMilliseconds: Interval?
    /// `nil` in results of builds that did not write it.
    package let alignedRecordings: Int?
    package let notAligned: [Unaligned]

    package struct Unaligned: Equatable, Sendable {
      package let dataset, id: String
      package let reason: Reason
      package let driftMilliseconds: Double?

      package enum Reason: String, CaseIterable, Sendable {
        case separateClocks, drift
      }

      static let form = JSONForm<Unaligned>.object(
        "a recording that is not aligned", Unaligned.init,
        .init("dataset", \.dataset, .text, "Its data set."),
        .init("id", \.id, .text, "Its name."),
        .init(
          "reason", \.reason, .choice,
          "separateClocks: the descriptor says so. drift: the delay changes by more than the tolerance."),
        .init(
          "driftMilliseconds", ifAny: \.driftMilliseconds, .number,
          "By how much beats come later in the last third of the recording than in the first."))
    }

    private static let ends = JSONForm<[Double]>.list(.number).mapped(
      to: { $0.count == 2 ? Interval(low: $0[0], high: $0[1]) : nil }, from: { [$0.low, $0.high] },
      spoken: "a list of two numbers")

    static let form = JSONForm<Beats>.object(
      "beats", Beats.init,
      .init("toleranceSeconds", \.toleranceSeconds, .number, "How far apart matched beats may be."),
      .init("lagSeconds", \.lagSeconds, .number, "The declared lag."),
      .init("referenceBeats", \.referenceBeats, .count, "Judged."),
      .init("detectedBeats", \.detectedBeats, .count, "Judged."),
      .init("matchedBeats", \.matchedBeats, .count, "One to one."),
      .init(
        "answeredShare", \.answeredShare, .optional(.share),
        "Of the reference's beats, those where the detector answered."),
      .init(
        "sensitivity", \.sensitivity, .optional(.share),
        "Matched over reference beats; null, as all that follows from matches, where no recording is aligned."
      ),
      .init("sensitivityInterval", \.sensitivityInterval, .optional(ends), "95 %, over clusters."),
      .init(
        "positivePredictivity", \.positivePredictivity, .optional(.share), "Matched over detected beats."),
      .init(
        "positivePredictivityInterval", \.positivePredictivityInterval, .optional(ends),
        "95 %, over clusters."),
      .init("f1", \.f1, .optional(.share), "Harmonic mean of the two."),
      .init("f1Interval", \.f1Interval, .optional(ends), "95 %, over clusters."),
      .init("chanceF1", \.chanceF1, .optional(.share), "F1 of a metronome at the reference's mean rate."),
      .init("correctedF1", \.correctedF1, .optional(.number), "(F1 − chance)/(1 − chance)."),
      .init(
        "medianOffsetMilliseconds", \.medianOffsetMilliseconds, .optional(.number),
        "Of matched beats, after the lag."),
      .init(
        "medianDelayMilliseconds", \.medianDelayMilliseconds, .optional(.number),
        "Of all beats, without any lag."),
      .init(
        "jitterSDMilliseconds", \.jitterSDMilliseconds, .optional(.number),
        "Standard deviation of the matched differences."),
      .init(
        "jitterP95Milliseconds", \.jitterP95Milliseconds, .optional(.number),
        "95th percentile about the median offset."),
      .init("intervals", \.intervals, .count, "Pairs of beat-to-beat intervals."),
      .init(
        "intervalBiasMilliseconds", \.intervalBiasMilliseconds, .optional(.number),
        "Detected minus reference."),
      .init(
        "intervalLimitsMilliseconds", \.intervalLimitsMilliseconds, .optional(ends),
        "Repeated-measures limits of agreement."),
      .init(
        "alignedRecordings", ifAny: \.alignedRecordings, .count, required: true,
        "Recordings whose beats were held against the reference's."),
      .init(
        "notAligned", ifAny: \.notAligned, .list(Unaligned.form),
        "Recordings whose beats were left out, since their times and the reference's do not belong together.")
    )
  }
}

/// Levels to compare a scenario's errors with: guesses without the signal, and the distance between the detectors
/// behind the reference.
package struct StoredChanceLevels: Equatable, Sendable {
  package let othersMeanMAEBPM: Double?
  /// `nil` in results that have it only in a key's name.
  package let constantBPM: Double?
  package let constantMAEBPM, holdLastMAEBPM: Double?
  package let holdLastWindows: Int
  package let floorMAEBPM: Double?
  package let floorWindows: Int
  package let floorUnselectedMAEBPM: Double?
  package let floorUnselectedWindows: Int

  static let form = JSONForm<StoredChanceLevels>.object(
    "the chance levels", StoredChanceLevels.init,
    .init(
      "othersMeanMAEBPM", \.othersMeanMAEBPM, .optional(.number),
      "Error of saying the mean reference of the other clusters."),
    .init("constantBPM", ifAny: \.constantBPM, .number, required: true, "A rate that knows nothing."),
    .init("constantMAEBPM", \.constantMAEBPM, .optional(.number), "Error of always saying it."),
    .init(
      "holdLastMAEBPM", \.holdLastMAEBPM, .optional(.number),
      "Error of saying the reference of one window ago."),
    .init("holdLastWindows", \.holdLastWindows, .count, "Windows that have such an earlier one."),
    .init(
      "floorMAEBPM", \.floorMAEBPM, .optional(.number),
      "How far apart two of the detectors behind the reference are, in the windows with a reference."),
    .init(
      "floorWindows", \.floorWindows, .count,
      "Windows with a reference in which two or more of them have a rate."),
    .init(
      "floorUnselectedMAEBPM", \.floorUnselectedMAEBPM, .optional(.number),
      "The same in the windows without a reference too."),
    .init(
      "floorUnselectedWindows", \.floorUnselectedWindows, .count, older: 0,
      "Windows in which two or more of them have a rate."))
}
