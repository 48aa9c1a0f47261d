internal import Foundation

/// The seeds' tables in layouts of other programs.
enum OtherTables {
  private static func rows(_ bytes: [UInt8]) -> [[Double]] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",").compactMap { Double($0) } }
  }

  /// Semicolons, decimal commas, milliseconds, two lines before the header, gaps, and rows after the marked end.
  static func german(_ bytes: [UInt8]) -> [UInt8] {
    var text = "Messung\n# Kommentar\nZeit;Wert\n"
    for (index, row) in rows(bytes).enumerated() where row.count == 2 {
      let value = "\(row[1])".replacing(".", with: ",")
      text += "\(row[0] * 1000)".replacing(".", with: ",") + ";" + (index % 97 == 96 ? "NA" : value) + "\n"
    }
    return Array((text + "ENDE;\nnichts;mehr\n").utf8)
  }

  /// Beats at 50 Hz as rdann prints them: aligned by blanks, with notes and other types among them.
  static func annotations(_ bytes: [UInt8]) -> [UInt8] {
    func cell(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(1, width - text.count)) + text
    }
    var text = "      Time   Sample #  Type  Sub Chan  Num\tAux\n"
    func add(_ sample: Int, _ type: String, _ note: String) {
      let seconds = "0:\(sample / 50).000"
      text +=
        cell(seconds, 12) + cell("\(sample)", 9) + cell(type, 6) + cell("0", 5) + cell("1", 5) + cell("0", 5)
      text += "\t\(note)\n"
    }
    add(0, "\"", "## time resolution: 50")
    add(0, "", "")
    for (index, beat) in rows(bytes).compactMap(\.first).enumerated() {
      let sample = Int((beat * 50).rounded())
      add(sample, index % 5 == 4 ? "V" : "N", "")
      if index % 7 == 6 { add(sample, "+", "(N") }
    }
    return Array(text.utf8)
  }

  /// Dates and times of day in separate columns, over midnight at the end of February of a leap year.
  static func dated(_ bytes: [UInt8]) -> [UInt8] {
    var text = "Date;Time;Value\n"
    for row in rows(bytes) where row.count == 2 {
      let (date, time) = moment(row[0])
      text += "\(date == 29 ? "29.02.2020" : "01.03.2020");\(time);\(row[1])\n"
    }
    return Array(text.utf8)
  }

  /// Beats at these dates and times, as ISO 8601.
  static func datedBeats(_ bytes: [UInt8]) -> [UInt8] {
    let lines = rows(bytes).compactMap(\.first).map { seconds in
      let (date, time) = moment(seconds)
      return "\(date == 29 ? "2020-02-29" : "2020-03-01")T\(time)\n"
    }
    return Array(("when\n" + lines.joined()).utf8)
  }

  /// Returns the day, and the time to microseconds, at a number of seconds after 23:59:50 on the 29th.
  private static func moment(_ seconds: Double) -> (day: Int, time: String) {
    let micros = Int((seconds * 1e6).rounded()) - 10_000_000
    let inDay = micros < 0 ? micros + 86_400_000_000 : micros
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let whole = inDay / 1_000_000
    let time =
      "\(padded(whole / 3600, 2)):\(padded(whole / 60 % 60, 2)):\(padded(whole % 60, 2)).\(padded(inDay % 1_000_000, 6))"
    return (micros < 0 ? 29 : 1, time)
  }

  /// A device's table: units below the header, times since the beginning, words behind the cells of some rows.
  static func device(_ bytes: [UInt8]) -> [UInt8] {
    var text = "Elapsed time\tWave\t\nhh:mm:ss\tmV\t\n"
    for (index, row) in rows(bytes).enumerated() where row.count == 2 {
      text +=
        "0:00:\(row[0] < 10 ? "0" : "")\(row[0])\t\(row[1])" + (index % 83 == 82 ? "\t#* knock\n" : "\t\n")
    }
    return Array(text.utf8)
  }

  /// Ends of intervals, and the intervals in minutes, of which every ninth is missing.
  static func timedIntervals(_ bytes: [UInt8]) -> [UInt8] {
    let beats = rows(bytes).compactMap(\.first)
    let lines = zip(beats, beats.dropFirst()).enumerated().filter { $0.offset % 9 != 8 }.map { index, pair in
      "\(index),\(Int((pair.1 * 1e9).rounded())),\((pair.1 - pair.0) / 60)\n"
    }
    return Array(("n,end,rr\n" + lines.joined()).utf8)
  }

  /// Series in the rows of a text: values, times, and a beat at every sample that has one.
  static func inRows(_ bytes: [UInt8]) -> [UInt8] {
    let table = rows(bytes).filter { $0.count == 2 }
    func line(_ name: String, _ values: [Double]) -> String {
      name + " " + values.map { "\($0)" }.joined(separator: "  ") + "\n"
    }
    let flags = table.indices.map { $0 % 40 == 20 ? 1.0 : 0 }
    return Array(
      (line("wave", table.map { $0[1] }) + "\n" + line("t", table.map { $0[0] }) + line("beat", flags)).utf8)
  }

  /// Milliseconds from beat to beat, separated in every allowed way.
  static func intervals(_ bytes: [UInt8]) -> [UInt8] {
    let beats = rows(bytes).compactMap(\.first)
    let separators = [" ", "\n", ", ", ";", "\t"]
    var text = ""
    for (index, pair) in zip(beats, beats.dropFirst()).enumerated() {
      text += "\((pair.1 - pair.0) * 1000)" + separators[index % separators.count]
    }
    return Array(text.utf8)
  }
}
