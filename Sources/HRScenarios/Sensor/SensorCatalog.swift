internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// Scenarios of lamp, camera and converter.
  static let sensor = Catalog([
    ScenarioEntry(FlickerScenario.self),
    ScenarioEntry(AutoExposureScenario.self),
    ScenarioEntry(WhiteBalanceScenario.self),
    ScenarioEntry(QuantisationScenario.self),
    ScenarioEntry(SaturationScenario.self),
    ScenarioEntry(ChannelDropoutScenario.self),
    ScenarioEntry(GainStepScenario.self),
    ScenarioEntry(PolarityFlipScenario.self),
    ScenarioEntry(SensorOffScenario.self),
    ScenarioEntry(KeyFramesScenario.self),
    ScenarioEntry(OverexposureScenario.self),
    ScenarioEntry(RawCountsScenario.self),
  ])
}
