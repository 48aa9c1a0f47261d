public import HRSignals

/// An entry people can name in an experiment.
public protocol CatalogEntry: Sendable {
  var info: PluginInfo { get }
  var parameters: [ParameterDescription] { get }
}

/// Plugins of one kind, in the order in which listings show them. A catalog is a value: add to it with `+`.
public struct Catalog<Entry: CatalogEntry>: Sendable {
  public let entries: [Entry]

  public init(_ entries: [Entry]) {
    var names: Set<String> = []
    for entry in entries {
      precondition(names.insert(entry.info.name).inserted, "two plugins are called \(entry.info.name)")
    }
    self.entries = entries
  }

  public subscript(_ name: String) -> Entry? {
    entries.first { $0.info.name == name }
  }

  public var names: [String] { entries.map(\.info.name) }

  public static func + (a: Catalog, b: Catalog) -> Catalog {
    Catalog(a.entries + b.entries)
  }
}

/// A detector's row in the catalog.
public struct DetectorEntry: CatalogEntry {
  /// A detector built from its parameters, in one of its two shapes.
  public enum Made: Sendable {
    case window(any WindowDetector)
    case streaming(any StreamingDetector)

    /// See ``Detector/rangeBPM``.
    public var rangeBPM: ClosedRange<Double>? {
      switch self {
      case .window(let detector): detector.rangeBPM
      case .streaming(let detector): detector.rangeBPM
      }
    }

    /// See ``WindowDetector/sampleRate``.
    public var sampleRate: Double? { window?.sampleRate }

    /// See ``WindowDetector/timeBase``; streaming ones get every frame at its own time.
    public var timeBase: TimeBase { window?.timeBase ?? .asRecorded }

    /// See ``WindowDetector/assumedSampleRate``.
    public var assumedSampleRate: Double? { window?.assumedSampleRate }

    private var window: (any WindowDetector)? {
      if case .window(let detector) = self { return detector }
      return nil
    }
  }

  public let info: PluginInfo
  public let parameters: [ParameterDescription]
  public let inputs: [ChannelKind]
  public let optionalInputs: [ChannelKind]
  public let extractors: [String]
  public let causality: Causality
  public let measurands: [Measurand]
  public let tracks: Bool
  public let words: [DetectorWord]
  /// With its default parameters, as ``sampleRate`` and ``assumedSampleRate``.
  public let timeBase: TimeBase
  /// The rate a window detector must be fed with, if it has one.
  public let sampleRate: Double?
  /// The rate a window detector takes its samples to have, if it never looks at their times.
  public let assumedSampleRate: Double?
  private let build: @Sendable (ParameterValues) throws(ParameterError) -> Made

  public init<D: WindowDetector>(_ type: D.Type) {
    info = type.info.declared(by: type)
    parameters = type.Parameters.descriptions
    inputs = type.inputs
    optionalInputs = type.optionalInputs
    extractors = type.extractors
    causality = type.causality
    measurands = type.measurands
    tracks = type.tracks
    words = type.words
    let usual = Made.window(type.init(type.Parameters()))
    timeBase = usual.timeBase
    sampleRate = usual.sampleRate
    assumedSampleRate = usual.assumedSampleRate
    build = { (values) throws(ParameterError) in .window(type.init(try type.Parameters(values))) }
  }

  public init<D: StreamingDetector>(_ type: D.Type) {
    info = type.info.declared(by: type)
    parameters = type.Parameters.descriptions
    inputs = type.inputs
    optionalInputs = type.optionalInputs
    extractors = type.extractors
    causality = type.causality
    measurands = type.measurands
    tracks = true
    words = type.words
    timeBase = .asRecorded
    sampleRate = nil
    assumedSampleRate = nil
    build = { (values) throws(ParameterError) in .streaming(type.init(try type.Parameters(values))) }
  }

  public func make(_ values: ParameterValues = ParameterValues()) throws(ParameterError) -> Made {
    try build(values)
  }
}

/// A filter's row in the catalog.
public struct FilterEntry: CatalogEntry {
  public let info: PluginInfo
  public let parameters: [ParameterDescription]
  private let build: @Sendable (ParameterValues) throws(ParameterError) -> any Filter

  public init<F: Filter>(_ type: F.Type) {
    info = type.info.declared(by: type)
    parameters = type.Parameters.descriptions
    build = { (values) throws(ParameterError) in type.init(try type.Parameters(values)) }
  }

  public func make(_ values: ParameterValues = ParameterValues()) throws(ParameterError) -> any Filter {
    try build(values)
  }
}

/// An extractor's row in the catalog.
public struct ExtractorEntry: CatalogEntry {
  public let info: PluginInfo
  public let parameters: [ParameterDescription]
  public let inputs: [ChannelKind]
  /// With its default parameters.
  public let causality: Causality
  private let build: @Sendable (ParameterValues) throws(ParameterError) -> any Extractor

  public init<E: Extractor>(_ type: E.Type) {
    info = type.info.declared(by: type)
    parameters = type.Parameters.descriptions
    inputs = type.inputs
    causality = type.init(type.Parameters()).causality
    build = { (values) throws(ParameterError) in type.init(try type.Parameters(values)) }
  }

  public func make(_ values: ParameterValues = ParameterValues()) throws(ParameterError) -> any Extractor {
    try build(values)
  }
}

/// A quality index's row in the catalog.
public struct QualityEntry: CatalogEntry {
  public let info: PluginInfo
  public let parameters: [ParameterDescription]
  public let better: QualityDirection
  public let extractors: [String]
  public let unit: String
  private let build: @Sendable (ParameterValues) throws(ParameterError) -> any QualityIndex

  public init<Q: QualityIndex>(_ type: Q.Type) {
    info = type.info.declared(by: type)
    parameters = type.Parameters.descriptions
    better = type.better
    extractors = type.extractors
    unit = type.unit
    build = { (values) throws(ParameterError) in type.init(try type.Parameters(values)) }
  }

  public func make(_ values: ParameterValues = ParameterValues()) throws(ParameterError) -> any QualityIndex {
    try build(values)
  }
}

/// A scenario's row in the catalog.
public struct ScenarioEntry: CatalogEntry {
  /// A scenario built from its parameters, in one of its two shapes.
  public enum Made: Sendable {
    case damage(any Scenario)
    case rhythm(any RhythmScenario)
  }

  public let info: PluginInfo
  public let parameters: [ParameterDescription]
  public let touches: [ChannelKind]
  public let needs: [ScenarioNeed]
  /// Whether it moves the beats, and with them the reference.
  public let movesBeats: Bool
  private let build: @Sendable (ParameterValues) throws(ParameterError) -> Made

  public init<S: Scenario>(_ type: S.Type) {
    info = type.info.declared(by: type)
    parameters = type.Parameters.descriptions
    touches = type.touches
    needs = type.needs
    movesBeats = false
    build = { (values) throws(ParameterError) in .damage(type.init(try type.Parameters(values))) }
  }

  public init<R: RhythmScenario>(_ type: R.Type) {
    info = type.info.declared(by: type)
    parameters = type.Parameters.descriptions
    touches = ChannelKind.allCases.filter(\.showsBeats)
    needs = [.beats]
    movesBeats = true
    build = { (values) throws(ParameterError) in .rhythm(type.init(try type.Parameters(values))) }
  }

  public func make(_ values: ParameterValues = ParameterValues()) throws(ParameterError) -> Made {
    try build(values)
  }
}
