/// Files that a run leaves for later: its store, finished or not, and the files beside it.
enum StoreRoles {
  static func roles(_ seeds: Seeds) throws -> [FileAttack.Role] {
    let run = seeds.run
    let recordings = seeds.recordings
    let store = try Folder.bytes("\(run)/units.store")
    let baseline = seeds.baseline
    return [
      FileAttack.Role(
        name: "store", seeds: [store], ending: ".store", mutate: StoreMutator.mutate,
        commands: { bytes, folder, dice in
          try lay(bytes, "units.store", run: run, in: folder)
          switch dice.below(5) {
          case 0: return [["compare", "out"]]
          case 1: return [["baseline", "out"]]
          case 2:
            try Folder.write(baseline, to: "\(folder)/baseline.json")
            return [["gate", "out", "--baseline", "baseline.json"]]
          default: return [["report", "out"]]
          }
        }),
      FileAttack.Role(
        name: "partial", seeds: [store], ending: ".store", mutate: StoreMutator.mutate,
        commands: { bytes, folder, dice in
          try Folder.make("\(folder)/out")
          let isFinished = dice.chance(oneIn: 3)
          try Folder.write(bytes, to: "\(folder)/out/\(isFinished ? "units.store" : "units.partial")")
          // The same name as in the finished run, since another name would make another run.
          try Folder.link(recordings, as: "\(folder)/recordings")
          try Folder.write(Descriptors.ownHDF5, to: "\(folder)/dataset.json")
          try Folder.write(
            ExperimentTexts.small(dataset: "dataset.json", root: "recordings"),
            to: "\(folder)/experiment.json")
          return [["run", "experiment.json", "--resume", "--output", "out", "--quiet"]]
        }),
      FileAttack.Role(
        name: "beside", seeds: try ["results.json", "run.json"].map { try Folder.bytes("\(run)/\($0)") },
        ending: ".json",
        mutate: { bytes, dice in ByteMutator(for: []).mutate(bytes, with: store, &dice) },
        commands: { bytes, folder, dice in
          try lay(bytes, dice.pick(["results.json", "run.json"]), run: run, in: folder)
          // The same name as in the finished run, since another name would make another run.
          try Folder.link(recordings, as: "\(folder)/recordings")
          try Folder.write(Descriptors.ownHDF5, to: "\(folder)/dataset.json")
          try Folder.write(
            ExperimentTexts.small(dataset: "dataset.json", root: "recordings"),
            to: "\(folder)/experiment.json")
          return [
            dice.chance(oneIn: 2)
              ? ["report", "out"] : ["run", "experiment.json", "--output", "out", "--quiet"]
          ]
        }),
    ]
  }

  /// Writes a copy of a run's folder with one file replaced.
  private static func lay(_ bytes: [UInt8], _ name: String, run: String, in folder: String) throws(Folder
    .Problem)
  {
    try Folder.copy(run, to: "\(folder)/out")
    try Folder.write(bytes, to: "\(folder)/out/\(name)")
  }
}
