import HRRunTestSupport
import HRSupport
import Testing

@testable import HRRunning

@Suite struct SplitTests {
  private static func text(_ split: String) -> String {
    ResolverStudy.text(more: #", "split": \#(split)"#)
  }

  private static func names(_ experiment: Experiment) -> [String] { experiment.recordings.map(\.entry.id) }

  @Test func everySentence() throws {
    let cases: [(split: String, isFinal: Bool, message: String)] = [
      (#"{"by": "recording"}"#, false, "a split needs \"by\" and \"testShare\", or \"test\""),
      (#"{"by": "recording", "testShare": 1.2}"#, false, "outside its range 0 to 1"),
      (#"{"by": "recording", "testShare": 0}"#, false, "no recording is in the test part"),
      (#"{"by": "recording", "testShare": 1}"#, true, "no recording is in the development part"),
      (#"{"by": "day", "testShare": 0.5}"#, false, "\"day\""),
      (
        #"{"by": "subject", "testShare": 0.5}"#, false,
        "recordings of the data set \"study\" do not tell their subjects before they are opened"
      ),
      (#"{"test": ["r9"]}"#, false, "no recording fits \"r9\""),
      (#"{"test": ["*"]}"#, false, "no recording is in the development part"),
      (#"{"test": ["r1"], "testShare": 0.5}"#, false, "\"by\" and \"testShare\" have nothing to say"),
    ]
    try ResolverStudy.with(seconds: 2) { study in
      for (split, isFinal, message) in cases {
        let problems = try study.problems(Self.text(split), isFinal: isFinal)
        #expect(
          problems.contains { $0.message.contains(message) }, "\(message) in \(problems.map(\.message))")
      }
      let without = try study.problems(ResolverStudy.text(), isFinal: true)
      #expect(without.map(\.message) == ["--final opens the test part, and the experiment has none"])
    }
  }

  @Test func theTwoPartsAreTheWholeAndNothingTwice() throws {
    try ResolverStudy.with(seconds: 2) { study in
      for pattern in ["r2", "study/r2"] {
        let text = Self.text(#"{"test": ["\#(pattern)"]}"#)
        let (development, test) = (try study.experiment(text), try study.experiment(text, isFinal: true))
        #expect(Self.names(development) == ["r1", "r3"] && Self.names(test) == ["r2"])
        #expect(development.split?.testRecordings == ["study/r2"])
        #expect(
          test.split?.words
            == "the test part, 1 recording; the development part has 2 (those that the experiment names)")
      }
    }
  }

  /// The part depends on name and seed, so neither a limit nor other selected recordings change a recording's part.
  @Test func nothingMovesARecordingAcross() throws {
    try ResolverStudy.with(seconds: 2) { study in
      func test(_ seed: Int, datasets: String = #"["study"]"#) throws -> Set<String>? {
        let split = #", "split": {"by": "recording", "testShare": 0.5, "seed": \#(seed)}"#
        let text = ResolverStudy.text(datasets: datasets, more: split)
        guard try study.problems(text).isEmpty else { return nil }
        #expect(Set(Self.names(try study.experiment(text, limit: 1))).count == 1)
        return Set(Self.names(try study.experiment(text, isFinal: true)))
      }
      var seen: Set<Set<String>> = []
      for seed in 0..<12 {
        guard let whole = try test(seed) else { continue }
        seen.insert(whole)
        let fewer = #"[{"dataset": "study", "exclude": ["r1"]}]"#
        if let part = try test(seed, datasets: fewer) { #expect(part == whole.subtracting(["r1"])) }
      }
      #expect(seen.count > 2)
    }
  }
}
