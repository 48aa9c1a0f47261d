/// Experiments, descriptors and command lines that ask for more than anybody can wait for.
enum ExperimentBombs {
  static let all: [Bomb] = [
    experiment("a million windows", #""hopSeconds": 4"#, #""hopSeconds": 0.00001"#),
    experiment("the shortest hop there is", #""hopSeconds": 4"#, #""hopSeconds": 5e-324"#),
    experiment(
      "repeats without end", #""scenario": "whiteNoise""#, #""scenario": "whiteNoise", "repeats": 1000000000"#
    ),
    experiment("ten thousand detectors", #"[ "fft", "peak" ]"#, detectors(10_000)),
    experiment(
      "a list nested a million deep", #"[ "fft", "peak" ]"#, String(repeating: "[", count: 1_000_000)),
    experiment(
      "a text of 50 MB", #""name": "small""#, "\"name\": \"\(String(repeating: "a", count: 50_000_000))\""),
    experiment("a number of 10 MB", #""seed": 3"#, "\"seed\": 1\(String(repeating: "0", count: 10_000_000))"),
    experiment(
      "a hundred thousand unknown keys", #""seed": 3"#,
      (0..<100_000).map { "\"k\($0)\": 1" }.joined(separator: ", ")),
    experiment(
      "a hundred thousand equal keys", #""seed": 3"#,
      (0..<100_000).map { _ in "\"seed\": 1" }.joined(separator: ", ")),
    experiment(
      "a sweep of a hundred thousand", "[10]", "[\((0..<100_000).map(String.init).joined(separator: ","))]"),
    experiment(
      "a product of sweeps of 10^12", #""scenario": "whiteNoise", "parameters": { "snrDecibels": [10] }"#,
      "\"steps\": [\(Array(repeating: #"{ "scenario": "whiteNoise", "parameters": { "snrDecibels": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } }"#, count: 12).joined(separator: ", "))]"
    ),
    experiment("windows of a day, a second apart", #""windowSeconds": 8"#, #""windowSeconds": 86400"#),
    Bomb(name: "a run of a million windows") { folder, seeds, _ in
      try lay(folder, seeds) { $0.replacing(#""hopSeconds": 4"#, with: #""hopSeconds": 0.00001"#) }
      return ["run", "experiment.json", "--output", "out", "--limit", "1", "--quiet"]
    },
    Bomb(name: "workers without end") { folder, seeds, _ in
      try lay(folder, seeds) { $0 }
      return ["run", "experiment.json", "--output", "out", "--jobs", "9223372036854775807", "--quiet"]
    },
    Bomb(name: "a limit without end") { folder, seeds, _ in
      try lay(folder, seeds) { $0 }
      return [
        "run", "experiment.json", "--output", "out", "--limit", "9223372036854775807", "--quiet", "--timeout",
        "1e308",
      ]
    },
    Bomb(name: "twenty thousand recordings") { folder, seeds, _ in
      try lay(folder, seeds) { $0.replacing(JSONTree.quoted(seeds.recordings), with: "\"data\"") }
      for index in 0..<20_000 { try Folder.write([], to: "\(folder)/data/r\(index).h5") }
      return ["check", "experiment.json"]
    },
    Bomb(name: "captures that fit in many ways") { folder, seeds, _ in
      let pattern = (0..<20).map { "{c\($0)}" }.joined(separator: "a")
      let descriptor = Descriptors.ownHDF5.replacing("{recording}.h5", with: pattern + "{recording}.h5")
      try Folder.write(descriptor, to: "\(folder)/dataset.json")
      for index in 0..<50 {
        try Folder.write([], to: "\(folder)/data/\(String(repeating: "a", count: 150 + index)).h")
      }
      return Bomb.inspect
    },
    Bomb(name: "stars that fit in many ways") { folder, seeds, _ in
      let descriptor = Descriptors.ownHDF5.replacing(
        "/channels/ppg", with: "/channels/" + String(repeating: "*", count: 300) + "x")
      try Folder.write(descriptor, to: "\(folder)/dataset.json")
      try Folder.write(seeds.hdf5[0].recordings[0][0].bytes, to: "\(folder)/data/b.h5")
      return Bomb.inspect
    },
    Bomb(name: "recorded output of 60 MB") { folder, seeds, _ in
      try Folder.write(Descriptors.ownHDF5, to: "\(folder)/dataset.json")
      try Folder.write(
        ExperimentTexts.recorded(dataset: "dataset.json", root: seeds.recordings),
        to: "\(folder)/experiment.json")
      try Folder.make("\(folder)/vendor")
      try Folder.write(
        #"{"pulse": {"rate": ["#
          + (0..<1_000_000).map { #"{"time": \#($0), "value": 70, "confidence": 0.5}"# }.joined(
            separator: ",") + "]}}",
        to: "\(folder)/vendor/s01.json")
      try Folder.write(
        "time,value\n" + (0..<3_000_000).map { "\($0),71\n" }.joined(), to: "\(folder)/vendor/s01.csv")
      return ["run", "experiment.json", "--output", "out", "--quiet", "--limit", "1"]
    },
    Bomb(name: "a store of 3 GB, a hole") { folder, seeds, _ in
      try Folder.copy(seeds.run, to: "\(folder)/out")
      try Folder.write(
        try Folder.bytes("\(folder)/out/units.store"), to: "\(folder)/out/units.store", length: 3 << 30)
      return ["report", "out"]
    },
    Bomb(name: "results.json of 3 GB, a hole") { folder, seeds, _ in
      try Folder.copy(seeds.run, to: "\(folder)/out")
      try Folder.write(
        try Folder.bytes("\(folder)/out/results.json"), to: "\(folder)/out/results.json", length: 3 << 30)
      return ["history", "out"]
    },
    Bomb(name: "an experiment of 3 GB, a hole") { folder, _, _ in
      try Folder.write(Array("{".utf8), to: "\(folder)/experiment.json", length: 3 << 30)
      return ["check", "experiment.json"]
    },
    Bomb(name: "an experiment that never ends") { _, _, _ in ["check", "/dev/zero"] },
    Bomb(name: "a data set that never ends") { folder, seeds, _ in
      try lay(folder, seeds) { $0.replacing("dataset.json", with: "/dev/zero") }
      return ["check", "experiment.json"]
    },
    Bomb(name: "recordings without end, made to order", mostSeconds: 20) { _, _, _ in
      ["synthesize", "--output", "out", "--count", "9223372036854775807", "--seconds", "1e300"]
    },
    Bomb(name: "one recording without end, made to order", mostSeconds: 20) { _, _, _ in
      ["synthesize", "--output", "out", "--count", "1", "--seconds", "1e9"]
    },
  ]

  private static func detectors(_ count: Int) -> String {
    "[\((0..<count).map { "{ \"label\": \"d\($0)\", \"detector\": \"fft\" }" }.joined(separator: ", ")), \"fft\"]"
  }

  /// Makes the small experiment with one piece of its text replaced, read by `check`.
  private static func experiment(_ name: String, _ piece: String, _ other: String) -> Bomb {
    Bomb(name: name) { folder, seeds, _ in
      try lay(folder, seeds) { $0.replacing(piece, with: other) }
      return ["check", "experiment.json"]
    }
  }

  private static func lay(_ folder: String, _ seeds: Seeds, _ change: (String) -> String) throws(Folder
    .Problem)
  {
    try Folder.write(Descriptors.ownHDF5, to: "\(folder)/dataset.json")
    try Folder.write(
      change(ExperimentTexts.small(dataset: "dataset.json", root: seeds.recordings)),
      to: "\(folder)/experiment.json")
  }
}
