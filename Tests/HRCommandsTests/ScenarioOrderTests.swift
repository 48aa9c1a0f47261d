import HRTestSupport
import Foundation
import Testing

/// More damage gives larger errors, no damage the same bytes: every scenario through the whole program.
@Suite(.serialized) struct ScenarioOrderTests {
  /// One run of all ladders, for all tests of the suite.
  private static let run = Result { try LadderRun() }

  private static let detectors = ["fft", "peak"]

  @Test(arguments: ScenarioLadder.all)
  func severityGivesTheOrder(_ ladder: ScenarioLadder) throws {
    let run = try Self.run.get()
    for (detector, effect) in zip(Self.detectors, [ladder.fft, ladder.peak]) {
      let clean = try #require(run.errorBPM("clean", detector))
      let errors = ladder.labels.map { run.errorBPM($0, detector) }
      let misses = ladder.labels.map { run.missedShare($0, detector) }
      let told = "\(ladder.why) \(detector): errors \(errors), misses \(misses)"
      switch effect {
      case .errs(let least):
        try #require(!errors.contains(nil), "\(told)")
        let known = errors.compactMap(\.self)
        #expect(zip(known, known.dropFirst()).allSatisfy { $1 >= $0 - 0.2 }, "\(told)")
        #expect(try #require(known.last) >= clean + least, "\(told)")
      case .misses(let least):
        #expect(zip(misses, misses.dropFirst()).allSatisfy { $1 >= $0 - 0.05 }, "\(told)")
        #expect(try #require(misses.last) >= least, "\(told)")
      case .unharmed:
        #expect(abs(try #require(errors.last ?? nil) - clean) < 0.5, "\(told)")
        #expect(misses.last == run.missedShare("clean", detector), "\(told)")
      }
    }
  }

  @Test(arguments: ScenarioLadder.all.filter(\.startsClean))
  func noDamageIsTheRecordingBitForBit(_ ladder: ScenarioLadder) throws {
    let run = try Self.run.get()
    let clean = try #require(run.rows["clean"])
    #expect(clean.count == 1 && clean[0].count == 4 * 5 * Self.detectors.count)
    let none = try #require(run.rows[ladder.labels[0]])
    #expect(none.count == 2)
    for `repeat` in none { #expect(`repeat` == clean[0]) }
    // Otherwise a ladder without any effect would pass.
    if case .unharmed = ladder.fft { return }
    #expect(run.rows[ladder.labels[ladder.labels.count - 1]]?.contains(clean[0]) == false)
  }

  @Test func noScenarioIsLeftOut() throws {
    let listed = try Program.run(["list", "scenarios", "--json"])
    let object = try JSONSerialization.jsonObject(with: Data(listed.out.utf8)) as? [String: [[String: Any]]]
    let names = try #require(object?["scenarios"]).compactMap { $0["name"] as? String }
    #expect(names.count > 30)
    let missing = names.filter { name in
      // Videos have a test of their own.
      !["clean", "recompressed"].contains(name) && !ScenarioLadder.all.contains { $0.scenario == name }
    }
    #expect(missing.isEmpty)
  }
}

/// Results of the ladders: `windows.csv` by scenario and repeat.
private struct LadderRun {
  /// Rows of each repeat without scenario and repeat, by scenario.
  let rows: [String: [[String]]]
  private let errors: [String: [Double]]
  private let misses: [String: [Bool]]

  init() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    try FileManager.default.createDirectory(atPath: folder + "/datasets", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: ProjectFolder.root.appendingPathComponent("datasets/hreval-hdf5").path,
      toPath: folder + "/datasets/hreval-hdf5")
    // Steady hearts, so that errors are due to the scenario.
    let made = try Program.run([
      "synthesize", "--output", folder + "/data", "--count", "4", "--seconds", "60", "--seed", "4",
      "--rhythm",
      "sinus", "--activity", "rest", "--ppg-rate", "50",
    ])
    try #require(made.code == 0, "\(made.err)")
    _ = try """
    {"schemaVersion": 1, "name": "ladders", "seed": 3,
     "datasets": [{"dataset": "hreval-hdf5", "root": "data"}],
     "windows": {"windowSeconds": 20, "hopSeconds": 10},
     "scenarios": ["clean", \(ScenarioLadder.all.map(\.json).joined(separator: ",\n"))],
     "detectors": [{"label": "fft", "extractor": "red", "detector": "fft"},
                   {"label": "peak", "extractor": "red", "detector": "peak"}],
     "report": {"formats": ["csv"]}}
    """.written(to: folder + "/ladders.json")
    let ending = try Program.run(
      ["run", "ladders.json", "--quiet", "--jobs", "2", "--output", "out"], in: folder)
    try #require(ending.code == 0, "\(ending.err)")
    var rows: [String: [String: [String]]] = [:]
    var errors: [String: [Double]] = [:]
    var misses: [String: [Bool]] = [:]
    let text = try String(contentsOfFile: folder + "/out/windows.csv", encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline)
    for line in lines.dropFirst() {
      // Labels with a comma are quoted.
      let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
      let label = quoted.count == 3 ? String(quoted[1]) : nil
      let plain = label == nil ? String(line) : "\(quoted[0])LABEL\(quoted[2])"
      var cells = plain.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let scenario = label ?? cells[2]
      let (number, detector) = (cells[3], cells[4])
      if let reference = Double(cells[7]) {
        let error = Double(cells[8]).map { abs($0 - reference) }
        if let error { errors["\(scenario)/\(detector)", default: []].append(error) }
        misses["\(scenario)/\(detector)", default: []].append((error ?? .infinity) > 5)
      }
      cells[2...3] = []
      rows[scenario, default: [:]][number, default: []].append(cells.joined(separator: ","))
    }
    self.rows = rows.mapValues { repeats in repeats.keys.sorted().compactMap { repeats[$0] } }
    self.errors = errors
    self.misses = misses
  }

  func errorBPM(_ scenario: String, _ detector: String) -> Double? {
    guard let found = errors["\(scenario)/\(detector)"], !found.isEmpty else { return nil }
    return found.reduce(0, +) / Double(found.count)
  }

  func missedShare(_ scenario: String, _ detector: String) -> Double {
    guard let found = misses["\(scenario)/\(detector)"], !found.isEmpty else { return 1 }
    return Double(found.count { $0 }) / Double(found.count)
  }
}
