import Foundation
import HRTestSupport
import Testing

/// Eight recordings of 22 s with a steady rate each, and the recorded output of a baseline that errs by 5 bpm and of 37
/// variants of it. By luck one of these has a smaller error in each recording.
struct SteadyStudy {
  let folder: TemporaryFolder

  static let recordings = 8
  static let best = 20

  init() throws {
    folder = try TemporaryFolder()
    try write()
  }

  var path: String { folder.path }
  var ledger: String { folder.path + "/kept/ledger.jsonl" }

  static func rate(_ recording: Int) -> Int { 60 + 2 * recording }

  func write() throws {
    try folder.write(
      "data/dataset.json",
      """
      {"schemaVersion": 1, "name": "steady", "files": [{"path": "{recording}.csv", "time": "t"}],
       "channels": {"ppg": "wave"}, "reference": [{"rateSeries": {"column": "bpm"}}]}
      """)
    for number in 0..<Self.recordings {
      let rate = Self.rate(number)
      let samples = (0..<220).map { "\(Double($0) / 10),\($0 % 7),\(rate)\n" }
      try folder.write("data/r\(number).csv", "t,wave,bpm\n" + samples.joined())
      func write(_ label: String, _ error: Double) throws {
        let readings = (0..<2).map { "\(10 * $0 + 9),\(Double(rate) + error)\n" }
        try folder.write("out/\(label)/r\(number).csv", "time,value\n" + readings.joined())
      }
      try write("usual", 5)
      for variant in 0..<37 {
        let luck = variant == Self.best ? -1 - number : (variant * 7 + number * 11) % 13 - 6
        try write("v\(variant)", 5 + Double(luck) / 8)
      }
    }
  }

  /// The entry of a recorded detector.
  static func recorded(_ label: String) -> String {
    #"{"label": "\#(label)", "recorded": "out/\#(label)/{recording}.csv"}"#
  }

  /// - Parameters:
  ///   - entries: of detectors, as JSON.
  ///   - name: of the experiment, its file and the run's folder.
  ///   - ledger: `nil` for the study's own.
  ///   - dataset: the entry of the data set.
  ///   - more: of the command line.
  ///   - keys: further members of the experiment, each after a comma.
  func run(
    _ entries: [String], as name: String, ledger: String? = nil, dataset: String = #""data/dataset.json""#,
    windowSeconds: Int = 10, more: [String] = [], keys: String = "", code: Int32 = 0
  ) throws -> Program.Ending {
    let path = try describe(
      entries, as: name, dataset: dataset, windowSeconds: windowSeconds, keys: keys)
    let output = more.contains("--output") ? [] : ["--output", folder.path + "/" + name]
    let ending = try Program.run(
      ["run", path, "--jobs", "1"] + output + more, environment: ["HREVAL_LEDGER": ledger ?? self.ledger])
    try #require(ending.code == code, "\(ending.err)")
    return ending
  }

  /// Writes an experiment.
  func describe(
    _ entries: [String], as name: String, dataset: String = #""data/dataset.json""#, windowSeconds: Int = 10,
    keys: String = ""
  ) throws -> String {
    try folder.write(
      "\(name).json",
      """
      {"schemaVersion": 1, "name": "\(name)", "seed": 3, "datasets": [\(dataset)],
       "windows": {"windowSeconds": \(windowSeconds), "hopSeconds": 10}, "baseline": "usual",
       "detectors": [\(entries.joined(separator: ", "))]\(keys)}
      """)
  }

  func command(_ words: [String], ledger: String? = nil) throws -> Program.Ending {
    try Program.run(words, in: folder.path, environment: ["HREVAL_LEDGER": ledger ?? self.ledger])
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  /// Lines of the ledger.
  var lines: Int {
    get throws { try text("kept/ledger.jsonl").split(separator: "\n").count }
  }
}
