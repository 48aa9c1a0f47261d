internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Clips a share of each optical channel's samples at the top or the bottom of its scale.
///
/// Of n samples that are not missing, the k = `share` · n (rounded, half up) highest are clipped (`end` top; at the
/// bottom the lowest, mirrored). Camera channels: only those whose median is in that half of the scale, since the light
/// that drives a finger's red into the top leaves its green and blue far below. The whole channel is raised until the
/// k-th highest sample is 255 (lowered until the k-th lowest is 0), then clipped; one that is there already is not
/// moved. Other channels have no known scale: samples above the k-th highest take its value. So the share of samples at
/// the end of the scale is k / n, within 1 / (2n) of the given one, and more only if other samples tie with the k-th
/// (on whole codes many do): ties are clipped together. Flat channels stay as they are.
///
/// Share of clipped samples as a measure of quality: Q. Li and G. D. Clifford, Physiol. Meas. 33:1491, 2012. The range
/// is our choice.
struct SaturationScenario: Scenario {
  enum End: String, CaseIterable, Sendable {
    case top, bottom
  }

  struct Parameters: ParameterSet {
    var share = 0.1
    var end = End.top

    static let table: [Parameter<Self>] = [
      Parameter("share", \.share, in: 0...0.5, "Share of samples clipped; 0 is clean."),
      Parameter("end", \.end, "At which end of the scale."),
    ]
  }

  static let info = PluginInfo(
    "saturation", version: 1,
    "A share of the samples of optical channels clipped; of a camera's, where the level is near that end.",
    source: "hreval; clipping as a measure of quality: Q. Li and G. D. Clifford, Physiol. Meas. 33:1491, 2012"
  )

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    channels.damaging(Self.touches) { kind, channel in
      let values = channel.values
      var finite = values.filter(\.isFinite)
      let count = Int(saturating: (parameters.share * Double(finite.count)).rounded())
      guard count > 0, let first = finite.first, finite.contains(where: { $0 != first }) else { return nil }
      if let levels = kind.levels, let middle = kthSmallest(&finite, finite.count / 2) {
        let isHigh = middle >= (levels.lowerBound + levels.upperBound) / 2
        guard isHigh == (parameters.end == .top) else { return nil }
      }
      switch parameters.end {
      case .top:
        guard let edge = kthSmallest(&finite, finite.count - count) else { return nil }
        let end = kind.levels?.upperBound ?? edge
        // The edge is set, not computed: q + (255 - q) can miss 255 by a rounding.
        return values.map { $0 >= edge ? end : $0 + max(end - edge, 0) }
      case .bottom:
        guard let edge = kthSmallest(&finite, count - 1) else { return nil }
        let end = kind.levels?.lowerBound ?? edge
        return values.map { $0 <= edge ? end : $0 - max(edge - end, 0) }
      }
    }
  }
}
