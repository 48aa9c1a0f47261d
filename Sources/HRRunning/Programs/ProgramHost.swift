package import HRPlugins
package import HRSignals
internal import HRSupport

/// The running programs of one worker; each is started when it is first asked.
package final class ProgramHost {
  private let registry: ProgramRegistry
  private let whileWaiting: () -> Void
  private var running: [Int: RunningProgram] = [:]
  private var served: WorkUnit.Condition?

  /// - Parameters:
  ///   - registry: of the programs.
  ///   - whileWaiting: called about once a second while a program is waited for.
  package init(_ registry: ProgramRegistry, whileWaiting: @escaping () -> Void = {}) {
    self.registry = registry
    self.whileWaiting = whileWaiting
  }

  deinit { end() }

  /// Ends all of them; each is given 1 s to end by itself.
  package func end() {
    for program in running.values { program.end() }
    running = [:]
  }

  /// Ends programs that have served another scenario or repeat, so that none of them knows a recording from an earlier
  /// trial with other damage.
  func begin(_ unit: WorkUnit) {
    if let served, served != unit.condition { end() }
    served = unit.condition
  }

  private func program(_ plugin: ProgramPlugin) -> RunningProgram {
    if let known = running[plugin.program.number] { return known }
    let fresh = RunningProgram(plugin.program, launch: registry.launch, whileWaiting: whileWaiting)
    running[plugin.program.number] = fresh
    return fresh
  }

  /// Returns a detector's replies, one per window.
  ///
  /// - Parameters:
  ///   - windows: in the order of time.
  ///   - covers: returns true if its channels cover a window; it is not asked about other windows.
  ///   - channels: those that it reads, prepared as its input.
  ///   - plugin: the detector.
  package func replies(
    in windows: [TimeRange], objects: (TimeRange) -> Abstention?, of channels: Channels,
    by plugin: ProgramPlugin
  ) -> [ProgramReply] {
    let description = plugin.description
    let shown = (description.channels + description.optionalChannels).filter { channels[$0] != nil }
    let trial = ProgramTrial(channels, shown, plugin, windows: windows)
    return program(plugin).replies(in: windows, objects: objects, in: trial)
  }

  /// Returns the output of a filter or extractor for whole channels: a value for each sample of the first.
  ///
  /// - Parameters:
  ///   - channels: that hold those.
  ///   - kinds: the channels of its input.
  ///   - plugin: the filter or extractor.
  package func samples(
    of channels: Channels, _ kinds: [ChannelKind], by plugin: ProgramPlugin
  ) throws(ProgramFailure) -> [Double] {
    try program(plugin).samples(in: ProgramTrial(channels, kinds, plugin, windows: []))
  }
}

/// One recording in one scenario and repeat, in the form in which a program gets it.
struct ProgramTrial {
  let channels: [(kind: ChannelKind, channel: Channel)]
  let origin: Double
  let range: TimeRange
  let withTimes: Bool
  let beginning: [(key: String, value: JSONText)]

  init(_ channels: Channels, _ kinds: [ChannelKind], _ plugin: ProgramPlugin, windows: [TimeRange]) {
    let shown = kinds.compactMap { kind in channels[kind].map { (kind: kind, channel: $0) } }
    self.channels = shown
    let starts = shown.compactMap { $0.channel.timeRange?.start }
    let ends = shown.compactMap { $0.channel.timeRange?.end }
    origin = starts.min() ?? 0
    range = TimeRange(start: origin, end: max(origin, ends.max() ?? origin))
    withTimes = plugin.description.samples == .asRecorded
    func rate(_ channel: Channel) -> JSONText { .optional(channel.nominalRate) }
    var members: [(key: String, value: JSONText)] = [
      ("sampleRate", shown.first.map { rate($0.channel) } ?? .null),
      ("sampleRates", .object(shown.map { (key: $0.kind.rawValue, value: rate($0.channel)) })),
      ("channels", .array(shown.map { .string($0.kind.rawValue) })),
    ]
    if let first = windows.first {
      members.append(("windowSeconds", .number(first.duration)))
      if windows.count > 1 { members.append(("hopSeconds", .number(windows[1].start - first.start))) }
    }
    members.append(
      (
        "parameters",
        .object(
          plugin.parameters.entries.map { entry in
            switch entry.value {
            case .number(let number): (key: entry.name, value: .number(number))
            case .integer(let integer): (key: entry.name, value: .integer(integer))
            case .choice(let word): (key: entry.name, value: .string(word))
            }
          })
      ))
    beginning = members
  }
}
