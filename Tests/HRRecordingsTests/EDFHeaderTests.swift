import HRTestSupport
import HRSupport
import Testing

@testable import HRRecordings

/// Problems of EDF files, with their messages and places.
@Suite struct EDFHeaderTests {
  private static let ramp = EDFBytes.Signal(samples: [[0, 25, 50, 100], [-100, -50, 0, 1]])

  /// The problems of reading signal 0, each with the bytes it names.
  private func problems(_ bytes: [UInt8], limits: [ReadingLimits.Name: Int] = [:]) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write("r.edf", bytes: bytes)
    do {
      var request = FileRequest()
      request.add(.signal(.at(0)), optional: false)
      _ = try EDFReading("\(folder.path)/r.edf", budget: ReadingBudget(ReadingLimits(limits))).contents(
        for: request)
      return []
    } catch {
      return error.list.map { problem in
        problem.message
          + (problem.place?.path.map { $0.hasPrefix("header") ? " @\($0.dropFirst(13))" : "" } ?? "")
      }
    }
  }

  private func problems(_ change: (inout EDFBytes) -> Void) throws -> [String] {
    var file = EDFBytes(signals: [Self.ramp, Self.ramp])
    change(&file)
    return try problems(file.bytes)
  }

  @Test func whatIsNoSuchFile() throws {
    #expect(try problems([]) == ["the file is empty"])
    let other =
      "this is no EDF or BDF file: these begin with \"0\" and seven blanks, or with byte 255 and \"BIOSEMI\""
    #expect(try problems(Array("time,ppg\n".utf8)) == [other])
    #expect(try problems(Array("0       ".utf8)) == ["the file has 8 bytes, fewer than the 256 of a header"])
    let whole = EDFBytes(signals: [Self.ramp, Self.ramp]).bytes
    #expect(
      try problems(Array(whole.prefix(700))) == [
        "the file ends in its header, which has 768 bytes: there are 700"
      ])
    let folder = try TemporaryFolder()
    let refused = try #require(throws: Diagnostics.self) {
      try EDFReading(folder.path, budget: ReadingBudget())
    }
    #expect(refused.list.map(\.message) == ["expected a file, found a folder"])
  }

  @Test func aFileThatIsCutOffOrTooLong() throws {
    let whole = EDFBytes(signals: [Self.ramp, Self.ramp]).bytes
    #expect(try problems(whole) == [])
    #expect(
      try problems(Array(whole.dropLast())) == [
        "the header claims 2 data records of 16 bytes, and the file holds 1 and 15 bytes @236 to 243"
      ])
    #expect(
      try problems(whole + [1]) == [
        "the header claims 2 data records of 16 bytes, and the file holds 2 and 1 bytes @236 to 243"
      ])
  }

  @Test func claimsThatNoFileHolds() throws {
    #expect(
      try problems {
        $0.claimedRecords = "99999999"
        $0.signals[1].claimedSamples = "99999999"
      } == [
        "the header claims 99999999 data records of 200000006 bytes, and the file holds 0 and 32 bytes @236 to 243"
      ])
    #expect(
      try problems { $0.claimedRecords = "1e12" } == [
        "the number of data records is \"1e12\": expected a whole number @236 to 243"
      ])
    #expect(
      try problems { $0.claimedSignals = "9999" } == [
        "the header says that it has 768 bytes; with 9999 signals it has 2560000 @184 to 191"
      ])
    #expect(
      try problems {
        $0.claimedSignals = "9999"
        $0.claimedBytes = "2560000"
      } == ["the file ends in its header, which has 2560000 bytes: there are 800"])
  }

  @Test func allThatIsWrongInTheHeaderAtOnce() throws {
    #expect(
      try problems {
        $0.claimedRecords = "two"
        $0.recordSeconds = "-1"
        $0.signals[0].claimedSamples = "0"
        $0.signals[1].claimedSamples = "4.0"
      } == [
        "signal 0 \"pleth\" has 0 samples per record @688 to 695",
        "signal 1 \"pleth\": samples per record is \"4.0\": expected a whole number @696 to 703",
        "the duration of a data record is -1 s @244 to 251",
        "the number of data records is \"two\": expected a whole number @236 to 243",
      ])
    #expect(
      try problems {
        $0.claimedSignals = "-2"
        $0.claimedBytes = "x"
        $0.recordSeconds = "1,5"
        $0.claimedRecords = "-7"
      } == [
        "the size of the header is \"x\": expected a whole number @184 to 191",
        "the header names -2 signals @252 to 255",
        "the header claims -7 data records @236 to 243",
        "the duration of a data record is \"1,5\": expected a number @244 to 251",
      ])
    var many = EDFBytes(signals: Array(repeating: Self.ramp, count: 30))
    for index in many.signals.indices { many.signals[index].claimedSamples = "?" }
    let found = try problems(many.bytes)
    #expect(found.count == 21 && found.last == "and 10 more problems like these")
  }

  @Test func rangesWithoutWidthAndNumbersThatAreNone() throws {
    #expect(
      try problems {
        $0.signals[0].physical = ("1", "1")
        $0.signals[0].digital = ("5", "5")
      } == [
        "signal 0 \"pleth\" has the physical range 1 to 1, so its samples mean nothing @464 to 471",
        "signal 0 \"pleth\" has the digital range 5 to 5; it must ascend and be within -32768 to 32767 @496 to 503",
      ])
    #expect(
      try problems {
        $0.signals[0].physical = ("٣", "nan")
        $0.signals[0].digital = ("-40000", "0x7f")
      } == [
        "signal 0 \"pleth\": the physical minimum is \"٣\": expected a number @464 to 471",
        "signal 0 \"pleth\": the physical maximum is \"nan\": expected a number @480 to 487",
        "signal 0 \"pleth\": the digital maximum is \"0x7f\": expected a whole number @512 to 519",
      ])
    // A problem of a signal that is not requested is not reported.
    #expect(try problems { $0.signals[1].digital = ("0", "0") } == [])
  }

  @Test func aRecordWithoutDurationHasNoRate() throws {
    #expect(
      try problems { $0.recordSeconds = "0" } == [
        "a data record lasts 0 s, so its signals have no sample rate @244 to 251"
      ])
  }

  @Test func limits() throws {
    let file = EDFBytes(signals: [Self.ramp])
    #expect(
      try problems(file.bytes, limits: [.values: 7]) == ["it has 8 numbers, and at most 7 numbers are read"])
    #expect(
      try problems(file.bytes, limits: [.recordingBytes: 60]) == [
        "with it the recording has 64 bytes of numbers, and at most 60 bytes are read"
      ])
    let long = EDFBytes(signals: [EDFBytes.Signal(samples: [[1]]), EDFBytes.Signal(samples: [[1, 2, 3, 4]])])
    #expect(
      try problems(long.bytes, limits: [.recordingBytes: 9]) == [
        "a data record has 10 bytes, and at most 9 bytes are read"
      ])
  }
}
