/// Recordings by which constants of a plugin were chosen: what is measured on them flatters it.
public struct TunedOn: Equatable, Hashable, Codable, Sendable {
  /// Name of the data set, as its descriptor has it, else the one it is known by; `*` and `?` stand for any characters
  /// and for one.
  public let dataset: String
  /// Names of recordings in it, with `*` and `?`; empty: all of them.
  public let recordings: [String]
  /// What was chosen, in a sentence.
  public let what: String

  /// Recordings of one data set.
  ///
  /// - Parameters:
  ///   - dataset: its name; `*` and `?` stand for any characters and for one.
  ///   - recordings: their names, with `*` and `?`; empty: all.
  ///   - what: what was chosen, in a sentence.
  public init(_ dataset: String, recordings: [String] = [], _ what: String) {
    self.dataset = dataset
    self.recordings = recordings
    self.what = what
  }
}
