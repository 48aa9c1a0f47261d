import HRSupport
import HRTestSupport
import Testing

@testable import HRRecordings

@Suite struct WFDBHeaderTests {
  private func problems(_ text: String) -> [String] {
    do {
      _ = try WFDBHeader(Array(text.utf8), "r.hea")
      return []
    } catch {
      return error.list.map { $0.message + ($0.place?.line.map { " @\($0)" } ?? "") }
    }
  }

  @Test func everyFieldAndWhatStandsForIt() throws {
    let text = """
      \u{FEFF}# a comment first\r

      r 3 62.5/999.5(-2) 100 12:30:00 1/1/1990\r
      # and between\r
      \tr.dat  212x4:3+24 7247.5(-12)/mV 11 1024 -5 -22131 0  a long  description \r
      r.dat 212x4:0+24
      q.dat 16 0 12 7\r
      """
    let header = try WFDBHeader(Array(text.utf8), "r.hea")
    #expect(header.frameRate == 62.5 && header.frames == 100 && header.segments == nil && header.line == 3)
    let first = header.signals[0]
    #expect(first.file == "r.dat" && first.format == .twelve && first.samplesPerFrame == 4 && first.skew == 3)
    #expect(first.byteOffset == 24 && first.gain == 7247.5 && first.baseline == -12 && first.initial == -5)
    #expect(first.checksum == -22131 && first.label == "a long  description" && first.line == 5)
    let second = header.signals[1]
    #expect(second.gain == 200 && second.baseline == 0 && second.checksum == nil && second.label.isEmpty)
    #expect(header.signals[2].gain == 200 && header.signals[2].baseline == 7)
    let bare = try WFDBHeader(Array("r 0".utf8), "r.hea")
    #expect(bare.frameRate == 250 && bare.frames == nil)
  }

  @Test func segmentsHaveNamesAndLengths() throws {
    let header = try WFDBHeader(Array("r/2 1 250 9\na_1 4\n~ 5\n".utf8), "r.hea")
    #expect(header.segments?.map(\.record) == ["a_1", "~"] && header.segments?.map(\.frames) == [4, 5])
  }

  @Test(arguments: [
    ("", "the file is empty"),
    ("#\n\n# only\n", "the header has no line about its record: it holds nothing but comments"),
    ("r\u{0}\n", "this is no WFDB header: it holds bytes that are no text"),
    ("r\n", "expected a record's name and its number of signals, found \"r\" @1"),
    ("time,ppg wave\n1,2\n", "the number of signals is \"wave\": expected a whole number @1"),
    ("r -1\n", "the number of signals is \"-1\": expected a whole number @1"),
    ("r/x 1\n", "\"r/x\" is no record: expected its name, or name/number of segments @1"),
    ("r 0 nan\n", "the sampling frequency is \"nan\": expected a number from 1e-06 to 10000000 Hz @1"),
    ("r 0 0\n", "the sampling frequency is \"0\": expected a number from 1e-06 to 10000000 Hz @1"),
    ("r 0 250 1e3\n", "the number of samples is \"1e3\": expected a whole number @1"),
    ("r 1\n", "the record line claims 1 signals, and 0 follow @1"),
    ("r 0\n\nr.dat 16\n", "there are more lines than the 0 signals that the record line claims @3"),
    ("r 1\nr.dat\n", "expected a signal's file and format, found \"r.dat\" @2"),
    ("r 1\nr.dat 16y\n", "\"16y\" is no format: expected such as 212, 16x4 or 16+24 @2"),
    ("r 1\nr.dat 16x0\n", "\"16x0\" is no format: expected such as 212, 16x4 or 16+24 @2"),
    ("r 1\nr.dat 17\n", "the format 17 is not known @2"),
    (
      "r 1\nr.dat 16 1e999\n",
      "\"1e999\" is no gain: expected codes per unit, such as 200, 200(0)/mV or 200/mV @2"
    ),
    (
      "r 1\nr.dat 16 5(x)\n",
      "\"5(x)\" is no gain: expected codes per unit, such as 200, 200(0)/mV or 200/mV @2"
    ),
    ("r 1\nr.dat 16 5 16 0 0 big\n", "the checksum is \"big\": expected a whole number @2"),
    ("r 2\nr.dat 16\nr.dat 212\n", "signals of one file have one format and one byte offset @3"),
    ("r 2\nr.dat 16\nr.dat 16+4\n", "signals of one file have one format and one byte offset @3"),
    ("r 2\nr.f 516\nr.f 516x2\n", "signals of one FLAC file have as many samples per frame as each other @3"),
    (
      "r 3\na 16\nb 16\na 16\n", "signals of the file \"a\" must follow each other in the header @4"
    ),
  ])
  func whatIsWrongHasItsLine(_ text: String, _ message: String) {
    #expect(problems(text) == [message])
  }

  @Test func allProblemsAreTold() {
    #expect(problems("r 2\na 9\nb 16 x\n").count == 2)
    let many = "r 500\n" + (0..<500).map { "a\($0) 9\n" }.joined()
    #expect(problems(many).count == 21 && problems(many).last == "and 480 more problems like these")
  }

  @Test func samplesAndBytesOfEveryFormat() {
    for format in WFDBFormat.allCases where format != .null {
      for samples in 0..<40 {
        let bytes = format.bytes(holding: samples) ?? 0
        // A whole block may hold more than the requested samples if its last samples share their bytes.
        #expect(format.samples(inBytes: bytes) >= samples, "\(format) \(samples)")
        #expect(samples == 0 || format.samples(inBytes: bytes - 1) < samples, "\(format) \(samples)")
      }
    }
    #expect(WFDBFormat.thirtyTwo.bytes(holding: .max) == nil)
  }
}
