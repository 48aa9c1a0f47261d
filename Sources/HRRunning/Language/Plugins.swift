package import HRPlugins
internal import HRDetectors
internal import HRScenarios

/// Everything that an experiment can name.
package struct Plugins: Sendable {
  package let detectors: Catalog<DetectorEntry>
  package let filters: Catalog<FilterEntry>
  package let extractors: Catalog<ExtractorEntry>
  package let scenarios: Catalog<ScenarioEntry>
  package let qualities: Catalog<QualityEntry>
  /// The treatment of programs that experiments name.
  package private(set) var programs = Programs.refused

  /// Permission to start the programs that an experiment names.
  package enum Programs: Sendable {
    /// They are asked to describe themselves, and started.
    case started(by: ProgramRegistry)
    /// An experiment that names one is refused.
    case refused
    /// Entries that name one are left out of the experiment, which reports it.
    case leftOut

    var registry: ProgramRegistry? {
      switch self {
      case .started(let registry): registry
      case .refused, .leftOut: nil
      }
    }
  }

  package init(
    detectors: Catalog<DetectorEntry>, filters: Catalog<FilterEntry>,
    extractors: Catalog<ExtractorEntry>, scenarios: Catalog<ScenarioEntry>, qualities: Catalog<QualityEntry>
  ) {
    self.detectors = detectors
    self.filters = filters
    self.extractors = extractors
    self.scenarios = scenarios
    self.qualities = qualities
  }

  /// The same, with another treatment of programs.
  package func with(_ programs: Programs) -> Plugins {
    var plugins = self
    plugins.programs = programs
    return plugins
  }

  /// The plugins that ship with hreval.
  package static var builtIn: Plugins {
    Plugins(
      detectors: .builtIn, filters: .builtIn, extractors: .builtIn, scenarios: .builtIn, qualities: .builtIn)
  }

  /// The packages other than hreval itself that contain these plugins, in the order of the catalogues.
  package var otherPackages: [String] {
    let all =
      detectors.entries.map(\.info) + filters.entries.map(\.info) + extractors.entries.map(\.info)
      + scenarios.entries.map(\.info) + qualities.entries.map(\.info)
    return all.map(\.package).filter { $0 != PluginInfo.ownPackage }.distinct
  }
}
