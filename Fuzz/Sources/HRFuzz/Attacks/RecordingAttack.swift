/// Damaged recordings, HDF5 or CSV, through `inspect` and `run`.
final class RecordingAttack: Attack {
  let name: String
  let share: Double
  private let layouts: [RecordingLayout]
  /// Output for sound recordings alone, by layout.
  private var blocks: [[String]] = []
  private var rows: [[String]] = []
  private static let mutantsPerBatch = 20

  private enum Way: Equatable {
    case inspect
    case run(comparingJobs: Bool)
  }

  init(_ name: String, share: Double, _ layouts: [RecordingLayout], on bench: Bench) throws {
    self.name = name
    self.share = share
    self.layouts = layouts
    for layout in layouts {
      let batch = try RecordingBatch(layout, mutants: [], in: bench.place(for: "\(name)-\(layout.name)"))
      let seen = try batch.inspected(on: bench)
      blocks.append(RecordingBatch.soundBlocks(seen.outputText))
      let ran = layout.isForRun ? try batch.ran(into: "out", jobs: 1, on: bench) : nil
      rows.append(batch.soundRows(of: "out"))
      // Files of other storage are sound, but some of it is not supported; their output need only be the same each
      // time.
      guard [0, 1, 2].contains(seen.code), !layout.isForRun || (seen.code == 0 && ran?.code == 0),
        blocks[blocks.count - 1].count == RecordingBatch.soundNames.count
      else {
        throw Seeds.Problem(
          reason:
            "the seeds of \(name), \(layout.name), are not sound: \(seen.errorText)\(ran?.errorText ?? "")")
      }
    }
  }

  func strike(_ number: Int, on bench: Bench) throws -> Tally {
    var dice = bench.dice(name, number)
    let choice = number % layouts.count
    let mutants = (0..<Self.mutantsPerBatch).map { _ in layouts[choice].mutant(&dice) }
    let way: Way =
      layouts[choice].isForRun && dice.chance(oneIn: 5)
      ? .run(comparingJobs: dice.chance(oneIn: 3)) : .inspect
    let label = "\(name)-\(number)"
    var tally = try judged(mutants, choice, way, label, bench)
    tally.culprit = { family in try self.culprit(family, of: mutants, choice, way, label, bench) }
    return tally
  }

  func judge(_ file: KeptFile, on bench: Bench) throws -> Tally? {
    guard let choice = layouts.firstIndex(where: { $0.name == file.role }) else { return nil }
    // The file replaces the part whose ending it has, else the first.
    let parts = layouts[choice].recordings[0]
    let part = parts.firstIndex { file.name.hasSuffix($0.suffix) } ?? 0
    let mutant = Mutant(recording: 0, part: part, bytes: file.bytes, length: nil)
    var tally = try judged([mutant], choice, .inspect, "\(name)-kept", bench)
    guard layouts[choice].isForRun else { return tally }
    tally += try judged([mutant], choice, .run(comparingJobs: true), "\(name)-kept", bench)
    return tally
  }

  // MARK: One batch

  private func judged(
    _ mutants: [Mutant], _ choice: Int, _ way: Way, _ label: String, _ bench: Bench
  ) throws -> Tally {
    let batch = try RecordingBatch(layouts[choice], mutants: mutants, in: bench.place(for: label))
    var tally = Tally()
    tally.mutants = mutants.count
    switch way {
    case .inspect:
      let outcome = try batch.inspected(on: bench)
      tally.add(outcome, bench)
      if RecordingBatch.soundBlocks(outcome.outputText) != blocks[choice] {
        tally.object("a sound recording is shown otherwise than alone", outcome, bench)
      }
    case .run(let comparingJobs):
      tally.runs = mutants.count
      let outcome = try batch.ran(into: "out", jobs: 1, on: bench)
      tally.add(outcome, bench, files: "\(batch.folder)/out")
      // If every recording failed, there is no file; but sound ones are among them.
      if batch.soundRows(of: "out") != rows[choice] {
        tally.object("a sound recording has other rows than alone", outcome, bench)
      }
      guard comparingJobs else { break }
      let other = try batch.ran(into: "out2", jobs: 2, on: bench)
      tally.add(other, bench)
      let results = ["out", "out2"].map { try? Folder.bytes("\(batch.folder)/\($0)/results.json") }
      // Work of about the time limit may pass once and fail once, which is no fault of the program.
      if results[0] != results[1], !results.contains(where: TextScan.tellsOfSilence) {
        tally.object("results.json depends on --jobs", other, bench)
      }
    }
    return tally
  }

  // MARK: The one that did it

  private func culprit(
    _ family: String, of mutants: [Mutant], _ choice: Int, _ way: Way, _ label: String, _ bench: Bench
  ) throws -> KeptFile? {
    for mutant in mutants {
      guard try judged([mutant], choice, way, label + "-alone", bench).holds(family) else { continue }
      let part = layouts[choice].recordings[mutant.recording][mutant.part]
      let bytes = Shrinker(seconds: 10).shrunk(mutant.bytes, from: part.bytes) { bytes in
        var smaller = mutant
        smaller.bytes = bytes
        return (try? judged([smaller], choice, way, label + "-alone", bench).holds(family)) == true
      }
      return KeptFile(name: "\(layouts[choice].name)-\(label)\(part.suffix)", bytes: bytes)
    }
    return nil
  }
}
