import HRSignals
import Testing

@testable import HRRecordings

/// RR intervals that have times of their own, and beats that are flagged.
@Suite struct TimedIntervalTests {
  private func set(_ reference: String, _ truth: String) throws -> LoadedFolder {
    try LoadedFolder(
      """
      "files": [ { "path": "{recording}.csv", "except": ["*_truth.csv"], "sampleRate": 1 },
        { "name": "truth", "path": "{recording}_truth.csv" } ],
      "channels": { "ppg": "p" }, "reference": [ \(reference) ]
      """, [("r.csv", "p\n1\n2\n3\n4\n5\n6\n7\n8\n"), ("r_truth.csv", truth)])
  }

  private func beats(_ unit: String, _ rows: String, offset: Double = 0) throws -> [Double] {
    let set = try set(
      #"{ "rrIntervals": { "file": "truth", "column": "rr", \#(unit) "time": { "column": "t" } }, "offsetSeconds": \#(offset) }"#,
      "t,rr\n" + rows)
    let reference = try set.load().reference
    let times: [Double]? = if case .beats(let times) = reference { times } else { nil }
    return try #require(times)
  }

  /// The interval that a row states ends with a beat at its time; after a gap it begins with one too.
  @Test func intervalsBetweenGaps() throws {
    #expect(try beats("", "1,0.75\n1.75,0.75\n2.5,0.75\n") == [0.25, 1, 1.75, 2.5])
    #expect(try beats("", "1,0.75\n1.75,0.75\n5,0.75\n5.75,0.75\n") == [0.25, 1, 1.75, 4.25, 5, 5.75])
    #expect(try beats(#""unit": "ms","#, "1,750\n1.75,750\n", offset: -0.25) == [0, 0.75, 1.5])
    // Times and intervals that differ a little: the times are the beats.
    #expect(try beats("", "1,0.75\n1.8,0.75\n2.5,0.8\n") == [0.25, 1, 1.8, 2.5])
  }

  /// Times to the whole second: beats are sums of the intervals, begun anew after a gap.
  @Test func roundedTimes() throws {
    let found = try beats("", "1,0.75\n2,0.75\n2,0.75\n3,0.75\n7,0.75\n7,0.5\n")
    let expected = [0.25, 1, 1.75, 2.5, 3.25, 6.25, 7, 7.5]
    #expect(found == expected)
  }

  @Test(arguments: [
    (
      "t,rr\n1,0.75\n1.25,0.75\n",
      "an RR interval of 0.75 s ends 0.25 s after the beat before it, at line 3 @3"
    ),
    ("t,rr\n2,0.75\n1,0.75\n", "time goes backwards, from 2 to 1 @3"),
    ("t,rr\n1,0\n2,0.75\n", "an RR interval must be positive, found 0 at entry 0 @2"),
  ])
  func whatIsWrongWithThem(_ truth: String, _ message: String) throws {
    let set = try set(
      #"{ "rrIntervals": { "file": "truth", "column": "rr", "time": { "column": "t" } } }"#, truth)
    #expect(try set.problems() == [message])
  }

  @Test func flaggedBeats() throws {
    let flags =
      #"{ "beatFlags": { "file": "truth", "column": "b", "sampleRate": 2, "startTime": 1 }, "offsetSeconds": 0.25 }"#
    #expect(try set(flags, "b\n0\n1\n0\n0\n1\n").load().reference == .beats([1.75, 3.25]))
    #expect(
      try set(flags, "b\n0\n2\n").problems() == ["expected 1 at a beat and 0 elsewhere, found 2 at line 3 @3"]
    )
    #expect(try set(flags, "b\n0\n0\n").problems() == ["no row is flagged as a beat: all are 0"])
  }
}
