public import HRSignals

/// An entry people can name in an experiment.
///
/// Every start of the program makes all of them. So an entry describes its plugin's parameters, and makes the plugin
/// with its defaults, only when somebody asks.
public protocol CatalogEntry: Sendable {
  /// Name, version, summary and source.
  var info: PluginInfo { get }
  /// Descriptions of its parameters, in the table's order.
  var parameters: [ParameterDescription] { get }
}

/// Plugins of one kind, in the order in which listings show them. A catalog is a value: add to it with `+`.
public struct Catalog<Entry: CatalogEntry>: Sendable {
  /// Entries in the order of listings.
  public let entries: [Entry]

  /// A catalog of these entries.
  ///
  /// - Precondition: no two have the same name.
  public init(_ entries: [Entry]) {
    var names: Set<String> = []
    for entry in entries {
      precondition(names.insert(entry.info.name).inserted, "two plugins are called \(entry.info.name)")
    }
    self.entries = entries
  }

  /// The entry with this name; `nil` if there is none.
  public subscript(_ name: String) -> Entry? {
    entries.first { $0.info.name == name }
  }

  /// The rows' names, in their order.
  public var names: [String] { entries.map(\.info.name) }

  /// The rows of `a`, then those of `b`.
  ///
  /// - Precondition: no two have the same name.
  public static func + (a: Catalog, b: Catalog) -> Catalog {
    Catalog(a.entries + b.entries)
  }
}

/// A detector's row in the catalog.
public struct DetectorEntry: CatalogEntry {
  /// A detector built from its parameters, in one of its two shapes.
  public enum Made: Sendable {
    /// A detector that reads one window after the other.
    case window(any WindowDetector)
    /// A detector that reads samples in time order.
    case streaming(any StreamingDetector)

    /// Value of ``Detector/rangeBPM``.
    public var rangeBPM: ClosedRange<Double>? {
      switch self {
      case .window(let detector): detector.rangeBPM
      case .streaming(let detector): detector.rangeBPM
      }
    }

    /// Value of ``WindowDetector/sampleRate``.
    public var sampleRate: Double? { window?.sampleRate }

    /// Value of ``WindowDetector/timeBase``; streaming detectors get every frame at its own time.
    public var timeBase: TimeBase { window?.timeBase ?? .asRecorded }

    /// Value of ``WindowDetector/assumedSampleRate``.
    public var assumedSampleRate: Double? { window?.assumedSampleRate }

    private var window: (any WindowDetector)? {
      if case .window(let detector) = self { return detector }
      return nil
    }
  }

  public let info: PluginInfo
  private let describe: @Sendable () -> [ParameterDescription]
  public var parameters: [ParameterDescription] { describe() }
  /// Value of ``Detector/inputs``.
  public let inputs: [ChannelKind]
  /// Value of ``Detector/optionalInputs``.
  public let optionalInputs: [ChannelKind]
  /// Value of ``Detector/extractors``.
  public let extractors: [String]
  /// Value of ``Detector/causality``.
  public let causality: Causality
  /// Value of ``Detector/measurands``.
  public let measurands: [Measurand]
  /// Value of ``Detector/tracks``; true of every streaming detector.
  public let tracks: Bool
  /// Value of ``Detector/words``.
  public let words: [DetectorWord]
  /// Value of ``Detector/chanceWithinBPM``.
  public let chanceWithinBPM: Double?
  /// Value of ``StreamingDetector/delaySeconds``; `nil` for window detectors.
  public let delaySeconds: Double?
  /// The detector with its default parameters.
  private let usual: @Sendable () -> Made
  /// Time base with its default parameters, as are ``sampleRate`` and ``assumedSampleRate``.
  public var timeBase: TimeBase { usual().timeBase }
  /// The rate a window detector must be fed with, if it has one.
  public var sampleRate: Double? { usual().sampleRate }
  /// The rate that a window detector takes its samples to have, if it never uses their times.
  public var assumedSampleRate: Double? { usual().assumedSampleRate }
  private let build: @Sendable (ParameterValues) throws(ParameterError) -> Made

  /// The row of a window detector.
  public init<D: WindowDetector>(_ type: D.Type) {
    self.init(type, tracks: type.tracks, delaySeconds: nil) { .window(type.init(parameters: $0)) }
  }

  /// The row of a streaming detector.
  public init<D: StreamingDetector>(_ type: D.Type) {
    self.init(type, tracks: true, delaySeconds: type.delaySeconds) { .streaming(type.init(parameters: $0)) }
  }

  private init<D: Detector>(
    _ type: D.Type, tracks: Bool, delaySeconds: Double?, _ made: @escaping @Sendable (D.Parameters) -> Made
  ) {
    info = type.info.declared(by: type)
    describe = { type.Parameters.descriptions }
    inputs = type.inputs
    optionalInputs = type.optionalInputs
    extractors = type.extractors
    causality = type.causality
    measurands = type.measurands
    self.tracks = tracks
    words = type.words
    chanceWithinBPM = type.chanceWithinBPM
    self.delaySeconds = delaySeconds
    usual = { made(type.Parameters()) }
    build = { (values) throws(ParameterError) in made(try type.Parameters(values)) }
  }

  /// The detector with these parameters; those left out have their defaults.
  ///
  /// - Throws: ``ParameterError`` if one is unknown, out of its range, or contradicts another.
  public func make(_ values: ParameterValues = ParameterValues()) throws(ParameterError) -> Made {
    try build(values)
  }
}

/// A filter's row in the catalog.
public struct FilterEntry: CatalogEntry {
  public let info: PluginInfo
  private let describe: @Sendable () -> [ParameterDescription]
  public var parameters: [ParameterDescription] { describe() }
  private let build: @Sendable (ParameterValues) throws(ParameterError) -> any Filter

  /// The row of a filter.
  public init<F: Filter>(_ type: F.Type) {
    info = type.info.declared(by: type)
    describe = { type.Parameters.descriptions }
    build = { (values) throws(ParameterError) in type.init(parameters: try type.Parameters(values)) }
  }

  /// The filter with these parameters; those left out have their defaults.
  ///
  /// - Throws: ``ParameterError`` if one is unknown, out of its range, or contradicts another.
  public func make(_ values: ParameterValues = ParameterValues()) throws(ParameterError) -> any Filter {
    try build(values)
  }
}

/// An extractor's row in the catalog.
public struct ExtractorEntry: CatalogEntry {
  public let info: PluginInfo
  private let describe: @Sendable () -> [ParameterDescription]
  public var parameters: [ParameterDescription] { describe() }
  /// Value of ``Extractor/inputs``.
  public let inputs: [ChannelKind]
  private let usual: @Sendable () -> any Extractor
  /// Causality with its default parameters.
  public var causality: Causality { usual().causality }
  private let build: @Sendable (ParameterValues) throws(ParameterError) -> any Extractor

  /// The row of an extractor.
  public init<E: Extractor>(_ type: E.Type) {
    info = type.info.declared(by: type)
    describe = { type.Parameters.descriptions }
    inputs = type.inputs
    usual = { type.init(parameters: type.Parameters()) }
    build = { (values) throws(ParameterError) in type.init(parameters: try type.Parameters(values)) }
  }

  /// The row of one of several extractors of a type that has no parameters.
  ///
  /// - Parameters:
  ///   - info: its name, version and summary.
  ///   - inputs: the channels it needs.
  ///   - extractor: the extractor itself.
  package init<E: Extractor>(_ info: PluginInfo, inputs: [ChannelKind], _ extractor: E)
  where E.Parameters == NoParameters {
    self.info = info.declared(by: E.self)
    describe = { [] }
    self.inputs = inputs
    usual = { extractor }
    build = { (values) throws(ParameterError) in
      _ = try NoParameters(values)
      return extractor
    }
  }

  /// The extractor with these parameters; those left out have their defaults.
  ///
  /// - Throws: ``ParameterError`` if one is unknown, out of its range, or contradicts another.
  public func make(_ values: ParameterValues = ParameterValues()) throws(ParameterError) -> any Extractor {
    try build(values)
  }
}

/// A quality index's row in the catalog.
public struct QualityEntry: CatalogEntry {
  public let info: PluginInfo
  private let describe: @Sendable () -> [ParameterDescription]
  public var parameters: [ParameterDescription] { describe() }
  /// Value of ``QualityIndex/better``.
  public let better: QualityDirection
  /// Value of ``QualityIndex/extractors``.
  public let extractors: [String]
  /// Value of ``QualityIndex/unit``.
  public let unit: String
  private let build: @Sendable (ParameterValues) throws(ParameterError) -> any QualityIndex

  /// The row of a quality index.
  public init<Q: QualityIndex>(_ type: Q.Type) {
    info = type.info.declared(by: type)
    describe = { type.Parameters.descriptions }
    better = type.better
    extractors = type.extractors
    unit = type.unit
    build = { (values) throws(ParameterError) in type.init(parameters: try type.Parameters(values)) }
  }

  /// The index with these parameters; those left out have their defaults.
  ///
  /// - Throws: ``ParameterError`` if one is unknown, out of its range, or contradicts another.
  public func make(_ values: ParameterValues = ParameterValues()) throws(ParameterError) -> any QualityIndex {
    try build(values)
  }
}

/// A scenario's row in the catalog.
public struct ScenarioEntry: CatalogEntry {
  /// A scenario built from its parameters, in one of its two shapes.
  public enum Made: Sendable {
    /// A scenario that changes samples.
    case damage(any Scenario)
    /// A scenario that moves beats.
    case rhythm(any RhythmScenario)
  }

  public let info: PluginInfo
  private let describe: @Sendable () -> [ParameterDescription]
  public var parameters: [ParameterDescription] { describe() }
  /// Value of ``Scenario/touches``; of a scenario that moves beats, every channel that shows them.
  public let touches: [ChannelKind]
  /// Value of ``Scenario/needs``; a scenario that moves beats needs them.
  public let needs: [ScenarioNeed]
  /// True if it moves the beats, and with them the reference.
  public let movesBeats: Bool
  private let build: @Sendable (ParameterValues) throws(ParameterError) -> Made

  /// The row of a scenario that damages channels.
  public init<S: Scenario>(_ type: S.Type) {
    info = type.info.declared(by: type)
    describe = { type.Parameters.descriptions }
    touches = type.touches
    needs = type.needs
    movesBeats = false
    build = { (values) throws(ParameterError) in .damage(type.init(parameters: try type.Parameters(values))) }
  }

  /// The row of a scenario that moves beats.
  public init<R: RhythmScenario>(_ type: R.Type) {
    info = type.info.declared(by: type)
    describe = { type.Parameters.descriptions }
    touches = ChannelKind.allCases.filter(\.showsBeats)
    needs = [.beats]
    movesBeats = true
    build = { (values) throws(ParameterError) in .rhythm(type.init(parameters: try type.Parameters(values))) }
  }

  /// The scenario with these parameters; those left out have their defaults.
  ///
  /// - Throws: ``ParameterError`` if one is unknown, out of its range, or contradicts another.
  public func make(_ values: ParameterValues = ParameterValues()) throws(ParameterError) -> Made {
    try build(values)
  }
}
