internal import HRNumerics
internal import HRDiagnostics

/// The form of what ``DiagnosisJSON`` writes.
enum DiagnosisShape {
  private static let count = ResultsShape.count
  private static let share = Shape.number(0...1)
  private static let number = Shape.optional(.number(nil))
  private static let numbers = Shape.list(.number(nil))

  private static func object(_ name: String, _ fields: [(String, Shape, String)]) -> Shape {
    .object(ObjectShape(name, fields.map { .init($0.0, $0.1, required: true, $0.2) }))
  }

  static let chanceLevels = object(
    "the chance levels",
    [
      ("othersMeanMAEBPM", number, "Error of saying the mean reference of the other clusters."),
      ("constantBPM", .number(nil), "A rate that knows nothing."),
      ("constantMAEBPM", number, "Error of always saying it."),
      ("holdLastMAEBPM", number, "Error of saying the reference of one window ago."),
      ("holdLastWindows", count, "Windows that have such an earlier one."),
      ("floorMAEBPM", number, "Mean absolute difference of two references of a window."),
      ("floorWindows", count, "Windows with two references."),
    ])

  static let fields: [ObjectShape.Field] = [
    .init("anatomy", .optional(anatomy), "How the errors look."),
    .init("lattice", .optional(lattice), "The estimates' own resolution, where they lie on a lattice."),
    .init("riskCoverage", .optional(riskCoverage), "Error over coverage, surest answers first."),
    .init("lagCurve", .optional(lagCurve), "Error if estimates were compared with another moment."),
    .init("beats", .optional(beats), "How single beats were found."),
  ]

  private static let runs = object(
    "runs of large errors",
    [
      ("count", count, "How many."), ("longest", .optional(count), "Windows."),
      ("meanLength", number, "Windows."),
    ])

  private static let anatomy = object(
    "the anatomy",
    [
      ("halfShare", share, "Estimates near half the reference."),
      ("twoThirdsShare", share, "Near two thirds of it."),
      ("threeHalvesShare", share, "Near three halves of it."), ("doubleShare", share, "Near twice it."),
      ("cadenceShare", .optional(share), "Wrong and near the cadence; null without an accelerometer."),
      ("bandEdgeShare", share, "At the row's own smallest or largest rate."),
      ("stuckShare", share, "In runs of equal estimates while the reference moved."),
      ("exactZeroShare", share, "Equal to the reference."),
      ("runsOver5BPM", runs, "Consecutive windows off by more than 5 bpm."),
      ("runsOver10BPM", runs, "By more than 10 bpm."),
      ("timeToFirstReadingSeconds", number, "Median over recordings."),
      ("recoverySeconds", number, "Median length of the runs over 10 bpm that end in a good answer."),
    ])

  private static let lattice = object(
    "the lattice",
    [
      (
        "kind", .choice(["rateBPM", "periodSeconds", "few"]), "What is evenly spaced; few: hardly any values."
      ),
      ("step", .number(nil), "In the unit of kind."), ("distinctCount", count, "Different values."),
      ("count", count, "Estimates looked at."),
    ])

  private static let riskCoverage = object(
    "the risk–coverage curve",
    [
      ("aurcBPM", .number(nil), "Area under it."),
      ("optimalAurcBPM", .number(nil), "The same, had confidence known the errors."),
      ("coverage", numbers, "Share of the windows with a reference."),
      ("maeBPM", numbers, "Mean absolute error of these."),
    ])

  private static let lagCurve = object(
    "the lag curve",
    [
      ("windows", count, "Windows used at every lag."),
      ("bestLagSeconds", .number(nil), "Where it is lowest."),
      ("lagSeconds", numbers, "Positive: the detector lags."), ("maeBPM", numbers, "At each lag."),
    ])

  private static let interval = Shape.optional(.list(.number(nil)))

  private static let beats = object(
    "beats",
    [
      ("toleranceSeconds", .number(nil), "How far apart matched beats may be."),
      ("lagSeconds", .number(nil), "The declared lag."),
      ("referenceBeats", count, "Judged."), ("detectedBeats", count, "Judged."),
      ("matchedBeats", count, "One to one."),
      ("answeredShare", share, "Of the reference's beats, those where the detector answered."),
      ("sensitivity", share, "Matched over reference beats."),
      ("sensitivityInterval", interval, "95 %, over clusters."),
      ("positivePredictivity", .optional(share), "Matched over detected beats."),
      ("positivePredictivityInterval", interval, "95 %, over clusters."),
      ("f1", share, "Harmonic mean of the two."), ("f1Interval", interval, "95 %, over clusters."),
      ("chanceF1", .optional(share), "F1 of a metronome at the reference's mean rate."),
      ("correctedF1", number, "(F1 − chance)/(1 − chance)."),
      ("medianOffsetMilliseconds", number, "Of matched beats, after the lag."),
      ("medianDelayMilliseconds", number, "Of all beats, without any lag."),
      ("jitterSDMilliseconds", number, "Standard deviation of the matched differences."),
      ("jitterP95Milliseconds", number, "95th percentile about the median offset."),
      ("intervals", count, "Pairs of beat-to-beat intervals."),
      ("intervalBiasMilliseconds", number, "Detected minus reference."),
      ("intervalLimitsMilliseconds", interval, "Repeated-measures limits of agreement."),
    ])
}
