/// A data set of damaged recordings with sound ones among them, whose results must be as if they were alone.
struct RecordingBatch {
  let layout: RecordingLayout
  let mutants: [Mutant]
  let folder: String

  static let soundNames = ["u1", "u2", "u3"]

  init(_ layout: RecordingLayout, mutants: [Mutant], in folder: String) throws(Folder.Problem) {
    self.layout = layout
    self.mutants = mutants
    self.folder = folder
    try Folder.make("\(folder)/data")
    try Folder.write(layout.descriptor, to: "\(folder)/dataset.json")
    try Folder.write(
      ExperimentTexts.small(dataset: "dataset.json", root: "data"), to: "\(folder)/experiment.json")
    for (index, name) in Self.soundNames.enumerated() {
      for part in layout.recordings[index % layout.recordings.count] {
        try Folder.write(layout.written(part.bytes, for: name), to: "\(folder)/data/\(name)\(part.suffix)")
      }
    }
    for (index, mutant) in mutants.enumerated() {
      for (place, part) in layout.recordings[mutant.recording].enumerated() {
        let name = Self.name(index)
        let path = "\(folder)/data/\(name)\(part.suffix)"
        if place == mutant.part {
          try Folder.write(layout.written(mutant.bytes, for: name), to: path, length: mutant.length)
        } else {
          try Folder.write(layout.written(part.bytes, for: name), to: path)
        }
      }
    }
  }

  private static func name(_ index: Int) -> String { "m\(index < 9 ? "0" : "")\(index + 1)" }

  private var mostSeconds: Double { 30 + 8 * Double(mutants.count) }

  // MARK: Calls

  func inspected(on bench: Bench) throws -> Outcome {
    try bench.call(
      Invocation(
        arguments: ["inspect", "dataset.json", "--root", "data", "--timeout", "5"], folder: folder,
        mostSeconds: mostSeconds))
  }

  /// - Parameter output: folder, relative to the case's.
  func ran(into output: String, jobs: Int, on bench: Bench) throws -> Outcome {
    try bench.call(
      Invocation(
        arguments: [
          "run", "experiment.json", "--output", output, "--quiet", "--timeout", "5", "--jobs", "\(jobs)",
        ], folder: folder, mostSeconds: 2 * mostSeconds))
  }

  // MARK: Output for sound recordings

  /// Returns the output of `inspect` for each sound recording.
  static func soundBlocks(_ output: String) -> [String] {
    var blocks: [String] = []
    var isSound = false
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.hasPrefix(" "), !line.isEmpty {
        isSound = soundNames.contains(String(line))
        if isSound { blocks.append("") }
      }
      if isSound, !line.isEmpty { blocks[blocks.count - 1] += line + "\n" }
    }
    return blocks
  }

  /// The sound recordings' lines of `windows.csv`.
  func soundRows(of output: String) -> [String] { Self.soundRows(inFile: "\(folder)/\(output)/windows.csv") }

  static func soundRows(inFile path: String) -> [String] {
    guard let bytes = try? Folder.bytes(path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init).filter { line in
      soundNames.contains { line.hasPrefix($0 + ",") }
    }
  }
}
