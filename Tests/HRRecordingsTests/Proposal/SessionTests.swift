import HRSignals
import Testing

@testable import HRRecordings

/// Sessions of several files, and files of several sessions.
@Suite struct SessionTests {
  private typealias Made = FolderTests

  private func session(_ intervals: String, name: String = "IBI.csv") throws -> ProposedFolder {
    let wave = (0..<(64 * 40)).map { "\(Made.pulse(Double($0) / 64))\n" }.joined()
    return try ProposedFolder.ofTexts([
      ("BVP.csv", "1700000000.0\n64.0\n\(wave)"), (name, intervals),
      ("EDA.csv", "1700000000.0\n4.0\n" + (0..<160).map { "0.\(100 + $0 * 7 % 53)\n" }.joined()),
    ])
  }

  private static func rows(_ kept: (Int) -> Bool) -> String {
    (1..<49).filter(kept).map {
      "\(at($0)),\(Double(Int(((at($0) - at($0 - 1)) * 1000).rounded())) / 1000)\n"
    }.joined()
  }

  /// Time of a beat in seconds, in whole hundredths: 0.77 to 0.84 s after the one before.
  private static func at(_ beat: Int) -> Double { Double(40 + 80 * beat + beat * beat % 5) / 100 }

  private static func expectBeatsInARow(_ recording: Recording) {
    guard case .beats(let beats) = recording.reference else {
      Issue.record("\(recording.reference)")
      return
    }
    #expect(beats.count > 40)
    #expect(zip(beats.dropFirst(), beats).allSatisfy { (0.76...0.85).contains($0 - $1) })
  }

  /// Beats of which some were not found are no beats that follow each other: their distances are no intervals.
  @Test func intervalsWithGapsEndAtTheirTimes() throws {
    let made = try session("1700000000.0, IBI\n" + Self.rows { $0 % 7 != 3 })
    let recording = try made.load()
    let reference = try #require(made.dataset.descriptor.references.first)
    guard case .rrIntervals(_, _, let times) = reference.source else {
      Issue.record("\(reference.source)")
      return
    }
    #expect(times != nil)
    Self.expectBeatsInARow(recording)
  }

  @Test func withoutGapsTheTimesAreBeats() throws {
    let made = try session("1700000000.0, IBI\n" + Self.rows { _ in true })
    guard case .times? = made.dataset.descriptor.references.first?.source else {
      Issue.record("\(made.dataset.descriptor.references)")
      return
    }
  }

  /// A file named after a quantity for which there is no channel holds no pulse wave.
  @Test func otherQuantitiesAreNoWaves() throws {
    let made = try session("1700000000.0, IBI\n" + Self.rows { _ in true })
    #expect(made.dataset.descriptor.channels.map(\.kind) == [.ppg])
    #expect(made.proposal.others.isEmpty)
  }

  /// Dates beside intervals say the same as times in seconds.
  @Test func datedIntervalsWithGapsEndAtTheirDates() throws {
    func date(_ seconds: Double) -> String {
      let ms = Int((seconds * 1000).rounded())
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let rest = "\(ms % 1000)"
      return
        "2026-03-02T09:\(two(ms / 60_000)):\(two(ms / 1000 % 60)).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
    let ppg = Made.table("time,ppg\n", rate: 50) { "\(date($1)),\(Made.pulse($1))" }
    func made(_ kept: (Int) -> Bool) throws -> ProposedFolder {
      let rows = (1..<49).filter(kept).map { beat in
        let interval = Int(((Self.at(beat) - Self.at(beat - 1)) * 1000).rounded())
        return "\(date(Self.at(beat))),\(interval)\n"
      }.joined()
      return try ProposedFolder.ofTexts([("s1_ppg.csv", ppg), ("s1_rr.csv", "time,RR [ms]\n" + rows)])
    }
    let gaps = try made { $0 % 7 != 3 }
    guard case .rrIntervals(_, _, .some)? = gaps.dataset.descriptor.references.first?.source else {
      Issue.record("\(gaps.dataset.descriptor.references)")
      return
    }
    Self.expectBeatsInARow(try gaps.load())
    guard case .times? = try made({ _ in true }).dataset.descriptor.references.first?.source else {
      Issue.record("dates without gaps are beats")
      return
    }
  }

  /// Files that hold several recordings each are told apart by their names, and people by the column's.
  @Test func severalFilesOfManyRecordings() throws {
    let people = ["P1", "P2", "P3"]
    let table =
      "participant,time,ppg\n"
      + people.map { name in
        (0..<(50 * 20)).map { "\(name),\(Double($0) / 50),\(Made.pulse(Double($0) / 50))\n" }.joined()
      }.joined()
    let made = try ProposedFolder.ofTexts([("siteA.csv", table), ("siteB.csv", table)])
    let names = ["A", "B"].flatMap { site in people.map { "site\(site)-\($0)" } }
    #expect(made.proposal.recordings == names)
    #expect(made.dataset.recordings.map(\.id) == names)
    #expect(made.dataset.recordings.map(\.subject) == people + people)
    #expect(try made.load(4).channels[.ppg]?.count == 1000)
  }
}
