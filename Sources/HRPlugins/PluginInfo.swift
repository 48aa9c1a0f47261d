/// What a plugin is, for listings and provenance.
public struct PluginInfo: Equatable, Sendable {
  /// The name experiments use. A name ends in the system it reproduces: `fft.swasthicare`.
  public let name: String
  /// Grows with every change of output.
  public let version: Int
  /// One sentence.
  public let summary: String
  /// Authors, title or venue, year; or what it was written for.
  public let source: String

  public init(_ name: String, version: Int, _ summary: String, source: String = "hreval") {
    self.name = name
    self.version = version
    self.summary = summary
    self.source = source
  }

  /// `fft@1`, as results name it.
  public var definition: String { "\(name)@\(version)" }
}

/// A detector, filter, extractor or scenario: a value built from its parameters.
public protocol Plugin: Sendable {
  associatedtype Parameters: ParameterSet
  static var info: PluginInfo { get }
  init(_ parameters: Parameters)
}
