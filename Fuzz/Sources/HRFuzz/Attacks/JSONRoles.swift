/// JSON that people write or keep: experiments, descriptors, baselines, and the files of runs that a history reads.
enum JSONRoles {
  static func roles(_ seeds: Seeds) throws -> [FileAttack.Role] {
    let recordings = seeds.recordings
    let run = seeds.run
    let experiments = [
      ExperimentTexts.rich(dataset: "dataset.json", root: "recordings"),
      ExperimentTexts.small(dataset: "dataset.json", root: "recordings"),
      ExperimentTexts.spot(dataset: "dataset.json", root: "recordings"),
    ]
    return [
      role("experiment", experiments.map { Array($0.utf8) }) { bytes, folder, dice in
        try Folder.link(recordings, as: "\(folder)/recordings")
        try Folder.write(bytes, to: "\(folder)/experiment.json")
        try Folder.write(Descriptors.ownHDF5, to: "\(folder)/dataset.json")
        if dice.chance(oneIn: 12) {
          return [
            ["run", "experiment.json", "--limit", "2", "--quiet", "--output", "out", "--timeout", "20"]
          ]
        }
        return [["check", "experiment.json"]]
      },
      role("dataset", Descriptors.all.map { Array($0.utf8) }) { bytes, folder, dice in
        try Folder.link(recordings, as: "\(folder)/recordings")
        try Folder.write(bytes, to: "\(folder)/dataset.json")
        try Folder.write(
          ExperimentTexts.small(dataset: "dataset.json", root: "recordings"), to: "\(folder)/experiment.json")
        switch dice.below(12) {
        case 0: return [["run", "experiment.json", "--limit", "2", "--quiet", "--output", "out"]]
        case 1...5: return [["check", "experiment.json"]]
        case 6: return [["list", "datasets", "./dataset.json"]]
        case 7:
          return [["detect", "dataset.json", "--root", "recordings", "--detector", "fft", "--window", "8"]]
        default: return [["inspect", "dataset.json", "--root", "recordings"]]
        }
      },
      role("baseline", [seeds.baseline]) { bytes, folder, _ in
        try Folder.write(bytes, to: "\(folder)/baseline.json")
        try Folder.copy(run, to: "\(folder)/out")
        return [["gate", "out", "--baseline", "baseline.json"]]
      },
      role("results", [try Folder.bytes("\(run)/results.json")]) { bytes, folder, dice in
        try history(folder, run: run, "results.json", bytes, &dice)
      },
      role("runfile", [try Folder.bytes("\(run)/run.json")]) { bytes, folder, dice in
        try history(folder, run: run, "run.json", bytes, &dice)
      },
    ]
  }

  /// Writes two runs, one with a damaged file.
  private static func history(
    _ folder: String, run: String, _ file: String, _ bytes: [UInt8], _ dice: inout Dice
  ) throws -> [[String]] {
    for name in ["a", "b"] {
      try Folder.make("\(folder)/runs/\(name)")
      for kept in ["results.json", "run.json"] {
        try Folder.copy("\(run)/\(kept)", to: "\(folder)/runs/\(name)/\(kept)")
      }
    }
    try Folder.write(bytes, to: "\(folder)/runs/b/\(file)")
    return [dice.chance(oneIn: 2) ? ["history", "runs", "--output", "out"] : ["history", "runs"]]
  }

  private static func role(
    _ name: String, _ seeds: [[UInt8]],
    _ commands: @escaping (_ bytes: [UInt8], _ folder: String, _ dice: inout Dice) throws -> [[String]]
  ) -> FileAttack.Role {
    let trees = seeds.map { try? JSONReader.tree($0) }
    return FileAttack.Role(
      name: name, seeds: seeds, ending: ".json",
      mutate: { bytes, dice in
        guard let index = seeds.firstIndex(of: bytes), let tree = trees[index] else { return bytes }
        return JSONMutator.mutate(tree, &dice)
      }, commands: commands)
  }
}
