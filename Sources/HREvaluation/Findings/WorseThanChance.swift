internal import HRSupport
internal import HRRunning
internal import HRSignals
internal import HRStatistics

/// Data sets on which no detector has a smaller error than a guess without the signal, in the first scenario that does
/// not change the signals. The reference is then the likelier cause.
struct WorseThanChance {
  /// Least number of answered windows with a reference for a detector to count.
  static let leastWindows = 20
  static let leastDetectors = 2

  let findings: [RecordingFinding]

  /// The error of one detector in the windows that it answered.
  private struct Answers: Sendable {
    let label: String
    let windows: Int
    let maeBPM: Double
    let guess: (guess: Nulls.Guess, maeBPM: Double)

    /// - Returns: `nil` for a detector that answered too few windows.
    init?(_ label: String, windows: Int, maeBPM: Double?, chance: Nulls?) {
      guard windows >= WorseThanChance.leastWindows, let maeBPM, let best = chance?.best else { return nil }
      (self.label, self.windows, self.maeBPM, guess) = (label, windows, maeBPM, best)
    }

    init?(_ row: Evaluation.Row, _ plan: RunPlan) {
      self.init(
        plan.detectors[row.detector].label, windows: row.score.estimateCount,
        maeBPM: row.score.errors?.maeBPM, chance: row.diagnosis?.ownChance)
    }
  }

  /// - Parameters:
  ///   - units: of the run.
  ///   - rows: of all its data sets together.
  init(_ units: RunUnits, rows: [Evaluation.Row]) {
    let plan = units.plan
    guard let scenario = ReferenceLags.scenario(of: plan) else {
      findings = []
      return
    }
    let mine = units.ofScenario(scenario)
    let detectors = plan.detectors(in: scenario).filter { !plan.detectors[$0].isNull }
    findings = plan.datasets.indices.flatMap { dataset -> [RecordingFinding] in
      let own = mine.selecting { plan.recordings[$0.recording].dataset == dataset }
      let heard: [Answers]
      if plan.datasets.count == 1 {
        heard = rows.filter { $0.scenario == scenario && detectors.contains($0.detector) }.compactMap {
          Answers($0, plan)
        }
      } else {
        let windows = ScenarioWindows(own)
        heard = ConcurrentWork.map(detectors.count) { Self.answers(of: detectors[$0], windows, plan) }
          .compactMap(\.self)
      }
      guard heard.count >= Self.leastDetectors, heard.allSatisfy({ $0.maeBPM >= $0.guess.maeBPM }) else {
        return []
      }
      let finding = DataFinding(
        .worseThanChance, evidence: Self.evidence(heard, plan.scenarios[scenario].label),
        mend:
          "look at one of them with `hreval inspect --picture`: is the reference of this recording, on its clock and per minute"
      )
      return own.recordings.sorted().map {
        RecordingFinding(recording: $0, finding: finding)
      }
    }
  }

  private static func answers(of detector: Int, _ windows: ScenarioWindows, _ plan: RunPlan) -> Answers? {
    let series = windows.answered(by: detector)
    let chance = Nulls(series, constantBPM: plan.usualRate, over: .answered)
    var errors = ErrorSum()
    for one in series {
      for index in 0..<one.count where !one.errorBPM(index).isNaN { errors.add(one.errorBPM(index)) }
    }
    return Answers(
      plan.detectors[detector].label, windows: errors.windows, maeBPM: errors.maeBPM, chance: chance)
  }

  private static func evidence(_ heard: [Answers], _ scenario: String) -> String {
    let shown = heard.prefix(mostShown).map { one in
      let guess =
        switch one.guess.guess {
        case .othersMean: "the mean rate of the others"
        case .constant(let bpm): "always \(shortest(bpm)) bpm"
        }
      return
        "\(one.label) \(shortest(one.maeBPM, decimals: 2)) bpm where saying \(guess) errs by \(shortest(one.guess.maeBPM, decimals: 2)) (\(one.windows) windows)"
    }
    let more = heard.count - shown.count
    return
      "mean absolute error in the scenario \(scenario): \(shown.joined(separator: ", "))\(more > 0 ? ", and \(more) more" : "")"
  }

  private static let mostShown = 4
}
