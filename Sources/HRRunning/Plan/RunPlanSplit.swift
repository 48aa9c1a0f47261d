/// One side of an experiment's split.
package enum RunPart: String, CaseIterable, Codable, Sendable {
  /// The part that methods are developed on.
  case development
  /// The part that only `--final` opens.
  case test

  /// `the development part`
  package var words: String { "the \(rawValue) part" }
}

extension RunPlan {
  /// Split of an experiment's recordings, and the part a run was of.
  package struct SplitNote: Codable, Equatable, Sendable {
    package let part: RunPart
    /// `by subject, about 30 % of them, seed 3`
    package let rule: String
    package let developmentRecordings: Int
    /// Names of the test part's recordings: data set/recording.
    package let testRecordings: [String]

    /// `the development part, 20 recordings; the test part has 9 (by subject, …)`
    package var words: String {
      let counts = [
        (RunPart.development, developmentRecordings), (RunPart.test, testRecordings.count),
      ]
      let (mine, other) = part == .development ? (counts[0], counts[1]) : (counts[1], counts[0])
      return
        "\(mine.0.words), \(mine.1) recording\(mine.1 == 1 ? "" : "s"); \(other.0.words) has \(other.1) (\(rule))"
    }
  }
}
