import HRTestSupport
import Testing

@testable import HRRecordings

@Suite struct MomentFormTests {
  struct Oracle: Decodable, Sendable {
    struct Row: Decodable, Sendable {
      let text: String
      let form: String?
      let part: String
      let nanoseconds: Int64?
      let zoned: Bool
    }

    struct Stamps: Decodable, Sendable {
      let count: Int
      let sum: Double
      let places: [Int]
      let seconds: [Double]
    }

    let texts: [Row]
    let rows: Stamps
  }

  @Test func textsAreReadAsByPython() throws {
    let oracle: Oracle = try OracleFile.decode("datetime")
    #expect(oracle.texts.count > 400)
    for row in oracle.texts {
      let form = try row.form.map { try MomentForm($0) } ?? MomentForm(iso: .both)
      #expect(form.part == (row.part == "time" ? .time : .both))
      let found = form.moment(in: row.text)
      #expect(found?.nanoseconds == row.nanoseconds, "\(row.text) \(row.form ?? "")")
      if row.nanoseconds != nil { #expect(found?.isZoned == row.zoned, "\(row.text)") }
    }
  }

  /// Forms that Python does not write: fractions of any length, blanks, zones in words, slashes.
  @Test(
    arguments: [
      ("2016-11-24 13:58:58.0810000004", 58, 81_000_000), ("2016/11/24 13:58:58.081", 58, 81_000_000),
      ("  2016-11-24T13:58:58.123456789123Z ", 58, 123_456_789), ("2016-11-24 13:58:58 UTC", 58, 0),
      ("2016-11-24  13:58:58.1 -0100", 3658, 100_000_000), ("20161124T1358", 0, 0), ("2016329T135858", 58, 0),
    ] as [(String, Int64, Int64)])
  func isoInOtherSpellings(_ text: String, _ seconds: Int64, _ nanoseconds: Int64) throws {
    // 2016-11-24 13:58:00 is 1479995880 s after 1970.
    let found = try #require(MomentForm(iso: .both).moment(in: text))
    #expect(found.nanoseconds == (1_479_995_880 + seconds) * 1_000_000_000 + nanoseconds)
  }

  @Test(
    arguments: [
      ("hh:mm:ss.SSS", "13:58:58", 50_338_000_000_000), ("hh:mm:ss AM", "12:00:01 am", 1_000_000_000),
      ("hh:mm AM", "1:05 PM", 47_100_000_000_000), ("hh:mm:ss:SSS", "0:0:1:005", 1_005_000_000),
      ("hh.mm", "7.30", 27_000_000_000_000),
    ] as [(String, String, Int64)])
  func declaredForms(_ format: String, _ text: String, _ nanoseconds: Int64) throws {
    #expect(try MomentForm(format).moment(in: text)?.nanoseconds == nanoseconds)
  }

  @Test(arguments: [
    ("hh:mm:ss:SSS", "0:0:1:5"), ("hh:mm AM", "13:05 PM"), ("YYYYMMDD hh:mm", "2016112 10:00"),
    ("DD/MM/YYYY hh:mm", "24/11/16 10:00"),
  ])
  func whatDoesNotFitIsNotRead(_ format: String, _ text: String) throws {
    #expect(try MomentForm(format).moment(in: text) == nil)
  }

  @Test(arguments: [
    ("DD.MM hh:mm", "has no whole date"), ("YYYY-MM-DD ss", "has no whole time of day"),
    ("%Y-%m-%d", "is no form"),
    ("YY-MM-DD", "\"YY\" in"), ("HH:mm", "\"HH\" in"), ("hh:mm hh", "two places for the hour"),
    ("YYYY-MM-MMM", "two places for the month"), ("hh:mm.SSS", "a fraction and no seconds"),
    ("", "neither a date nor"),
    (String(repeating: "-", count: 70) + "hh:mm", "at most 63 parts"),
  ])
  func malformedForms(_ format: String, _ said: String) {
    #expect { try MomentForm(format) } throws: {
      ($0 as? MomentForm.Malformed)?.message.contains(said) == true
    }
  }

  @Test func secondsKeepEveryNanosecond() {
    let origin: Int64 = 1_479_995_938_081_000_000
    let moments = Moments(
      nanoseconds: [origin, origin + 16_000_000, origin + 1, Moments.missing], isZoned: false)
    let seconds = moments.seconds(from: origin)
    #expect(seconds.prefix(3) == [0, 0.016, 1e-9] && seconds[3].isNaN && moments.first == origin)
    let day = TimeOrigin(nanoseconds: origin, isZoned: true, isTimeOfDay: false)
    #expect(
      day.spoken() == "2016-11-24 13:58:58.081Z" && day.spoken(after: -86_400.081) == "2016-11-23 13:58:58Z")
    #expect(
      TimeOrigin(nanoseconds: -1, isZoned: false, isTimeOfDay: false).spoken()
        == "1969-12-31 23:59:59.999999999")
  }
}
