internal import HRPlugins
internal import RealModule

/// Single premature beats, here and there.
///
/// Each beat draws a number u in [0, 1) and is premature where u is below a limit q and below the numbers of both its
/// neighbours, so never two in a row, and a larger share keeps the beats of a smaller one. Beats draw in turn from
/// the recording's first: cut at its beginning, it has others premature. The chance of that is (1 − (1 − q)³) / 3, so
/// q = 1 − ∛(1 − 3p) makes a share p = `percent` / 100 of beats premature; p cannot exceed 1/3. The first beat, the
/// last two and those beside a gap of the reference (intervals outside 0.2…3 s) stay normal. Coupling, pause and
/// pulse heights: ``PrematureBeats``.
///
/// Severity is the share of premature beats among those that can be premature. Coupling intervals of 60 ± 15 and 49
/// ± 22 % of the sinus cycle were measured in two groups of patients: K.-M. Park et al., Korean Circ. J. 45:294,
/// 2015. That some pulses of premature beats are weak and some missing in the photoplethysmogram: A. Sološenko, A.
/// Petrėnas and V. Marozas, "Photoplethysmography-based method for automatic detection of premature ventricular
/// contractions", IEEE Trans. Biomed. Circuits Syst., 2015. The default share of 10 %, coupling of 0.7 and height
/// of one half are our choice.
struct EctopicBeatsScenario: RhythmScenario {
  struct Parameters: PrematureBeatParameters {
    var percent = 10.0
    var premature = PrematureBeats()

    static let table: [Parameter<Self>] =
      [
        Parameter("percent", \.percent, in: 0...30, "Premature beats in a hundred; 0 is clean.")
      ] + prematureBeatRows
  }

  static let info = PluginInfo(
    "ectopicBeats", version: 1,
    "Single premature beats with weak pulses at random; the reference moves along.",
    source: PrematureBeats.source)

  let parameters: Parameters

  func moved(_ beats: [Double], in trial: ScenarioTrial) -> MovedBeats {
    guard parameters.percent > 0 else { return MovedBeats(times: beats) }
    let limit = 1 - Double.root(1 - 3 * parameters.percent / 100, 3)
    var stream = trial.random.stream("premature")
    let draws = beats.map { _ in stream.uniform() }
    let isPremature = beats.indices.map { index in
      PrematureBeats.canBePremature(index, in: beats) && draws[index] < limit
        && draws[index] < draws[index - 1] && draws[index] < draws[index + 1]
    }
    return parameters.premature.moved(beats, where: isPremature)
  }
}
