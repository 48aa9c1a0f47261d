import HRRunTestSupport
import Foundation
import HRSupport
import HRTestSupport

@testable import HRRunning

/// The study of `Oracles/make_trials.py`: two recordings of whole numbers, as recorded and in white noise.
struct TrialStudy {
  let study: ResolverStudy
  static let recordings = ["r1", "r2"]
  static let scenarios =
    #"["clean", {"label": "noise/{snrDecibels} dB", "scenario": "whiteNoise", "parameters": {"snrDecibels": [20, 0]}, "repeats": 2}]"#
  /// The entry of another program's answers.
  static let vendor =
    #"{"label": "vendor", "recorded": "answers/{dataset}/{recording}/{scenario}/{repeat}.json", "manifest": "answers/manifest.json"}"#

  static func with<Value>(_ body: (TrialStudy) throws -> Value) throws -> Value {
    try withTemporaryFolder { folder in
      let study = ResolverStudy(folder: folder)
      try study.write(
        """
        {"schemaVersion": 1, "name": "made",
         "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
                   {"name": "beats", "path": "{recording}_beats.csv"}],
         "channels": {"ppg": "ppg", "accelerometerX": "x"},
         "reference": [{"beats": {"file": "beats", "column": "beat_s"}}]}
        """, "datasets/made/dataset.json")
      for (name, step) in zip(recordings, [4, 5]) {
        let rows = (0..<600).map { "\(Double($0) / 25),\(abs($0 * step % 100 - 50)),\($0 % 7 - 3)\n" }
        try study.write("time_s,ppg,x\n" + rows.joined(), "datasets/made/\(name).csv")
        let beats = (0..<24).map { "\(Double($0 * 4) / Double(step))\n" }
        try study.write("beat_s\n" + beats.joined(), "datasets/made/\(name)_beats.csv")
      }
      return try body(TrialStudy(study: study))
    }
  }

  func text(_ detectors: String = #"["fft"]"#, seed: Int = 7, more: String = "") -> String {
    ResolverStudy.text(
      datasets: #"["made"]"#, detectors: detectors,
      more: #", "seed": \#(seed), "scenarios": \#(Self.scenarios)\#(more)"#)
  }

  /// Resolves an experiment without checking for recorded output, which does not exist yet.
  func exported(_ text: String) throws -> (file: ExperimentFile, experiment: Experiment) {
    try study.write(text, "trial.json")
    let file = try ExperimentFile(path: "\(study.folder)/trial.json")
    return (
      file,
      try Experiment(file, plugins: .builtIn, environment: study.environment, needsRecorded: false)
    )
  }

  /// Exports the trials, and writes the manifest beside them.
  @discardableResult func export(
    _ text: String? = nil, to name: String = "handout", as format: TrialManifest.FileFormat = .hdf5
  ) throws -> TrialManifest {
    let (file, experiment) = try exported(text ?? self.text())
    let pass = ExportPass(
      order: WorkOrder(file: file, environment: study.environment), experiment: experiment,
      directory: "\(study.folder)/\(name)", format: format, jobs: 0,
      launch: .init(executable: "/nowhere", arguments: [], timeoutSeconds: 1))
    let outcome = try pass.perform(interruption: Interruption()) { _, _ in }
    try study.write(outcome.manifest.text, "\(name)/manifest.json")
    return outcome.manifest
  }

  struct Answer {
    /// `made/r1/clean/1`, as in the path.
    let trial: String
    let sha256: String?
    let readings: [(time: Double, bpm: Double)]
  }

  /// Answers of the independent program to the exported files.
  static func answers() throws -> [Answer] {
    try OracleFile.json("trials")["trials"]?.elements?.map { node in
      Answer(
        trial: node["trial"]?.string ?? "", sha256: node["sha256"]?.string,
        readings: node["answers"]?.elements?.map { ($0.numbers[0], $0.numbers[1]) } ?? [])
    } ?? []
  }

  /// Writes that program's answers to the vendor's paths, with the manifest of the export.
  ///
  /// - Parameters:
  ///   - member: a member with which each file begins.
  ///   - manifest: text of the manifest; `nil`: that of the export.
  func answer(member: String = "", manifest: String? = nil) throws {
    let text = try String(contentsOfFile: "\(study.folder)/handout/manifest.json", encoding: .utf8)
    try study.write(manifest ?? text, "answers/manifest.json")
    for answer in try Self.answers() {
      let readings = answer.readings.map { #"{"time": \#($0.time), "value": \#($0.bpm)}"# }
      try study.write(
        #"{\#(member)"pulse": {"rate": [\#(readings.joined(separator: ", "))]}}"#,
        "answers/\(answer.trial).json")
    }
  }

  /// Outcomes of a detector's windows, by unit in the order of the units.
  func outcomes(of label: String = "vendor", _ text: String) throws -> [[String]] {
    let experiment = try study.experiment(text)
    var runner = UnitRunner(experiment)
    let index = experiment.detectors.firstIndex { $0.label == label } ?? 0
    return try experiment.units.map { unit in
      guard case .windows(let table) = runner.result(of: unit).outcome else {
        throw Diagnostics("unit \(unit.index) failed")
      }
      return table.estimates[index]?.outcomes ?? []
    }
  }
}
