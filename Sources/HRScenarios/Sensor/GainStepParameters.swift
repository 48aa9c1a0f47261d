internal import HRPlugins

/// The parameters of ``GainSteps``.
struct GainStepParameters: ParameterSet {
  var perMinute = 2.0
  var stepPercent = 10.0
  var timeConstantSeconds = 0.5
  init() {}
  static let table: [Parameter<Self>] = [
    Parameter("perMinute", \.perMinute, in: 0...60, "Changes of gain per minute; 0 is clean."),
    Parameter(
      "stepPercent", \.stepPercent, in: 0...90,
      "Largest distance of a new gain from the recorded one, in percent; 0 is clean."),
    Parameter(
      "timeConstantSeconds", \.timeConstantSeconds, in: 0.05...5,
      "After this time 63 % of a change is done."),
  ]

  var areClean: Bool { perMinute == 0 || stepPercent == 0 }

  func steps(_ random: RandomSource) -> GainSteps {
    GainSteps(
      perMinute: perMinute, step: stepPercent / 100, timeConstantSeconds: timeConstantSeconds, random: random)
  }
}
