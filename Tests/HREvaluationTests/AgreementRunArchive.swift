import HRTestSupport
import Foundation
import HRSupport
import HRPlugins
import HRSignals
import HRStatistics
import Testing

@testable import HRRunning

/// Pairs of rates whose agreement was computed by other programs, in the form of a data set with recorded output.
enum AgreementArchive {
  static let isPresent = RealData.hasOracles("agreement_pairs.csv", "agreement_expected.json")

  static func expected() throws -> JSONNode {
    try OracleFile.json(RealData.oracles.appending(path: "agreement_expected.json"))
  }

  /// Window k of a recording is [30k, 30k + 30); its reference is read at its start, the detectors' values 10 s later.
  static func write(to path: String) throws {
    let text = try String(
      contentsOf: RealData.oracles.appending(path: "agreement_pairs.csv"), encoding: .utf8)
    var count = 0
    var files: [(recording: String, reference: String, a: String, b: String)] = []
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let cells = line.split(separator: ",").map(String.init)
      try #require(cells.count == 4)
      if files.last?.recording != cells[0] {
        files.append((cells[0], "time_s,bpm\n", "time,value\n", "time,value\n"))
        count = 0
      }
      let last = files.count - 1
      files[last].reference += "\(30 * count),\(cells[1])\n"
      files[last].a += "\(30 * count + 10),\(cells[2])\n"
      files[last].b += "\(30 * count + 10),\(cells[3])\n"
      count += 1
    }
    for name in ["a", "b", "data"] {
      try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }
    for file in files {
      try Data(file.reference.utf8).write(to: URL(fileURLWithPath: "\(path)/data/\(file.recording).csv"))
      try Data(file.a.utf8).write(to: URL(fileURLWithPath: "\(path)/a/\(file.recording).csv"))
      try Data(file.b.utf8).write(to: URL(fileURLWithPath: "\(path)/b/\(file.recording).csv"))
    }
    try Data(descriptor.utf8).write(to: URL(fileURLWithPath: "\(path)/data/dataset.json"))
    try Data(experiment.utf8).write(to: URL(fileURLWithPath: "\(path)/agreement.json"))
  }

  private static let descriptor = """
    {"schemaVersion": 1, "name": "archive", "files": [{"path": "{recording}.csv", "time": {"column": "time_s", "unit": "s"}}],
     "reference": [{"rateSeries": {"column": "bpm"}}]}
    """

  private static let experiment = """
    {"schemaVersion": 1, "name": "agreement", "seed": 1, "datasets": [{"dataset": "data/dataset.json"}],
     "windows": {"windowSeconds": 30, "hopSeconds": 30}, "tolerance": {"withinBPM": 5, "withinPercent": 10},
     "detectors": [{"label": "a", "recorded": "a/{recording}.csv"}, {"label": "b", "recorded": "b/{recording}.csv"}]}
    """
}
