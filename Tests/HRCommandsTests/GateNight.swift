import Foundation
import HRTestSupport
import Testing

/// Recordings with the recorded output of two programs, `vendor` and `other`, which err by some 2 bpm.
struct GateNight {
  let folder: String
  let ids: [String]
  /// Seconds from one window's start to the next; windows are 20 s of 60.
  let hopSeconds: Double

  var windows: Int { Int((40 / hopSeconds).rounded()) + 1 }

  init(_ folder: String, hopSeconds: Double) throws {
    self.folder = folder
    self.hopSeconds = hopSeconds
    ids = try FileManager.default.contentsOfDirectory(atPath: folder + "/data").filter {
      $0.hasSuffix(".h5")
    }
    .map { String($0.dropLast(3)) }.sorted()
    for name in ["vendor", "other"] {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name, withIntermediateDirectories: true)
      for id in ids { try write(name, id) }
    }
    _ = try experiment(
      hopSeconds: hopSeconds,
      detectors: """
        [{"label": "vendor", "recorded": "vendor/{recording}.csv"}, {"label": "other", "recorded": "other/{recording}.csv"}]
        """, scenarios: #"["clean"]"#, more: #", "strata": ["activity"], "report": {"formats": ["json"]}"#
    ).written(to: folder + "/trial.json")
  }

  /// Writes a reading just before the end of every window, from the known beats.
  func write(_ name: String, _ id: String, more bpm: Double = 0, silentLast: Bool = false) throws {
    try write(name, id) { window in
      silentLast && window == windows - 1 ? nil : 2 + 0.1 * Double(window % 3) + bpm
    }
  }

  /// - Parameter error: error of each window in beats per minute; `nil` for no reading.
  func write(_ name: String, _ id: String, error: (Int) -> Double?) throws {
    let beats = try String(contentsOfFile: folder + "/data/\(id)_beats.csv", encoding: .utf8)
      .split(whereSeparator: \.isNewline).compactMap { Double($0) }
    let lines = try (0..<windows).map { window -> String in
      let start = hopSeconds * Double(window)
      let inside = beats.filter { $0 >= start && $0 < start + 20 }
      let (first, last) = (try #require(inside.first), try #require(inside.last))
      let rate = 60 * Double(inside.count - 1) / (last - first)
      // A latest reading without a value leaves its window without one.
      return "\(start + 19.9)," + (error(window).map { "\(rate + $0)" } ?? "")
    }
    _ = try ("time,value\n" + lines.joined(separator: "\n") + "\n").written(
      to: folder + "/\(name)/\(id).csv")
  }

  func run(_ output: String, _ more: [String] = []) throws -> Program.Ending {
    try Program.run(
      ["run", "trial.json", "--output", output, "--jobs", "2", "--quiet"] + more, in: folder)
  }

  func gate(_ run: String, _ more: [String] = []) throws -> Program.Ending {
    try Program.run(["gate", run, "--baseline", "base.json"] + more, in: folder)
  }

  /// Makes a run of the files as they are the baseline.
  func baseline() throws {
    let made = try run("first")
    try #require(made.code == 0, "\(made.err)\(made.out)")
    let figures = try Program.run(["baseline", "first"], in: folder)
    try #require(figures.code == 0 && figures.err.isEmpty, "\(figures.err)")
    _ = try figures.out.written(to: folder + "/base.json")
  }

  func text(_ path: String) throws -> String {
    try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
  }
}

func withGateNight(
  count: Int = 12, hopSeconds: Double = 5, _ body: (GateNight) throws -> Void
) throws {
  try withProject(count: count, seconds: 60) { folder in
    try body(GateNight(folder, hopSeconds: hopSeconds))
  }
}

/// The content of a junit.xml for a CI system.
struct TestSuites {
  private(set) var cases: [String] = []
  private(set) var failures: [(test: String, message: String)] = []
  private(set) var errors: [(test: String, message: String)] = []
  /// Counts of the suite, without its name.
  private(set) var counts: [String: String] = [:]
  let error: String?

  init(_ text: String) {
    let reading = XMLReading(text)
    error = reading.problem
    for (name, attributes) in reading.elements {
      let message = attributes["message"] ?? ""
      switch name {
      case "testsuite": counts = attributes.filter { $0.key != "name" }
      case "testcase": cases.append(attributes["name"] ?? "")
      case "failure": failures.append((cases.last ?? "", message))
      case "error": errors.append((cases.last ?? "", message))
      default: break
      }
    }
  }
}
