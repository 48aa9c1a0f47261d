internal import HRPlugins

/// The rate rises or falls evenly and then stays changed.
///
/// From the first beat at or after `fromShare` of the time between first and last beat on, the rate (recorded, over
/// ten seconds) is changed by `bpmPerSecond` times the seconds since that beat, at most by `changeBPM`; then it
/// stays changed by that. It is limited to 30…220 beats per minute, except where the recording is already beyond.
/// Intervals keep their own variation about the mean: ``ChangedRate``. A recording whose rate rises gets shorter;
/// one whose rate falls is cut at its old end.
///
/// Severity is the slope in beats per minute per second. Changes of 1 to 5 bpm per second are our choice; that the
/// transitions between loads belong into a validation: J. M. Mühlen et al. (INTERLIVE), Br. J. Sports Med. 55:767,
/// 2021.
struct RateRampScenario: RhythmScenario {
  struct Parameters: ParameterSet {
    var fromShare = 0.25
    var bpmPerSecond = 1.0
    var changeBPM = 60.0

    static let table: [Parameter<Self>] = [
      Parameter("fromShare", \.fromShare, in: 0...1, "Where in the recording the change begins."),
      Parameter(
        "bpmPerSecond", \.bpmPerSecond, in: -5...5,
        "How fast the rate changes; below 0 it falls; 0 is clean."),
      Parameter("changeBPM", \.changeBPM, in: 0...150, "By how much it has changed in the end; 0 is clean."),
    ]
  }

  static let info = PluginInfo(
    "rateRamp", version: 1,
    "A heart rate that rises or falls evenly and stays changed; the reference moves along.",
    source:
      "hreval; transitions as in J. M. Mühlen et al. (INTERLIVE), Br. J. Sports Med. 55:767, 2021")

  static let limitsBPM = 30.0...220

  let parameters: Parameters

  func moved(_ beats: [Double], in trial: ScenarioTrial) throws(ScenarioFailure) -> MovedBeats {
    let (slope, most) = (parameters.bpmPerSecond, parameters.changeBPM)
    guard slope != 0, most > 0 else { return MovedBeats(times: beats) }
    let rate = try ChangedRate(beats, in: trial)
    return rate.moved(from: rate.index(at: parameters.fromShare)) { bpm, seconds in
      if slope > 0 {
        max(bpm, min(bpm + min(slope * seconds, most), Self.limitsBPM.upperBound))
      } else {
        min(bpm, max(bpm + max(slope * seconds, -most), Self.limitsBPM.lowerBound))
      }
    }
  }
}
