internal import HRSupport
internal import HRPlugins
internal import HRSignals

/// Keys of an entry of `scenarios`, and of one of its steps.
enum ScenarioKey {
  static let label = JSONKey(
    EntryKey.label.name, .text, "Name in the tables; {parameter} stands for a swept value.")
  static let repeats = JSONKey(
    "repeats", .integer(1...1000), fallback: 1, "How many independent draws of the noise.")
  static let steps = JSONKey(
    "steps", .list(.node), required: true, "Scenario plugins applied one after the other.")
  static let scenario = JSONKey("scenario", .text, required: true, "Name of the scenario plugin.")
  static let noise = JSONKey(
    "noise", .node(NoiseKey.shape), "The recording that the scenario takes its noise from, if it needs one.")
}

/// Keys of `noise`; the rest is read as those of a data set.
enum NoiseKey {
  static let channels = JSONKey<[ChannelKind]?>(
    "channels", .list(.choice, atLeast: 1),
    "Channels that hold the noise; the data set's first when left out.")

  static let shape = Shape.object(
    "\"noise\"", marker: DatasetKey.dataset.name,
    [
      DatasetKey.dataset.with("Data set by name under datasets/, or path of a descriptor."),
      DatasetKey.root.with("Folder that holds its files, relative to this experiment."),
      DatasetKey.alsoReads.field,
      DatasetKey.select.with(
        "Patterns (* and ?) of recordings; of several each trial draws one. All when left out."),
      DatasetKey.exclude.field, channels.field,
    ])
}

extension ExperimentShape {
  var scenarioShape: Shape {
    let names = Shape.choice(plugins.scenarios.names)
    let fields =
      [ObjectShape.Field].plugin(
        ScenarioKey.scenario, plugins.scenarios, sweeps: true,
        "The scenario's parameters; a list of values is a sweep.") + [ScenarioKey.noise.field]
    let step = Shape.object("a scenario step", marker: ScenarioKey.scenario.name, fields)
    let steps = ScenarioKey.steps.with(shape: .list(.either([names, step]), atLeast: 1))
    let common = [ScenarioKey.label.field, ScenarioKey.repeats.field]
    return .either([
      names, .object("a scenario", marker: ScenarioKey.steps.name, common + [steps]),
      .object("a scenario", marker: ScenarioKey.scenario.name, common + fields),
    ])
  }
}
