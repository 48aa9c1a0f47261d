import Foundation
import HRTestSupport
import Testing

/// A recording of 60 s with a plain pulse, programs written for the shell, and runs over both.
struct ProgramStudy {
  let folder: String

  /// Nine windows of 20 s, which start at 0, 5, 10 … s.
  static let windows = 9

  static func with<Value>(_ body: (ProgramStudy) throws -> Value) throws -> Value {
    try withTemporaryFolder { folder in
      let study = ProgramStudy(folder: folder)
      try FileManager.default.createDirectory(
        atPath: folder + "/secretdata", withIntermediateDirectories: true)
      for person in ["p1", "p2"] {
        let wave = (0...1200).map { "\(Double($0) / 20),\(sin(Double($0) / 20 * 7.5))" }
        try study.write("secretdata/\(person).csv", "time_s,ppg\n" + wave.joined(separator: "\n") + "\n")
        let beats = stride(from: 0.1, to: 60, by: 2 * Double.pi / 7.5).map { "\($0)" }
        try study.write("secretdata/\(person)_beats.csv", "beat_s\n" + beats.joined(separator: "\n") + "\n")
      }
      try study.write(
        "secretdata/dataset.json",
        """
        {"schemaVersion": 1, "name": "secretdata",
         "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
                   {"name": "beats", "path": "{recording}_beats.csv"}],
         "channels": {"ppg": "ppg"}, "reference": [{"beats": {"file": "beats", "column": "beat_s"}}]}
        """)
      return try body(study)
    }
  }

  func write(_ name: String, _ text: String) throws { _ = try text.written(to: "\(folder)/\(name)") }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  /// - Parameters:
  ///   - detectors: entries of the experiment, as JSON.
  ///   - arguments: more of the command line.
  ///   - output: the run's folder.
  ///   - temporary: folder of the programs' folders; `nil` for the system's.
  func run(
    _ detectors: [String], _ arguments: [String] = [], output: String = "out", temporary: String? = nil
  ) throws -> Program.Ending {
    try describe(detectors)
    return try Program.run(
      Self.command + ["--output", output] + arguments, in: folder,
      environment: temporary.map { ["TMPDIR": $0] } ?? [:])
  }

  /// The command that runs the experiment, without the folder of its results.
  static let command = ["run", "secretstudy.json", "--quiet", "--force"]

  /// Writes the experiment.
  func describe(_ detectors: [String]) throws {
    try write(
      "secretstudy.json",
      """
      {"schemaVersion": 1, "name": "secretstudy", "datasets": ["secretdata/dataset.json"],
       "windows": {"windowSeconds": 20, "hopSeconds": 5}, "report": {"formats": ["csv", "json"]},
       "detectors": [\(detectors.joined(separator: ",\n"))]}
      """)
  }

  /// Returns the outcomes of a detector's windows of the first recording, by their order.
  func outcomes(of label: String, in output: String = "out") throws -> [String] {
    let rows = try text("\(output)/windows.csv").split(separator: "\n")
    return rows.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
      .filter { $0.count > 8 && $0[0] == "p1" && $0[4] == label }
      .map { row in
        row.first { $0 == "value" || $0.contains("failed:") || $0.contains("abstained:") } ?? "?"
      }
  }

  /// Returns processes whose command line contains a text.
  static func processes(with text: String) throws -> [String] {
    let listing = try Program.shell("\(listing)\nlist", in: "/")
    return listing.out.split(separator: "\n").map(String.init).filter { $0.contains(text) }
  }

  /// Shell code that defines `list`, the command lines of all processes. Not every Linux has `ps`.
  static let listing = """
    list() {
      if [ -d /proc/self ]; then
        for one in /proc/[0-9]*/cmdline; do tr '\\0' ' ' <"$one" 2>/dev/null; echo; done
      else
        ps -axo command
      fi
    }
    """

  /// Returns a program for the shell that reads 120 in every window; `act` is done where the window begins at 20 s.
  ///
  /// - Parameters:
  ///   - atStart: before its description.
  ///   - described: after it.
  ///   - act: in place of, or before, the fifth answer; `$id` is the question's.
  static func shell(atStart: String = ":", described: String = ":", act: String = ":") -> String {
    """
    \(atStart)
    read -r hello
    echo '{"name":"faulty","version":"1"}'
    \(described)
    while read -r line; do
      case $line in
      '{"begin":'*)
        rest=${line#*:}
        echo "{\\"begin\\":${rest%%,*}}"
        continue ;;
      esac
      rest=${line#*:}
      id=${rest%%,*}
      case $line in
      *'"start":20,'*) \(act) ;;
      esac
      echo "{\\"id\\":$id,\\"bpm\\":72}"
    done
    """
  }
}
