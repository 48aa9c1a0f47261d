internal import HRPlugins

/// The rate jumps to another level and stays there: a test of a detector's response time.
///
/// From the first beat at or after `atShare` of the time between first and last beat on, the rate (over ten
/// seconds) is `toBPM`. Intervals keep their own variation about the mean: ``ChangedRate``. A recording whose rate
/// rises gets shorter; one whose rate falls is cut at its old end.
///
/// Severity is the level after the step in beats per minute. No heart jumps like this: it is a test signal, and its
/// size is our choice; that the transitions between loads belong into a validation: J. M. Mühlen et al.
/// (INTERLIVE), Br. J. Sports Med. 55:767, 2021.
struct RateStepScenario: RhythmScenario {
  struct Parameters: ParameterSet {
    var atShare = 0.5
    var toBPM = 150.0

    static let table: [Parameter<Self>] = [
      Parameter("atShare", \.atShare, in: 0...1, "Where in the recording the rate jumps."),
      Parameter("toBPM", \.toBPM, in: 0...220, "The rate after the jump, 30 or more; 0 is clean."),
    ]
    var conflicts: [String] {
      toBPM == 0 || toBPM >= RateRampScenario.limitsBPM.lowerBound
        ? [] : ["toBPM must be 0 or at least 30"]
    }
  }

  static let info = PluginInfo(
    "rateStep", version: 1, "A heart rate that jumps to a level and stays there; the reference moves along.",
    source:
      "hreval; transitions as in J. M. Mühlen et al. (INTERLIVE), Br. J. Sports Med. 55:767, 2021")

  let parameters: Parameters

  func moved(_ beats: [Double], in trial: ScenarioTrial) throws(ScenarioFailure) -> MovedBeats {
    guard parameters.toBPM > 0 else { return MovedBeats(times: beats) }
    let rate = try ChangedRate(beats, in: trial)
    return rate.moved(from: rate.index(at: parameters.atShare)) { _, _ in parameters.toBPM }
  }
}
