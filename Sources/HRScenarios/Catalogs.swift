package import HRPlugins
internal import HRSignals

extension Catalog<ScenarioEntry> {
  /// All scenarios that ship with hreval, in the order of reports.
  package static let builtIn = Catalog([
    ScenarioEntry(CleanScenario.self),
    // Random noise on the signal.
    ScenarioEntry(WhiteNoiseScenario.self),
    ScenarioEntry(PinkNoiseScenario.self),
    ScenarioEntry(BrownNoiseScenario.self),
    ScenarioEntry(BaselineWanderScenario.self),
    ScenarioEntry(SpikesScenario.self),
    ScenarioEntry(NoiseBurstsScenario.self),
    ScenarioEntry(NoiseStressTestScenario.self),
    ScenarioEntry(RecordedNoiseScenario.self),
    // Movement.
    ScenarioEntry(MotionBurstsScenario.self),
    ScenarioEntry(CadenceMotionScenario.self),
    ScenarioEntry(PulseMotionScenario.self),
    ScenarioEntry(PaliakaiteScenario.self),
    ScenarioEntry(LockedMotionScenario.self),
    ScenarioEntry(ExerciseOnsetScenario.self),
    // Finger or strap that does not stay in place.
    ScenarioEntry(ContactLossScenario.self),
    ScenarioEntry(FingerShiftScenario.self),
    ScenarioEntry(LooseStrapScenario.self),
    // Lamp, camera and converter.
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
    ScenarioEntry(RecompressedScenario.self),
    // Wrong sample times.
    ScenarioEntry(FrameDropScenario.self),
    ScenarioEntry(FrameGapsScenario.self),
    ScenarioEntry(FrameJitterScenario.self),
    ScenarioEntry(VariableFrameRateScenario.self),
    ScenarioEntry(ResampledScenario.self),
    ScenarioEntry(ClockSkewScenario.self),
    ScenarioEntry(LagScenario.self),
    // Another heart: these move the reference along.
    ScenarioEntry(EctopicBeatsScenario.self),
    ScenarioEntry(BigeminyScenario.self),
    ScenarioEntry(AtrialFibrillationScenario.self),
    ScenarioEntry(RateRampScenario.self),
    ScenarioEntry(RateStepScenario.self),
  ])
}

/// The recording as it is, with which every other scenario is compared.
struct CleanScenario: Scenario {
  static let info = PluginInfo.clean

  static let touches: [ChannelKind] = []

  init(parameters: NoParameters) {}

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels { channels }
}
