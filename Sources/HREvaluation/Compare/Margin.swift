package import HRRunning
package import HRSignals
package import HRSupport

/// Difference of two mean absolute errors that does not matter, and who chose it when.
package struct Margin: Equatable, Sendable {
  package enum Origin: Equatable, Sendable {
    /// The experiment, before the run.
    case declared
    /// A person, after the run; with what would have counted otherwise, if somebody declared that.
    case given(insteadOf: Double?)
    /// hreval: nobody declared one.
    case usual
  }

  /// In beats per minute.
  package let bpm: Double
  package let origin: Origin
  /// Margins of scenarios that judge a figure of heart-rate variability, by label and in the figure's unit.
  package let ofFigures: [Named<VariabilityRule.Bound>]

  /// - Parameters:
  ///   - plan: of the run.
  ///   - givenBPM: the margin of the command line; `nil`: none.
  package init(of plan: RunPlan, givenBPM: Double? = nil) {
    self.init(
      declaredBPM: plan.marginBPM, givenBPM: givenBPM,
      figures: plan.variability.map { ($0.margins, plan.scenarios) })
  }

  /// The margin of a baseline for a run like its own.
  init(of baseline: Baseline, in plan: RunPlan, givenBPM: Double?) {
    self.init(
      declaredBPM: baseline.marginBPM, givenBPM: givenBPM,
      figures: plan.variability.map { _ in (baseline.margins, plan.scenarios) })
  }

  /// The margin as a part of an analysis: `nil` for hreval's usual one.
  package var declaredOrGiven: Double? { origin == .usual ? nil : bpm }

  /// - Parameter figures: margins that are declared for figures of heart-rate variability, and the scenarios; `nil` for
  ///   rates.
  package init(
    declaredBPM: Double?, givenBPM: Double? = nil,
    figures: (declared: [VariabilityRule.Bound], scenarios: [RunPlan.ScenarioNote])? = nil
  ) {
    let usual = declaredBPM ?? Baseline.defaultMarginBPM
    bpm = givenBPM ?? usual
    ofFigures = (figures?.scenarios ?? []).compactMap { scenario in
      scenario.figure.map {
        Named(
          name: scenario.label, value: .init(figure: $0, value: figures?.declared[$0] ?? $0.usualMargin))
      }
    }
    if let figures {
      let asked = Set(figures.scenarios.compactMap(\.figure))
      origin = asked.allSatisfy { figures.declared[$0] != nil } ? .declared : .usual
    } else {
      origin = bpm != usual ? .given(insteadOf: declaredBPM) : declaredBPM == nil ? .usual : .declared
    }
  }

  /// Returns the margin of a scenario, in its unit.
  package func value(in scenario: String) -> Double {
    ofFigures.first { $0.name == scenario }?.value.value ?? bpm
  }
}

extension VariabilityFigure {
  /// Difference of mean absolute errors that does not matter where nobody says otherwise, in the figure's unit: about a
  /// twentieth of a resting adult's value (D. Nunan, G. R. H. Sandercock and D. A. Brodie, PACE 33:1407-1417, 2010:
  /// mean RR 926 ms, SDNN 50 ms, RMSSD 42 ms, LF 519 ms², HF 657 ms², LF/HF 2.8), but of the mean, which every detector
  /// gets right, a two-hundredth.
  package var usualMargin: Double {
    switch self {
    case .meanRR: 5
    case .sdnn, .rmssd, .pnn50: 2
    case .lf, .hf: 30
    case .lfhf: 0.15
    }
  }
}
