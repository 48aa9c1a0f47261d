import Foundation
public import HRPlugins
public import HRSignals

/// The finger cools and its vessels narrow: the pulse of all optical channels fades, their level stays.
///
/// From a random time in the first half of the recording on, each sample's distance from the channel's running mean
/// over 2 s is multiplied by r + (1 − r)·e^(−t/τ): r is `leftShare`, τ `fadeSeconds`, t the time since then.
public struct ColdFingerScenario: Scenario {
  public struct Parameters: ParameterSet {
    public var leftShare = 0.2
    public var fadeSeconds = 10.0

    public init() {}

    public static let table: [Parameter<Self>] = [
      Parameter("leftShare", \.leftShare, in: 0...1, "Share of the pulse's height that is left; 1 is clean."),
      Parameter("fadeSeconds", \.fadeSeconds, in: 0.5...300, "After this time 63 % of the fall is done."),
    ]
  }

  public static let info = PluginInfo(
    "coldFinger", version: 1, "The pulse of optical channels fades, their level stays.")

  private let parameters: Parameters

  public init(parameters: Parameters) {
    self.parameters = parameters
  }

  public func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    var random = trial.random.stream("onset")
    let onsetShare = random.uniform() / 2
    guard parameters.leftShare < 1 else { return channels }
    var damaged = channels
    for kind in Self.touches {
      guard let channel = channels[kind], let range = channel.timeRange, let rate = channel.nominalRate
      else { continue }
      let onset = range.start + onsetShare * range.duration
      let level = runningMean(channel.values, reach: Int(min(rate, 1e6)))
      damaged[kind] = channel.replacing(
        values: channel.values.enumerated().map { index, value in
          let since = channel.time(at: index) - onset
          guard since > 0 else { return value }
          return level[index] + share(after: since) * (value - level[index])
        })
    }
    return damaged
  }

  /// Returns the share of the pulse's height that is left, in 0…1.
  private func share(after seconds: Double) -> Double {
    parameters.leftShare + (1 - parameters.leftShare) * exp(-seconds / parameters.fadeSeconds)
  }
}
