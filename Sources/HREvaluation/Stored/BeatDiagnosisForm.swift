internal import HRRunning
internal import HRStatistics
internal import HRSupport

extension InPlan<BeatDiagnosis> {
  static var form: JSONForm<Self> {
    .written(
      "beats",
      .init("toleranceSeconds", \.part.toleranceSeconds, .number, "How far apart matched beats may be."),
      .init("lagSeconds", \.part.lagSeconds, .number, "The declared lag."),
      .init("referenceBeats", \.referenceBeats, .count, "Judged."),
      .init("detectedBeats", \.detectedBeats, .count, "Judged."),
      .init("matchedBeats", \.matchedBeats, .count, "One to one."),
      .init(
        "answeredShare", \.part.coverage, .optional(.share),
        "Of the reference's beats, those where the detector answered."),
      .init(
        "sensitivity", \.sensitivity, .optional(.share),
        "Matched over reference beats; null, as all that follows from matches, where no recording is aligned."
      ),
      .init(
        "sensitivityInterval", \.sensitivityInterval, .optional(.list(.number)),
        "95 %, over clusters."),
      .init(
        "positivePredictivity", \.positivePredictivity, .optional(.share),
        "Matched over detected beats."),
      .init(
        "positivePredictivityInterval", \.positivePredictivityInterval,
        .optional(.list(.number)),
        "95 %, over clusters."),
      .init("f1", \.f1, .optional(.share), "Harmonic mean of the two."),
      .init(
        "f1Interval", \.f1Interval, .optional(.list(.number)), "95 %, over clusters."),
      .init(
        "chanceF1", \.chanceF1, .optional(.share),
        "F1 of a metronome at the reference's mean rate."),
      .init("correctedF1", \.correctedF1, .optional(.number), "(F1 − chance)/(1 − chance)."),
      .init(
        "medianOffsetMilliseconds", \.medianOffsetMilliseconds, .optional(.number),
        "Of matched beats, after the lag."),
      .init(
        "medianDelayMilliseconds", \.part.medianDelayMilliseconds, .optional(.number),
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
        "intervalLimitsMilliseconds", \.intervalLimitsMilliseconds,
        .optional(.list(.number)),
        "Repeated-measures limits of agreement."),
      .init(
        "alignedRecordings", \.part.alignedRecordings, .count,
        "Recordings whose beats were compared with the reference's."),
      .init(
        "notAligned", ifAny: \.notAligned, .list(InPlan<BeatDiagnosis.Unaligned>.form),
        "Recordings whose beats were left out, since their times and the reference's do not belong together."),
      .init(
        "recordByRecord", ifAny: \.summaries, .list(Within<RecordBeatsSummary>.form),
        "Counts of all windows of these recordings by the rule of WFDB's bxb, one per tolerance; beats without an answer are missed."
      ))
  }

  private var summaries: [Within<RecordBeatsSummary>] {
    zip(part.tolerancesSeconds, part.summaries).map { .init(toleranceSeconds: $0, part: $1) }
  }

  private var referenceBeats: Int { part.score?.referenceCount ?? 0 }
  private var detectedBeats: Int { part.score?.detectedCount ?? 0 }
  private var matchedBeats: Int { part.score?.matchedCount ?? 0 }
  private var intervals: Int { part.score?.intervalCount ?? 0 }
  private var sensitivity: Double? { part.score?.sensitivity }
  private var positivePredictivity: Double? { part.score?.positivePredictivity }
  private var f1: Double? { part.score?.f1 }
  private var chanceF1: Double? { part.score?.chanceF1 }
  private var correctedF1: Double? { part.score?.correctedF1 }
  private var medianOffsetMilliseconds: Double? { part.score?.medianOffsetMilliseconds }
  private var jitterSDMilliseconds: Double? { part.score?.jitterSDMilliseconds }
  private var jitterP95Milliseconds: Double? { part.score?.jitterP95Milliseconds }
  private var intervalBiasMilliseconds: Double? { part.score?.intervalBiasMilliseconds }
  private var sensitivityInterval: [Double]? { part.score?.intervals?.sensitivity.ends }
  private var positivePredictivityInterval: [Double]? { part.score?.intervals?.positivePredictivity?.ends }
  private var f1Interval: [Double]? { part.score?.intervals?.f1.ends }
  private var intervalLimitsMilliseconds: [Double]? { part.score?.intervalLimitsMilliseconds?.ends }
  private var notAligned: [InPlan<BeatDiagnosis.Unaligned>] {
    part.notAligned.map { .init(plan: plan, part: $0) }
  }
}

/// Counts with the tolerance that they are within.
struct Within<Part: Sendable>: Sendable {
  let toleranceSeconds: Double
  let part: Part
}

extension Within<RecordBeats> {
  static let form = JSONForm<Self>.written(
    "beats of a record",
    .init("toleranceSeconds", \.toleranceSeconds, .number, "How far apart the beats of a pair may be."),
    .init("truePositives", \.part.truePositives, .count, "Pairs of a reference and a detected beat."),
    .init("falsePositives", \.part.falsePositives, .count, "Detected beats without a partner."),
    .init("falseNegatives", \.part.falseNegatives, .count, "Reference beats without a partner."),
    .init("sensitivity", \.part.sensitivity, .optional(.share), "Pairs over reference beats."),
    .init(
      "positivePredictivity", \.part.positivePredictivity, .optional(.share), "Pairs over detected beats."))
}

extension Within<RecordBeatsSummary> {
  static let form = JSONForm<Self>.written(
    "beats of all records",
    .init("recordings", \.part.recordCount, .count, "How many are counted."),
    .init(membersOf: \.gross, Within<RecordBeats>.form),
    .init(
      "averageSensitivity", \.part.averageSensitivity, .optional(.share),
      "Mean over the recordings with reference beats."),
    .init(
      "averagePositivePredictivity", \.part.averagePositivePredictivity, .optional(.share),
      "Mean over the recordings with detected beats."))

  private var gross: Within<RecordBeats> { .init(toleranceSeconds: toleranceSeconds, part: part.gross) }
}

/// Names of ``BeatDiagnosis/Reason``.
private enum UnalignedWord: String, CaseIterable, Sendable {
  case separateClocks, drift
}

extension InPlan<BeatDiagnosis.Unaligned> {
  static var form: JSONForm<Self> {
    .written(
      "a recording that is not aligned",
      .init("dataset", \.dataset, .text, "Its data set."),
      .init("id", \.note.id, .text, "Its name."),
      .init(
        "reason", \.reason, .choice,
        "separateClocks: the descriptor says so. drift: the delay changes by more than the tolerance."),
      .init(
        "driftMilliseconds", ifAny: \.driftMilliseconds, .number,
        "By how much beats come later in the last third of the recording than in the first."))
  }

  private var note: RunPlan.RecordingNote { plan.recordings[part.recording] }
  private var dataset: String { plan.datasets[note.dataset].name }
  private var reason: UnalignedWord { driftMilliseconds == nil ? .separateClocks : .drift }

  private var driftMilliseconds: Double? {
    if case .drift(let milliseconds) = part.reason { milliseconds } else { nil }
  }
}

extension Interval {
  fileprivate var ends: [Double] { [low, high] }
}
