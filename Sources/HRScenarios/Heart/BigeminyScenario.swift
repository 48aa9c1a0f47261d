internal import HRPlugins

/// Every second beat premature (every third: trigeminy, every fourth: quadrigeminy), in episodes.
///
/// Of each `everyBeats` beats of an episode the last is premature, if its pause is in the episode too. Episodes:
/// ``RhythmEpisodes``; those that touch are one, so the pattern runs on. Coupling, pause and pulse heights:
/// ``PrematureBeats``. Beats beside a gap of the reference (intervals outside 0.2…3 s), the first and the last two stay
/// normal.
///
/// Severity is the share of time in episodes; at another share they come at other times. With a compensatory pause the
/// mean rate stays, but a detector that misses the weak pulses reads half of it. Coupling intervals of 60 ± 15 and 49 ±
/// 22 % of the sinus cycle were measured in two groups of patients: K.-M. Park et al., Korean Circ. J. 45:294, 2015.
/// The defaults are our choice.
struct BigeminyScenario: RhythmScenario {
  struct Parameters: PrematureBeatParameters {
    var episodes = RhythmEpisodes()
    var everyBeats = 2
    var premature = PrematureBeats()

    static let table: [Parameter<Self>] =
      [
        Parameter("episodeShare", \.episodes.share, in: 0...1, "Share of the time in episodes; 0 is clean."),
        Parameter("episodeSeconds", \.episodes.seconds, in: 5...600, "How long an episode lasts."),
        Parameter(
          "everyBeats", \.everyBeats, in: 2...4, "One beat in so many is premature: 2 bigeminy, 3 trigeminy."),
      ] + prematureBeatRows
  }

  static let info = PluginInfo(
    "bigeminy", version: 1,
    "Every second, third or fourth beat premature with a weak pulse; the reference moves along.",
    source: PrematureBeats.source)

  let parameters: Parameters

  func moved(_ beats: [Double], in trial: ScenarioTrial) -> MovedBeats {
    var isPremature = beats.map { _ in false }
    for stretch in parameters.episodes.stretches(of: beats, trial.random, name: "bigeminy") {
      let first = stretch.lowerBound + parameters.everyBeats - 1
      for index in stride(from: first, to: stretch.upperBound, by: parameters.everyBeats) {
        isPremature[index] = PrematureBeats.canBePremature(index, in: beats)
      }
    }
    return parameters.premature.moved(beats, where: isPremature)
  }
}
