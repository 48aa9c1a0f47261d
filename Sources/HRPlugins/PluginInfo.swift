/// A plugin's name, version and origin, for listings and provenance.
public struct PluginInfo: Equatable, Sendable {
  /// The name experiments use. A name ends in the system it reproduces: `fft.swasthicare`.
  public let name: String
  /// Grows with every change of output.
  public let version: Int
  /// Summary in one sentence.
  public let summary: String
  /// The package it comes from: `hreval`, or the module that declares it.
  ///
  /// A catalog's entry sets it; before that it is hreval's.
  public private(set) var package = Self.ownPackage
  private let statedSource: String?
  /// The version as a program in another language states it.
  private var programVersion: String?
  /// Recordings by which its constants were chosen; empty if it is stated that there are none, `nil` if nothing is
  /// stated.
  public let tunedOn: [TunedOn]?

  /// Creates the description of a plugin.
  ///
  /// - Parameters:
  ///   - name: the name experiments use.
  ///   - version: grows with every change of output.
  ///   - summary: one sentence.
  ///   - source: authors, title or venue, year; or what it was written for. Left out, it is the package that the plugin
  ///     comes from.
  ///   - tunedOn: recordings by which its constants were chosen; an empty list states that there are none. Left out,
  ///     nothing is stated, and no page calls any recording unseen by it.
  public init(
    _ name: String, version: Int, _ summary: String, source: String? = nil, tunedOn: [TunedOn]? = nil
  ) {
    self.tunedOn = tunedOn
    self.name = name
    self.version = version
    self.summary = summary
    statedSource = source
  }

  /// Creates the description of a program in another language.
  ///
  /// - Parameters:
  ///   - name: as it states it.
  ///   - version: as it states it.
  ///   - summary: one sentence.
  package init(program name: String, version: String, _ summary: String) {
    self.init(name, version: 0, summary, source: "a program of the experiment's")
    programVersion = version
    package = "program"
  }

  /// Source of the method.
  public var source: String { statedSource ?? package }

  /// The name that built-in plugins have as their package.
  package static let ownPackage = "hreval"
  /// The modules of this package that declare plugins.
  private static let ownModules = ["HRDetectors", "HRScenarios"]

  /// - Parameter type: the plugin's type.
  func declared(by type: (some Plugin).Type) -> PluginInfo {
    // `MyModule.MyDetector`; of a type nested in an extension `(extension in MyModule):Other.MyDetector`.
    // Not String(reflecting:), which asks at run time whether the type prints itself: half of the program's start.
    let name = _typeName(type, qualified: true)
    let extending = "(extension in "
    let module =
      name.hasPrefix(extending)
      ? name.dropFirst(extending.count).prefix { $0 != ")" } : name.prefix { $0 != "." }
    var info = self
    info.package = Self.ownModules.contains(String(module)) ? Self.ownPackage : String(module)
    return info
  }

  /// `fft@1`, as results name it.
  public var definition: String { "\(name)@\(programVersion ?? String(version))" }
}

/// A detector, filter, extractor or scenario: a value built from its parameters.
public protocol Plugin: Sendable {
  /// Parameters that experiments can set; ``NoParameters`` if there are none.
  associatedtype Parameters: ParameterSet
  /// Name, version, summary and source.
  static var info: PluginInfo { get }
  /// The plugin with these parameters. A struct that is not public and stores nothing else has this by itself.
  init(parameters: Parameters)
}

extension PluginInfo {
  /// The scenario that leaves the recording as it is.
  package static let clean = PluginInfo("clean", version: 1, "The recording as it is.")
}

/// Recordings by which constants of a plugin were chosen: results on them are optimistic.
public struct TunedOn: Equatable, Hashable, Codable, Sendable {
  /// Name of the data set in its descriptor, else its usual name; `*` and `?` match any characters and one.
  public let dataset: String
  /// Names of recordings in it, with `*` and `?`; empty: all of them.
  public let recordings: [String]
  /// The chosen constants, in a sentence.
  public let what: String

  /// Creates a list of recordings of one data set.
  ///
  /// - Parameters:
  ///   - dataset: its name; `*` and `?` match any characters and one.
  ///   - recordings: their names, with `*` and `?`; empty: all.
  ///   - what: the chosen constants, in a sentence.
  public init(_ dataset: String, recordings: [String] = [], _ what: String) {
    self.dataset = dataset
    self.recordings = recordings
    self.what = what
  }
}
