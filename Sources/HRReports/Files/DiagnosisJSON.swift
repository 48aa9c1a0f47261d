internal import HREvaluation
internal import HRDiagnostics
internal import HRStatistics

/// A row's diagnosis and a scenario's chance levels as members of `results.json`; null where something does not exist.
enum DiagnosisJSON {
  static func members(_ diagnosis: RowDiagnosis) -> [(key: String, value: JSONText)] {
    [
      ("anatomy", diagnosis.anatomy.map(anatomy) ?? .null),
      ("lattice", diagnosis.lattice.map(lattice) ?? .null),
      ("riskCoverage", diagnosis.riskCoverage.map(riskCoverage) ?? .null),
      ("lagCurve", diagnosis.lagCurve.map(lagCurve) ?? .null), ("beats", diagnosis.beats.map(beats) ?? .null),
    ]
  }

  static func chanceLevels(_ chanceLevels: Evaluation.ChanceLevels) -> JSONText {
    .object([
      ("othersMeanMAEBPM", .optional(chanceLevels.othersMeanMAEBPM)),
      ("constantBPM", .number(chanceLevels.constantBPM)),
      ("constantMAEBPM", .optional(chanceLevels.constantMAEBPM)),
      ("holdLastMAEBPM", .optional(chanceLevels.holdLastMAEBPM)),
      ("holdLastWindows", .integer(chanceLevels.holdLastWindows)),
      ("floorMAEBPM", .optional(chanceLevels.floorMAEBPM)),
      ("floorWindows", .integer(chanceLevels.floorWindows)),
    ])
  }

  private static func anatomy(_ anatomy: ErrorAnatomy) -> JSONText {
    func runs(_ runs: ErrorRuns) -> JSONText {
      .object([
        ("count", .integer(runs.count)), ("longest", runs.longest.map { .integer($0) } ?? .null),
        ("meanLength", .optional(runs.meanLength)),
      ])
    }
    return .object([
      ("halfShare", .number(anatomy.halfShare)), ("twoThirdsShare", .number(anatomy.twoThirdsShare)),
      ("threeHalvesShare", .number(anatomy.threeHalvesShare)), ("doubleShare", .number(anatomy.doubleShare)),
      ("cadenceShare", .optional(anatomy.cadenceShare)), ("bandEdgeShare", .number(anatomy.bandEdgeShare)),
      ("stuckShare", .number(anatomy.stuckShare)), ("exactZeroShare", .number(anatomy.exactZeroShare)),
      ("runsOver5BPM", runs(anatomy.runsOver5BPM)), ("runsOver10BPM", runs(anatomy.runsOver10BPM)),
      ("timeToFirstReadingSeconds", .optional(anatomy.timeToFirstReadingSeconds)),
      ("recoverySeconds", .optional(anatomy.recoverySeconds)),
    ])
  }

  private static func lattice(_ lattice: Lattice) -> JSONText {
    let kind =
      switch lattice.kind {
      case .rate: "rateBPM"
      case .period: "periodSeconds"
      case .few: "few"
      }
    return .object([
      ("kind", .string(kind)), ("step", .number(lattice.step)),
      ("distinctCount", .integer(lattice.distinctCount)), ("count", .integer(lattice.count)),
    ])
  }

  private static func riskCoverage(_ risk: RiskCoverage) -> JSONText {
    .object([
      ("aurcBPM", .number(risk.aurcBPM)), ("optimalAurcBPM", .number(risk.optimalAurcBPM)),
      ("coverage", .array(risk.points.map { .number($0.coverage) })),
      ("maeBPM", .array(risk.points.map { .number($0.maeBPM) })),
    ])
  }

  private static func lagCurve(_ curve: LagCurve) -> JSONText {
    .object([
      ("windows", .integer(curve.count)), ("bestLagSeconds", .number(curve.bestLagSeconds)),
      ("lagSeconds", .array(curve.points.map { .number($0.lagSeconds) })),
      ("maeBPM", .array(curve.points.map { .number($0.maeBPM) })),
    ])
  }

  private static func beats(_ beats: BeatDiagnosis) -> JSONText {
    let score = beats.score
    func ends(_ interval: Interval?) -> JSONText {
      interval.map { .array([.number($0.low), .number($0.high)]) } ?? .null
    }
    return .object([
      ("toleranceSeconds", .number(beats.toleranceSeconds)), ("lagSeconds", .number(beats.lagSeconds)),
      ("referenceBeats", .integer(score.referenceCount)), ("detectedBeats", .integer(score.detectedCount)),
      ("matchedBeats", .integer(score.matchedCount)), ("answeredShare", .number(beats.coverage)),
      ("sensitivity", .number(score.sensitivity)),
      ("sensitivityInterval", ends(score.intervals?.sensitivity)),
      ("positivePredictivity", .optional(score.positivePredictivity)),
      ("positivePredictivityInterval", ends(score.intervals?.positivePredictivity)),
      ("f1", .number(score.f1)), ("f1Interval", ends(score.intervals?.f1)),
      ("chanceF1", .optional(score.chanceF1)), ("correctedF1", .optional(score.correctedF1)),
      ("medianOffsetMilliseconds", .optional(score.medianOffsetMilliseconds)),
      ("medianDelayMilliseconds", .optional(beats.medianDelayMilliseconds)),
      ("jitterSDMilliseconds", .optional(score.jitterSDMilliseconds)),
      ("jitterP95Milliseconds", .optional(score.jitterP95Milliseconds)),
      ("intervals", .integer(score.intervalCount)),
      ("intervalBiasMilliseconds", .optional(score.intervalBiasMilliseconds)),
      ("intervalLimitsMilliseconds", ends(score.intervalLimitsMilliseconds)),
    ])
  }
}
