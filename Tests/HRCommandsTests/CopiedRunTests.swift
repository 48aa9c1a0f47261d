import Foundation
import HRTestSupport
import Testing

/// Copies that hold no value in common, and one recording cut into several, through the program.
@Suite struct CopiedRunTests {
  /// Samples of a pulse wave and beats, as the files of the layout `hreval-csv` have them.
  private struct Sheet {
    var times: [Double]
    var values: [Double]
    var beats: [Double]

    init(_ name: String, in folder: String) throws {
      func rows(_ path: String) throws -> [[Double]] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
          line.split(separator: ",").compactMap { Double($0) }
        }
      }
      let wave = try rows("\(folder)/\(name)_ppg.csv")
      (times, values) = (wave.map { $0[0] }, wave.map { $0[1] })
      beats = try rows("\(folder)/\(name)_beats.csv").map { $0[0] }
    }

    func write(_ name: String, in folder: String) throws {
      let wave = zip(times, values).map { "\($0),\($1)\n" }.joined()
      _ = try ("time_s,ppg\n" + wave).written(to: "\(folder)/\(name)_ppg.csv")
      _ = try ("beat_s\n" + beats.map { "\($0)\n" }.joined()).written(to: "\(folder)/\(name)_beats.csv")
    }

    var reversed: Sheet {
      var sheet = self
      let end = times[0] + times[times.count - 1]
      sheet.values.reverse()
      sheet.beats = beats.map { end - $0 }.reversed()
      return sheet
    }

    /// The wave as another clock would have sampled it, between the samples on a line, at another gain.
    func slower(by factor: Double) -> Sheet {
      var sheet = self
      let step = times[1] - times[0]
      let count = Int(Double(times.count - 1) * factor)
      sheet.times = (0..<count).map { times[0] + Double($0) * step }
      sheet.values = (0..<count).map { index in
        let place = Double(index) / factor
        let before = min(Int(place), values.count - 2)
        return 3 * (values[before] + (place - Double(before)) * (values[before + 1] - values[before])) + 7
      }
      sheet.beats = beats.map { times[0] + ($0 - times[0]) * factor }
      return sheet
    }

    /// One of several equal parts, with its own times from 0 or with those of the whole.
    func part(_ number: Int, of count: Int, keepsTimes: Bool) -> Sheet {
      var sheet = self
      let range = times.count * number / count..<times.count * (number + 1) / count
      let (start, end) = (times[range.lowerBound], times[range.upperBound - 1])
      let shift = keepsTimes ? 0 : start
      sheet.times = times[range].map { $0 - shift }
      sheet.values = Array(values[range])
      sheet.beats = beats.filter { (start...end).contains($0) }.map { $0 - shift }
      return sheet
    }

    /// The wave with noise, which real sensors have.
    var noisy: Sheet {
      var sheet = self
      var state: UInt64 = 7
      let mean = values.reduce(0, +) / Double(values.count)
      let size = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
      for index in values.indices {
        var sum = 0.0
        for _ in 0..<4 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          sum += Double(state >> 11) / Double(1 << 53) - 0.5
        }
        sheet.values[index] += 0.1 * size * sum
      }
      return sheet
    }
  }

  /// Runs an experiment over recordings of which some were made from the first.
  ///
  /// - Returns: what the program printed.
  private func printed(_ make: (Sheet, String) throws -> Void) throws -> String {
    try withProject(count: 2, seconds: 120) { folder in
      let data = folder + "/data"
      try make(try Sheet("s01", in: data), data)
      let path = try experiment(
        detectors: #"["fft"]"#, scenarios: #"["clean"]"#,
        dataset: #"{"dataset": "hreval-csv", "root": "data"}"#
      ).written(to: folder + "/trial.json")
      let run = try Program.run(["run", path, "--jobs", "2"])
      #expect(run.code == 0, "\(run.err)")
      return try String(contentsOfFile: folder + "/reports/trial/report.md", encoding: .utf8)
    }
  }

  @Test func noCopyIsSeenWhereThereIsNone() throws {
    let report = try printed { _, _ in }
    #expect(!report.contains("share their data") && !report.contains("continue one another"), "\(report)")
  }

  @Test func aReversedCopyIsSaid() throws {
    let report = try printed { sheet, data in try sheet.reversed.write("s03", in: data) }
    #expect(report.contains("s01 and s03 hold the same values in "), "\(report)")
    #expect(report.contains("s03 in reverse order"), "\(report)")
  }

  @Test func aStretchedCopyIsSaid() throws {
    let report = try printed { sheet, data in try sheet.slower(by: 1.02).write("s03", in: data) }
    #expect(report.contains("s01 and s03 have the same pulse wave with other values at "), "\(report)")
    #expect(report.contains("s03 2 % slower"), "\(report)")
  }

  @Test func aCopyBothReversedAndStretchedIsSaid() throws {
    let report = try printed { sheet, data in try sheet.slower(by: 1.02).reversed.write("s03", in: data) }
    #expect(report.contains("s03 in reverse order and 2 % slower"), "\(report)")
  }

  /// Four pieces of one recording, alone in their data set; times that begin anew leave nothing to know it by.
  @Test(arguments: [false, true]) func piecesOfOneRecordingAreSaid(keepsTimes: Bool) throws {
    let report = try printed { sheet, data in
      for number in 0..<4 {
        try sheet.noisy.part(number, of: 4, keepsTimes: keepsTimes).write("piece\(number)", in: data)
      }
      try remove(["s01", "s02"], in: data)
    }
    #expect(report.contains("recordings continue one another") == keepsTimes, "\(report)")
    for number in 0..<3 {
      let said = "piece\(number + 1) begins at the time and level at which piece\(number) ends"
      #expect(report.contains(said) == keepsTimes, "\(report)")
    }
  }

  /// Two people after one another on one clock.
  @Test func whatGoesOnInTimeAloneIsNotSaid() throws {
    let report = try printed { sheet, data in
      try sheet.noisy.part(0, of: 2, keepsTimes: true).write("first", in: data)
      try Sheet("s02", in: data).noisy.part(1, of: 2, keepsTimes: true).write("second", in: data)
      try remove(["s01", "s02"], in: data)
    }
    #expect(!report.contains("continue one another"), "\(report)")
  }

  private func remove(_ names: [String], in data: String) throws {
    for name in names {
      for file in ["ppg", "beats"] {
        try FileManager.default.removeItem(atPath: "\(data)/\(name)_\(file).csv")
      }
    }
  }
}
