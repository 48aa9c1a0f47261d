import HRPlugins
import Testing

/// Data for the contract tests of a scenario that moves beats, beyond its row of the catalog.
struct RhythmPromise: Sendable, CustomTestStringConvertible {
  let name: String
  /// A parameter and its value at which nothing changes, bit for bit.
  let harmless: (parameter: String, value: Double)
  /// Parameters under which the contract is tested, besides the defaults.
  var tried: [[(String, ParameterValue)]] = []
  /// True if another seed gives other beats under the first of `tried`, or the defaults if there are none.
  var usesChance = true

  var testDescription: String { name }
  var all: [[(String, ParameterValue)]] { [[]] + tried }

  static let heart: [RhythmPromise] = [
    RhythmPromise(
      name: "ectopicBeats", harmless: ("percent", 0),
      tried: [
        [("percent", .number(30)), ("couplingShare", .number(0.5)), ("pause", .choice("none"))],
        [("percent", .number(30)), ("couplingShare", .number(0.9)), ("pulseShare", .number(0))],
      ]),
    RhythmPromise(
      name: "bigeminy", harmless: ("episodeShare", 0),
      tried: [
        [("episodeShare", .number(0.4)), ("episodeSeconds", .number(10)), ("everyBeats", .integer(3))],
        [("couplingShare", .number(0.5)), ("pause", .choice("none"))],
      ]),
    RhythmPromise(
      name: "atrialFibrillation", harmless: ("episodeShare", 0),
      tried: [
        [("episodeShare", .number(0.4)), ("episodeSeconds", .number(10))],
        [("variation", .number(0.5)), ("episodeSeconds", .number(600))],
      ]),
    RhythmPromise(
      name: "rateRamp", harmless: ("bpmPerSecond", 0),
      tried: [
        [("bpmPerSecond", .number(5)), ("changeBPM", .number(150)), ("fromShare", .number(0))],
        [("bpmPerSecond", .number(-5)), ("changeBPM", .number(150))],
      ], usesChance: false),
    RhythmPromise(
      name: "rateStep", harmless: ("toBPM", 0),
      tried: [[("toBPM", .number(220)), ("atShare", .number(0))], [("toBPM", .number(30))]],
      usesChance: false),
  ]
}
