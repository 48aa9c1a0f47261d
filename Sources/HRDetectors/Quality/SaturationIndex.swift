internal import HRPlugins
internal import HRSignals

/// The share of samples at the limits of the sensor's range.
///
/// With `levels: own`, for waves of any unit, samples that equal the wave's least or largest value and the sample
/// before or after: a pulse touches its own extremes for a sample at a time, a clipped one stays there. With
/// `levels: given`, samples at or below `lowLevel` or at or above `highLevel`. Samples that are not numbers are left
/// out; a flat wave is saturated throughout by its own levels.
///
/// - Note: A coarsely quantised wave repeats its extremes without being clipped.
struct SaturationIndex: QualityIndex {
  enum Levels: String, CaseIterable, Sendable {
    case own, given
  }

  struct Parameters: ParameterSet {
    var levels = Levels.own
    var lowLevel = 0.0
    var highLevel = 255.0

    static let table: [Parameter<Self>] = [
      Parameter("levels", \.levels, "The wave's own extremes, or given ones."),
      Parameter(
        "lowLevel", \.lowLevel, in: -1e9...1e9, "Given level at or below which a sample is saturated."),
      Parameter(
        "highLevel", \.highLevel, in: -1e9...1e9, "Given level at or above which a sample is saturated."),
    ]

    var conflicts: [String] {
      lowLevel < highLevel ? [] : ["lowLevel must be below highLevel"]
    }
  }

  static let info = PluginInfo(
    "saturation", version: 1, "Share of samples at the extreme levels.")
  static let better = QualityDirection.lower
  static let unit = "share"

  let parameters: Parameters

  func value(of wave: Signal) -> Double? {
    let samples = wave.samples.filter(\.isFinite)
    guard let low = samples.min(), let high = samples.max() else { return nil }
    var saturated = 0
    switch parameters.levels {
    case .given:
      for value in samples where value <= parameters.lowLevel || value >= parameters.highLevel {
        saturated += 1
      }
    case .own:
      for (index, value) in samples.enumerated() where value == low || value == high {
        let isRepeated =
          index > 0 && samples[index - 1] == value || index + 1 < samples.count && samples[index + 1] == value
        if isRepeated { saturated += 1 }
      }
    }
    return Double(saturated) / Double(samples.count)
  }
}
