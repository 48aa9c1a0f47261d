import HRTestSupport
import Foundation
import Testing

@Suite struct InputTests {
  @Test func checkReportsTenMistakesWithTheirPlaces() throws {
    try withProject(count: 1) { folder in
      let text = """
        {
          "schemaVersion": 2,
          "name": "a/b",
          "sede": 3,
          "datasets": ["hrevl-hdf5", {"dataset": "hreval-hdf5", "root": "data", "root": "data"}],
          "windows": {"windowSeconds": "30", "hopSeconds": 0},
          "scenarios": [{"scenario": "whiteNoise", "parameters": {"snrDecibels": [10, 1000]}}],
          "detectors": [
            "ftt",
            {"detector": "fft", "parameters": {"lowCutofHz": 0.9}},
            {"detector": "peak", "extractor": "rde"}
          ]
        }
        """
      let path = try text.written(to: folder + "/wrong.json")
      let ending = try Program.run(["check", path])
      #expect(ending.code == 2)
      let places = ending.err.split(separator: "\n").filter {
        $0.contains("--> ") && $0.contains("wrong.json:")
      }
      #expect(places.count == 11, "\(ending.err)")
      let lines = places.compactMap { line in
        line.split(separator: "wrong.json:").last?.split(separator: ":").first.flatMap { Int($0) }
      }
      #expect(lines == [2, 3, 4, 5, 5, 6, 6, 7, 9, 10, 11])
      for hint in ["\"seed\"", "\"fft\"", "\"lowCutoffHz\"", "\"red\"", "\"hreval-hdf5\""] {
        #expect(ending.err.contains("did you mean \(hint)"), "\(hint) in \(ending.err)")
      }
    }
  }

  @Test func checkPrintsThePlan() throws {
    try withProject(count: 2) { folder in
      let path = try experiment().written(to: folder + "/trial.json")
      let ending = try Program.run(["check", path])
      #expect(ending.code == 0, "\(ending.err)")
      // The subject is an attribute of each file, and only one of them was opened.
      #expect(ending.out.contains("2 recordings (subjects are stated inside the files), reference beats"))
      #expect(
        ending.out.contains("opened s01, the smallest: 40 s")
          || ending.out.contains("opened s02, the smallest"))
      #expect(ending.out.contains("4 units of work"))
      let limited = try Program.run(["check", path, "--limit", "1"])
      #expect(limited.out.contains("1 recording of 1 subject"))
      #expect(limited.out.contains("opened s01, the only one: 40 s"))
    }
  }

  @Test(
    arguments: [
      ("{", "not valid JSON"), ("", "empty"), ("[1]", "expected an object"), ("hello", "not valid JSON"),
      (#"{"schemaVersion": 1}"#, "lacks the key \"datasets\""),
    ] as [(String, String)])
  func refusesWhatIsNoExperiment(_ text: String, _ words: String) throws {
    let folder = FileManager.default.temporaryDirectory.path
    let path = try text.written(to: folder + "/hreval-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(atPath: path) }
    for command in ["check", "run"] {
      let ending = try Program.run([command, path])
      #expect(ending.code == 2)
      #expect(ending.err.contains(words), "\(ending.err)")
    }
  }

  @Test func refusesFilesThatCannotBeRead() throws {
    let missing = try Program.run(["run", "/nowhere/x.json"])
    #expect(missing.code == 2)
    #expect(missing.err.contains("does not exist"))
    let folder = try Program.run(["check", FileManager.default.temporaryDirectory.path])
    #expect(folder.code == 2)
    #expect(folder.err.contains("found a folder"))
    #expect(try Program.run(["run"]).code == 64)
    #expect(try Program.run(["rnu", "x.json"]).code == 64)
    #expect(try Program.run(["run", "x.json", "--jobs", "0"]).code == 64)
  }

  @Test func saysWhichChannelsAreMissing() throws {
    try withProject(count: 1) { folder in
      let path = try experiment(
        detectors: #"[{"detector": "fft", "extractor": "infrared"}]"#,
        dataset: #"{"dataset": "hreval-csv", "root": "data"}"#
      ).written(to: folder + "/t.json")
      let ending = try Program.run(["check", path])
      #expect(ending.code == 2)
      #expect(ending.err.contains("needs infrared, which the data set \"hreval-csv\" lacks"), "\(ending.err)")
    }
  }

  @Test func saysWhenTheOutputCannotBeWritten() throws {
    try withProject(count: 1) { folder in
      let path = try experiment(detectors: #"["fft"]"#).written(to: folder + "/t.json")
      let file = try "x".written(to: folder + "/taken")
      let ending = try Program.run(["run", path, "--output", file + "/below"])
      #expect(ending.code == 2)
      #expect(ending.err.contains("cannot make the folder"), "\(ending.err)")
    }
  }
}
