import HRCommands
import HRPlugins
import OwnPlugins

HRevalCommand.main(
  adding: [DetectorEntry(SchmittDetector.self)], filters: [FilterEntry(RiseFilter.self)],
  scenarios: [ScenarioEntry(ColdFingerScenario.self)])
