import Foundation
import HRTestSupport
import Testing

/// First files of strangers, made here: each is read rightly, or refused or asked about with its cause.
@Suite struct FirstFileTests {
  struct First: CustomTestStringConvertible, Sendable {
    let name: String
    let files: [(name: String, text: String)]
    let code: Int32
    let said: [String]
    var unsaid: [String] = []
    var testDescription: String { name }
  }

  /// A pulse at 75 bpm.
  private static func pulse(_ seconds: Double) -> Double {
    let phase = (seconds / 0.8).truncatingRemainder(dividingBy: 1)
    return exp(-18 * phase) * phase * 30 + 0.3 * exp(-70 * (phase - 0.42) * (phase - 0.42))
  }

  /// A table of a pulse: `time` gives the text of a row's time from the row's seconds.
  private static func table(
    _ header: String, rate: Double, rows: Int = 2000, separator: String = ",", time: (Double) -> String
  ) -> String {
    header + "\n"
      + (0..<rows).map { row in
        let seconds = Double(row) / rate
        return "\(time(seconds))\(separator)\(String(format: "%.4f", pulse(seconds)))\n"
      }.joined()
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds) + 36_007
    return String(format: "%02d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
  }

  private static let plain = table("time_s,ppg", rate: 50) { String(format: "%.2f", $0) }
  private static let beats = (1..<40).map { 0.8 * Double($0) }

  private static let firsts: [First] = [
    First(
      name: "times of day to the second",
      files: [("a.csv", table("clock,ppg", rate: 50, time: clock))], code: 0,
      said: ["rows repeat the time before: 50 rows a second", "2000 samples at 50 Hz"]),
    First(
      name: "tenths of a second",
      files: [
        ("a.csv", table("time,ppg", rate: 30) { String(format: "%.1f", ($0 * 10).rounded(.down) / 10) })
      ], code: 0, said: ["30 rows a second", "2000 samples at 30 Hz"]),
    First(
      name: "one time for twenty rows, late by turns",
      files: [
        (
          "a.csv",
          table("timestamp_ms,ppg", rate: 100) { seconds in
            let packet = Int(seconds * 100 + 0.5) / 20
            return "\(1_750_000_000_000 + packet * 200 + [0, 31, 12][packet % 3])"
          }
        )
      ], code: 0, said: ["1900 of 2000 rows repeat the time before: 100 rows a second"]),
    First(
      name: "whole seconds with a pause",
      files: [("a.csv", table("t,ppg", rate: 50) { "\(Int($0) + ($0 > 20 ? 9 : 0))" })], code: 1,
      said: [
        "rows repeat the time before, and not at an even pace", "the longest pause is before row 1001",
        "\"repeatedTimes\": \"keepFirst\"",
      ]),
    First(
      name: "milliseconds of 64 Hz",
      files: [("a.csv", table("ms,ppg", rate: 64) { "\(Int(($0 * 1000).rounded()))" })], code: 0,
      said: ["rounded to 1: 64 rows a second", "2000 samples at 64 Hz"], unsaid: ["62.5"]),
    First(
      name: "seconds that the name calls so", files: [("a.csv", table("t_s,ppg", rate: 1) { "\(Int($0))" })],
      code: 2, said: ["one value every 1 s is no wave"]),
    First(
      name: "minutes", files: [("a.csv", table("Time [min],ppg", rate: 50) { "\($0 / 60)" })], code: 0,
      said: ["in min are 50 samples a second"]),
    First(
      name: "beats in ms that are whole numbers",
      files: [
        ("q_ppg.csv", plain), ("q_beats.csv", "rpeak_ms\n" + beats.map { "\(Int($0 * 1000))\n" }.joined()),
      ], code: 0, said: ["which may be ms", "mean 75,"]),
    First(
      name: "intervals whose name says 1/1024",
      files: [
        ("q_ppg.csv", plain),
        ("q_rr.csv", "RR [1/1024 s]\n" + (0..<48).map { "\(819 + $0 % 2)\n" }.joined()),
      ], code: 0, said: ["may be 1/1024 s", "mean 74.97"]),
    First(
      name: "intervals beside dates that begin later",
      files: [
        (
          "q_ppg.csv",
          table("time,ppg", rate: 50, rows: 6000) {
            String(format: "2026-03-01T10:%02d:%06.3f", Int($0) / 60, $0.truncatingRemainder(dividingBy: 60))
          }
        ),
        (
          "q_rr.csv",
          "time,rr\n"
            + (0..<60).map { beat in
              let seconds = 47 + 0.8 * Double(beat)
              return String(
                format: "2026-03-01T10:%02d:%06.3f,%d\n", Int(seconds) / 60,
                seconds.truncatingRemainder(dividingBy: 60), 795 + 10 * (beat % 2))
            }.joined()
        ),
      ], code: 0,
      said: [
        "its times lie as far apart as the intervals beside them", "the first interval begins at 46.205 s",
      ]),
    First(
      name: "another table of as many columns",
      files: [("a.csv", plain + "beat_s,quality\n" + beats.map { "\($0),1\n" }.joined())], code: 1,
      said: ["a.csv:2002", "\"stopAt\": \"beat_s\"", "50 samples a second"], unsaid: ["\"missing\""]),
    First(
      name: "a letter in a number",
      files: [("a.csv", plain.replacingOccurrences(of: "\n5.00,", with: "\n5.OO,"))], code: 1,
      said: ["a.csv:252", "found \"5.OO\""]),
    First(
      name: "intervals and events beside a wave",
      files: [
        (
          "a.csv",
          "time_s,ppg,ibi,event_code\n"
            + (0..<2000).map { row in
              let seconds = Double(row) / 50
              return
                "\(seconds),\(pulse(seconds)),\(row % 40 == 0 ? 795 + row % 3 : 0),\(row % 400 == 0 ? row / 100 : 0)\n"
            }.joined()
        )
      ], code: 0, said: ["1 file   csv: ppg\n"], unsaid: ["ppg2"]),
    First(
      name: "three waves without names",
      files: [
        (
          "a_100Hz.csv",
          "CH1,CH2,CH3\n"
            + (0..<2000).map { row in
              let seconds = Double(row) / 100
              return "\(pulse(seconds)),\(pulse(seconds + 0.2)),\(sin(seconds))\n"
            }.joined()
        )
      ], code: 2, said: ["column \"CH3\": it is called \"CH3\"", "which of these is what?"]),
    First(
      name: "a number for no sample",
      files: [
        (
          "a.csv",
          "time_s,ppg\n"
            + (0..<2000).map { row in
              let seconds = Double(row) / 50
              return
                "\(seconds),\((500..<600).contains(row) ? "65535" : "\(Int(2000 + 500 * pulse(seconds)))")\n"
            }.joined()
        )
      ], code: 0,
      said: ["finding    sentinelValues", "100 of 2000 samples are 65535", "\"missing\": [65535]"]),
    First(
      name: "UTF-16 without a mark",
      files: [("a.csv", plain.map { "\($0)\u{0}" }.joined())], code: 2,
      said: ["looks like UTF-16LE text without a mark"]),
  ]

  @Test(arguments: firsts) func initSays(_ first: First) throws {
    let folder = try TemporaryFolder()
    for file in first.files { try folder.write("set/" + file.name, file.text) }
    try expectInit(of: folder, first.code, says: first.said, not: first.unsaid)
  }
}
