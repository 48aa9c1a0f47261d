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
