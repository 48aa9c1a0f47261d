package import HRRunning

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

  /// - Parameters:
  ///   - plan: of the run.
  ///   - givenBPM: the margin of the command line; `nil`: none.
  package init(of plan: RunPlan, givenBPM: Double? = nil) {
    self.init(declaredBPM: plan.marginBPM, givenBPM: givenBPM)
  }

  /// The margin as a part of an analysis: `nil` for hreval's usual one.
  package var declaredOrGiven: Double? { origin == .usual ? nil : bpm }

  package init(declaredBPM: Double?, givenBPM: Double? = nil) {
    let usual = declaredBPM ?? Baseline.defaultMarginBPM
    bpm = givenBPM ?? usual
    origin = bpm != usual ? .given(insteadOf: declaredBPM) : declaredBPM == nil ? .usual : .declared
  }
}
