internal import HRRunning
internal import HRSupport
internal import HRPlugins
internal import HRReporting
internal import HRSignals
internal import HRSynthesis

/// A page with a small figure of every scenario: the effect of its defaults on a synthetic recording.
struct ScenarioGallery {
  private let plugins: Plugins
  private let recording: Recording

  /// Length of the recording, enough for protocols that begin after five minutes.
  private static let seconds = 480.0

  init(plugins: Plugins) {
    self.plugins = plugins
    var plan = SynthesisPlan()
    plan.count = 1
    plan.seconds = Self.seconds
    plan.activities = [.rest]
    plan.irregularShare = 0
    plan.opticalRate = 50
    plan.electrocardiogramRate = 125
    recording = plan.recording(0)
  }

  func write(to folder: String) throws(Diagnostics) {
    try TextFile.makeDirectory(folder)
    let figures = try drawn.map { (entry) throws(Diagnostics) in
      (name: entry.info.name, svg: try figure(of: entry))
    }
    for figure in figures { try TextFile.write(figure.svg, to: "\(folder)/\(figure.name).svg") }
    try TextFile.write(page, to: "\(folder)/index.md")
  }

  /// Scenarios that can be shown on a recording of means.
  private var drawn: [ScenarioEntry] { plugins.scenarios.entries.filter { !$0.needs.contains(.video) } }

  private func figure(of entry: ScenarioEntry) throws(Diagnostics) -> String {
    let plan: ScenarioPlan
    do {
      plan = try ScenarioPlan(defaultsOf: entry)
    } catch {
      throw Diagnostics("the defaults of the scenario \(entry.info.name) contradict each other")
    }
    do throws(ScenarioFailure) {
      let damaged = try plan.apply(
        to: recording.channels, reference: recording.reference, seed: 1, recording: recording.id,
        repetition: 0
      ) { (_, _) throws(ScenarioFailure) in .init(noise: entry.needs.contains(.noise) ? walking : []) }
      return ScenarioView(recording, damaged, by: plan, at: nil).picture(
        of: shown(damaged.channels), title: entry.info.name, size: .small
      ).svg
    } catch {
      throw Diagnostics("\(entry.info.name): \(error.reason)")
    }
  }

  /// Returns one changed channel, and the axis of the accelerometer that changes most.
  private func shown(_ damaged: Channels) -> [ChannelKind] {
    let changed = damaged.kinds.filter { damaged[$0] != recording.channels[$0] }
    guard let first = changed.contains(.red) ? .red : changed.first else { return [.red] }
    let axis = changed.filter(Cadence.axes.contains).max { change($0, damaged) < change($1, damaged) }
    return [first] + [axis].compactMap(\.self).filter { $0 != first }
  }

  private func change(_ kind: ChannelKind, _ damaged: Channels) -> Double {
    zip(recording.channels[kind]?.values ?? [], damaged[kind]?.values ?? []).reduce(0) {
      $0 + abs($1.0 - $1.1)
    }
  }

  /// A wrist of a walking person, as an example of recorded noise.
  private var walking: [Signal] {
    let rate = 50.0
    return [
      Signal(
        samples: (0..<3000).map { index in
          let phase = 1.8 * Double(index) / rate
          let share = phase - phase.rounded(.down)
          return share < 0.3 ? share / 0.3 : (1 - share) / 0.7
        }, sampleRate: rate)
    ]
  }

  // MARK: Page

  private var page: String {
    let items = plugins.scenarios.entries.map(Listing.Item.init(scenario:))
    var parts = [
      """
      # Scenarios

      Made by `hreval list scenarios --gallery`; do not edit. Each figure shows what a scenario's defaults do to ten seconds of a synthetic finger recording (`recordedNoise`: with made-up steps for noise). Grey: as recorded; orange: damaged; upright lines: \
      the reference's beats. `hreval inspect synthetic:s01 --scenario NAME --set name=value --picture out.svg` draws the same for a recording of yours. [Scenarios in experiments](../experiments/scenarios.md) shows how to use them.
      """,
      MarkdownPage.table(
        [.left("name"), .left("what it is"), .left("changes")],
        zip(items, plugins.scenarios.entries).map { item, entry in
          [MarkdownPage.link(item.name), .text(item.summary), .text(entry.touchesText)]
        }),
    ]
    let names = drawn.map(\.info.name)
    parts += items.map { item in
      names.contains(item.name)
        ? MarkdownPage.section(item, figure: "\(item.name).svg") : MarkdownPage.section(item)
    }
    return parts.joined(separator: "\n\n") + "\n"
  }
}
