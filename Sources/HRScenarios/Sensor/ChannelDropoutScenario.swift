internal import HRPlugins
internal import HRSignals

/// Loses one channel for a while, again and again, as a loose wire, a dead diode or a broken stream does.
///
/// One loss of `eventSeconds` falls in each `eventSeconds` / `share` seconds (``EventSlots``), so that the channel is
/// lost for `share` of the time, up to one loss at each end of the recording; a share of 1 loses all of it. At
/// another `share` or `eventSeconds` losses come at other moments. Meanwhile it gives, by `value`: `zero`, code 0;
/// `full`, 255 on a camera channel and elsewhere, where full scale is unknown, the channel's highest sample;
/// `missing`, no samples (NaN); `frozen`, the last sample before the loss again and again (a loss before any sample
/// repeats the first one). Samples missing before stay missing. A recording without the channel stays as it is.
struct ChannelDropoutScenario: Scenario {
  enum Lost: String, CaseIterable, Sendable {
    /// Names of ``ChannelKind``.
    case red, green, blue, infrared, ppg, ppg2
  }

  enum Substitute: String, CaseIterable, Sendable {
    case zero, full, missing, frozen
  }

  struct Parameters: ParameterSet {
    var channel = Lost.red
    var share = 0.2
    var eventSeconds = 3.0
    var value = Substitute.zero

    static let table: [Parameter<Self>] = [
      Parameter("channel", \.channel, "The channel that is lost."),
      Parameter("share", \.share, in: 0...1, "Share of the time it is lost; 0 is clean."),
      Parameter("eventSeconds", \.eventSeconds, in: 0.1...600, "How long each loss lasts."),
      Parameter("value", \.value, "What it gives meanwhile."),
    ]
  }

  static let info = PluginInfo(
    "channelDropout", version: 1,
    "One optical channel zero, full, missing or frozen for a share of the time.",
    source: "hreval; the model is our own")

  let parameters: Parameters

  var touchedKinds: [ChannelKind] { [ChannelKind(rawValue: parameters.channel.rawValue)].compactMap(\.self) }

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.share > 0 else { return channels }
    let seconds = parameters.eventSeconds
    let slots = EventSlots(
      share: parameters.share, seconds: seconds, random: trial.random, name: "dropout")
    return channels.damaging(touchedKinds) { kind, channel in
      guard let range = channel.timeRange else { return nil }
      var values = channel.values
      for event in slots.events(in: range, duration: { _ in seconds }) {
        let lost = channel.indices(in: event.range)
        guard let substitute = substitute(for: kind, of: values, in: lost) else { continue }
        for index in lost where values[index].isFinite { values[index] = substitute }
      }
      return values
    }
  }

  /// - Returns: `nil` if there is nothing to lose.
  private func substitute(for kind: ChannelKind, of values: [Double], in lost: Range<Int>) -> Double? {
    switch parameters.value {
    case .zero: 0
    case .full: kind.levels?.upperBound ?? values.lazy.filter(\.isFinite).max()
    case .missing: .nan
    case .frozen: values[..<lost.lowerBound].last(where: \.isFinite) ?? values[lost].first(where: \.isFinite)
    }
  }
}
