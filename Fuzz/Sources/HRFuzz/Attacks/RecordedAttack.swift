/// Damaged output of other programs, a file for each recording, through `check` and `run`.
final class RecordedAttack: Attack {
  let name = "recorded"
  let share = 1.0
  private static let mutantsPerBatch = 20
  private let recordings: [[UInt8]]
  private let expected: [String]

  private static let json = [
    #"{"pulse": {"rate": [{"time": 1.5, "value": 71.2, "confidence": 0.9, "stable": true}, {"time": 6, "value": 72, "confidence": 0.5}, {"time": 11.25, "value": 0}, {"time": 17, "value": 75.5}], "trace": [{"value": 0.5}, {"time": 4.1, "value": -1.5}, {"time": 8, "value": 2}, {"time": 12.5, "value": 1}, {"time": 17, "value": -3}], "strict": {"value": 72.5}}}"#,
    #"{"cardio": {"pulse_rate": [{"timestamp": "1500000", "value": 71.2, "confidence": 0.9}, {"timestamp": 7000000, "value": 72}, {"timestamp": 15000000, "value": null}], "arterial_pressure_trace": [{"timestamp": "33000", "value": 0.1, "confidence": 40}, {"timestamp": 5000000, "value": 1}, {"timestamp": 11000000, "value": -2}, {"timestamp": 16000000}]}, "version": "2"}"#,
    #"{"pulse": {"hr": {"10": {"value": 70.5, "confidence": 0.7}, "2": {"value": 69}, "15.5": {"value": 90, "confidence": 0.1}}, "hr_trace": {"9.5": {"value": 2}, "0": {"value": 0.5}, "4.033": {"value": 1}, "16": {"value": -1}}}, "breathing": {"rate": []}}"#,
  ].compactMap { try? JSONReader.tree(Array($0.utf8)) }
  private static let csv = Array(
    "time,value,confidence\n1,71.5,0.9\n5,72,\n9.5,0,0.1\n12,null,\n16,74.25,1\n".utf8)

  init(on bench: Bench) throws {
    recordings = try Seeds.ids.map { try Folder.bytes("\(bench.seeds.recordings)/\($0).h5") }
    let folder = try bench.place(for: "recorded-sound")
    try Self.lay([], recordings, in: folder)
    let outcome = try bench.call(Self.command(jobs: 1), in: folder)
    guard outcome.code == 0 else { throw Seeds.Problem(reason: "recorded output: \(outcome.errorText)") }
    expected = Self.soundRows(folder)
  }

  func strike(_ number: Int, on bench: Bench) throws -> Tally {
    var dice = bench.dice(name, number)
    let mutants = (0..<Self.mutantsPerBatch).map { _ in Self.mutant(&dice) }
    let label = "recorded-\(number)"
    var tally = try judged(mutants, label, bench)
    tally.culprit = { family in
      for (index, mutant) in mutants.enumerated()
      where try self.judged([mutant], label + "-alone", bench).holds(family) {
        let sound = mutant.ending == ".csv" ? Self.csv : []
        let small = Shrinker(seconds: 10).shrunk(mutant.bytes, from: sound) { bytes in
          (try? self.judged([(bytes, mutant.ending)], label + "-alone", bench).holds(family)) == true
        }
        return KeptFile(name: "\(label)-\(index)\(mutant.ending)", bytes: small)
      }
      return nil
    }
    return tally
  }

  func judge(_ file: KeptFile, on bench: Bench) throws -> Tally? {
    try judged([(file.bytes, file.name.hasSuffix(".csv") ? ".csv" : ".json")], "recorded-kept", bench)
  }

  private typealias File = (bytes: [UInt8], ending: String)

  private static func mutant(_ dice: inout Dice) -> File {
    dice.chance(oneIn: 2)
      ? (JSONMutator.mutate(dice.pick(json), &dice), ".json")
      : (TextMutator(delimiter: UInt8(ascii: ",")).mutate(csv, with: csv.reversed(), &dice), ".csv")
  }

  private func judged(_ mutants: [File], _ label: String, _ bench: Bench) throws -> Tally {
    let folder = try bench.place(for: label)
    try Self.lay(mutants, recordings, in: folder)
    var tally = Tally()
    tally.mutants = mutants.count
    tally.runs = mutants.count
    tally.add(try bench.call(["check", "experiment.json"], in: folder), bench)
    let outcome = try bench.call(Self.command(jobs: 1), in: folder)
    tally.add(outcome, bench, files: "\(folder)/out")
    let isRefused = outcome.code == 2
    if !isRefused, Self.soundRows(folder) != expected {
      tally.object("a recording with sound output has other rows than alone", outcome, bench)
    }
    return tally
  }

  private static func command(jobs: Int) -> [String] {
    ["run", "experiment.json", "--output", "out", "--quiet", "--jobs", "\(jobs)"]
  }

  private static func soundRows(_ folder: String) -> [String] {
    RecordingBatch.soundRows(inFile: "\(folder)/out/windows.csv")
  }

  private static func lay(_ mutants: [File], _ recordings: [[UInt8]], in folder: String) throws(Folder
    .Problem)
  {
    try Folder.make("\(folder)/data")
    try Folder.make("\(folder)/vendor")
    try Folder.write(Descriptors.ownHDF5, to: "\(folder)/dataset.json")
    try Folder.write(
      ExperimentTexts.recorded(dataset: "dataset.json", root: "data"), to: "\(folder)/experiment.json")
    for (index, name) in RecordingBatch.soundNames.enumerated() {
      try Folder.write(recordings[index], to: "\(folder)/data/\(name).h5")
      try Folder.write(json[index].written(), to: "\(folder)/vendor/\(name).json")
      try Folder.write(csv, to: "\(folder)/vendor/\(name).csv")
    }
    for (index, mutant) in mutants.enumerated() {
      let name = "m\(index < 9 ? "0" : "")\(index + 1)"
      try Folder.write(recordings[index % recordings.count], to: "\(folder)/data/\(name).h5")
      // A missing file is an abstention, so the file of the other format is left out.
      try Folder.write(mutant.bytes, to: "\(folder)/vendor/\(name)\(mutant.ending)")
    }
  }
}
