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
  private struct Answers {
    let label: String
    let windows: Int
    let maeBPM: Double
    let guess: (guess: Nulls.Guess, maeBPM: Double)
  }

  init(_ units: RunUnits) {
    let plan = units.plan
    guard let scenario = ReferenceLags.scenario(of: plan) else {
      findings = []
      return
    }
    let mine = units.ofScenario(scenario)
    findings = plan.datasets.indices.flatMap { dataset -> [RecordingFinding] in
      let own = mine.selecting { plan.recordings[$0.recording].dataset == dataset }
      let windows = ScenarioWindows(own)
      let heard = plan.detectors(in: scenario).filter { !plan.detectors[$0].isNull }.compactMap {
        Self.answers(of: $0, windows, plan)
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

  /// Returns `nil` for a detector that answered too few windows.
  private static func answers(of detector: Int, _ windows: ScenarioWindows, _ plan: RunPlan) -> Answers? {
    let series = windows.answered(by: detector)
    let chance = Nulls(series, constantBPM: plan.measurand.usualPerMinute, over: .answered)
    var errors = ErrorSum()
    for one in series {
      for index in 0..<one.count where !one.errorBPM(index).isNaN { errors.add(one.errorBPM(index)) }
    }
    guard errors.windows >= leastWindows, let maeBPM = errors.maeBPM, let best = chance.best else {
      return nil
    }
    return Answers(
      label: plan.detectors[detector].label, windows: errors.windows, maeBPM: maeBPM, guess: best)
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
