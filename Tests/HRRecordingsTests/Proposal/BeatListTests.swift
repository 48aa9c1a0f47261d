import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

/// Folders with nothing but the RR lists of several devices.
@Suite struct BeatListTests {
  private static let list = "rr_ms\n" + BeatFileTests.rows { "\($1)" }

  private func folder(_ names: [String], _ text: String = list) throws -> ProposedFolder {
    try ProposedFolder.ofTexts(names.map { ($0, text) })
  }

  private func recorded(_ made: ProposedFolder) throws -> [String] {
    let text = try #require(made.proposal.experiment).rendered()
    let root = try JSONDocument(text, file: "experiment.json").root
    return (root["detectors"]?.elements ?? []).compactMap { $0["recorded"]?.string }
  }

  @Test(arguments: [
    (["strap.csv", "watch.csv"], "strap.csv", ["watch.csv"]),
    (["a.csv", "b.csv"], "a.csv", ["b.csv"]),
    (["apple_watch.csv", "polar_h10.csv"], "polar_h10.csv", ["apple_watch.csv"]),
    (
      ["s1_strap.csv", "s1_watch.csv", "s2_strap.csv", "s2_watch.csv"], "{recording}_strap.csv",
      ["{recording}_watch.csv"]
    ),
    (
      ["strap/s1.csv", "strap/s2.csv", "watch/s1.csv", "watch/s2.csv"], "strap/{recording}.csv",
      ["watch/{recording}.csv"]
    ),
    (
      [
        "anna/chest.csv", "anna/ring.csv", "anna/watch.csv", "ben/chest.csv", "ben/ring.csv", "ben/watch.csv",
      ],
      "{recording}/chest.csv", ["{recording}/ring.csv", "{recording}/watch.csv"]
    ),
    (
      [
        "subject_01_ring.csv", "subject_01_strap.csv", "subject_02_ring.csv", "subject_02_strap.csv",
      ], "subject_{number}_strap.csv", ["{recording}_ring.csv"]
    ),
  ])
  func devicesAreFoundByTheirNames(_ names: [String], _ reference: String, _ others: [String]) throws {
    let made = try folder(names)
    #expect(made.dataset.descriptor.files.map(\.pattern.text) == [reference])
    #expect(try recorded(made) == others)
    #expect(try made.load().reference == .beats(BeatFileTests.beats))
    #expect(made.proposal.guesses.contains { $0.what == "clocks" && $0.why.contains("offsetSeconds") })
  }

  @Test func recordingsWithoutTheOthersListAreKept() throws {
    let made = try folder(["s1_strap.csv", "s1_watch.csv", "s2_strap.csv", "s2_watch.csv", "s3_strap.csv"])
    #expect(made.dataset.recordings.map(\.id) == ["s1", "s2", "s3"])
    #expect(made.proposal.groups.map(\.count) == [3, 2])
  }

  /// Lists without a header are told from waves by how often they turn.
  @Test func listsWithoutHeader() throws {
    let made = try folder(["strap.txt", "watch.txt"], BeatFileTests.rows { "\($1)" })
    #expect(try made.load().reference == .beats(BeatFileTests.beats))
    #expect(made.dataset.descriptor.channels.isEmpty)
  }

  @Test func datesAreTheClockOfBoth() throws {
    let text = "time,RR [ms]\n" + BeatFileTests.rows { "\(BeatFileTests.date($0)),\($1)" }
    let recording = try folder(["strap.csv", "watch.csv"], text).load()
    #expect(recording.zeroMoment == "2026-03-02 09:00:00.8Z")
    #expect(recording.reference.beatTimes.count == 31)
  }

  /// Two recordings of one device are no pair, nor are several lists whose names say nothing.
  @Test(arguments: [
    ["s1.csv", "s2.csv"], ["strap.csv"], ["a.csv", "b.csv", "c.csv"],
  ])
  func whatIsNoPair(_ names: [String]) {
    #expect(BeatLists(names) == nil)
  }
}
