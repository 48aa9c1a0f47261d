import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// One rate for a whole recording, from a table with a row for each.
@Suite struct WholeRateTests {
  private func dataset(
    _ table: String, reference: String = #"{ "file": "rates", "bpm": "bpm", "whole": true }"#
  ) throws
    -> (TemporaryFolder, Dataset)
  {
    let folder = try TemporaryFolder()
    for name in ["anna", "ben"] {
      try folder.write("\(name).csv", "ppg\n" + (0..<100).map { "\($0 % 7)\n" }.joined())
    }
    try folder.write("rates/all.csv", table)
    let path = try folder.write(
      "dataset.json",
      #"{ "schemaVersion": 1, "name": "d", "files": [{ "path": "{recording}.csv", "sampleRate": 10 }, { "name": "rates", "path": "rates/all.csv", "recordingColumn": "who" }], "channels": { "ppg": "ppg" }, "reference": [{ "windowRates": \#(reference) }] }"#
    )
    return (folder, try Dataset.load(path: path))
  }

  private func rates(_ table: String) throws -> [Reference] {
    let (folder, dataset) = try dataset(table)
    return try withExtendedLifetime(folder) { try dataset.recordings.map { try dataset.load($0).reference } }
  }

  @Test func holdsFromTheFirstSampleToTheEnd() throws {
    let whole = TimeRange(start: 0, end: 10)
    let expected = [72.0, 64].map { Reference.windowRates([.init(range: whole, bpm: $0)]) }
    #expect(try rates("who,bpm\nanna,72\nben,64\n") == expected)
    // By the names of the files too.
    #expect(try rates("who,bpm\nben.csv,64\nanna.csv,72\n") == expected)
    let reader = ReferenceReader(expected[0])
    #expect(try reader.rate(in: whole).get() == 72)
    #expect(throws: ReferenceReader.AbsenceError.self) {
      try reader.rate(in: TimeRange(start: 0, end: 5)).get()
    }
  }

  @Test func severalRatesAreRefused() throws {
    let problem = try #require(throws: Diagnostics.self) { try rates("who,bpm\nanna,72\nanna,73\nben,64\n") }
      .first
    #expect(problem.message == "there are 2 rates for the whole recording, and one is expected")
  }

  @Test func aMissingRowIsSaid() throws {
    let problem = try #require(throws: Diagnostics.self) { try rates("who,bpm\nanna,72\n") }.first
    #expect(problem.message.hasPrefix("no row of the table has"))
  }

  @Test func excludesOtherWindows() throws {
    let problem = try #require(throws: Diagnostics.self) {
      try dataset(
        "who,bpm\nanna,72\n",
        reference: #"{ "file": "rates", "bpm": "bpm", "whole": true, "windowSeconds": 8 }"#)
    }.first
    #expect(problem.message.hasPrefix("\"whole\" and \"windowSeconds\" exclude each other"))
  }
}
