internal import HRSupport
internal import HRPlugins
internal import HRSignals

/// The entries of `scenarios`.
extension ExperimentShape {
  private var scenarioStepShape: Shape {
    .object("a scenario step", marker: "scenario", scenarioFields)
  }

  private var scenarioFields: [ObjectShape.Field] {
    [
      .init("scenario", .choice(plugins.scenarios.names), required: true, "Name of the scenario plugin."),
      .parameters(
        of: "scenario", plugins.scenarios.entries, sweeps: true,
        "The scenario's parameters; a list of values is a sweep."),
      .init(
        "noise", Self.noiseShape, "The recording that the scenario takes its noise from, if it needs one."),
    ]
  }

  private static let noiseShape = Shape.object(
    "\"noise\"", marker: "dataset",
    [
      .init("dataset", .string, required: true, "Data set by name under datasets/, or path of a descriptor."),
      .init("root", .string, "Folder that holds its files, relative to this experiment."),
      .init(
        "alsoReads", .list(.string),
        "Folders besides the root that its files may lie in, relative to this experiment."),
      .init(
        "select", .list(.string, atLeast: 1),
        "Patterns (* and ?) of recordings; of several each trial draws one. All when left out."),
      .init("exclude", .list(.string), "Patterns of recordings to leave out."),
      .init(
        "channels", .list(.choice(of: ChannelKind.self), atLeast: 1),
        "Channels that hold the noise; the data set's first when left out."),
    ])

  var scenarioShape: Shape {
    .object("a scenario", marker: "scenario", Self.labelAndRepeats + scenarioFields)
  }

  var stepsShape: Shape {
    .object(
      "a scenario", marker: "steps",
      Self.labelAndRepeats + [
        .init(
          "steps",
          .list(.either([.choice(plugins.scenarios.names), scenarioStepShape]), atLeast: 1),
          required: true, "Scenario plugins applied one after the other.")
      ])
  }

  private static let labelAndRepeats: [ObjectShape.Field] = [
    .init("label", .string, "Name in the tables; {parameter} stands for a swept value."),
    .init("repeats", .integer(1...1000), fallback: "1", "How many independent draws of the noise."),
  ]
}
