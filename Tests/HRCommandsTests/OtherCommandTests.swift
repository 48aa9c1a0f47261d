import HRTestSupport
import Foundation
import Testing

@Suite struct OtherCommandTests {
  @Test func detectPrintsReadingsAsCSV() throws {
    try withProject(count: 2) { folder in
      let ending = try Program.run(
        [
          "detect", "hreval-hdf5:s01", "--detector", "fft", "--root", "data", "--window", "10", "--set",
          "lowCutoffHz=0.6",
        ],
        in: folder)
      #expect(ending.code == 0, "\(ending.err)")
      let rows = ending.out.split(separator: "\n")
      #expect(rows[0] == "recording,startSeconds,endSeconds,bpm,confidence,outcome")
      #expect(rows.count == 1 + 7)
      for row in rows.dropFirst() {
        let cells = row.split(separator: ",", omittingEmptySubsequences: false)
        #expect(cells.count == 6)
        #expect(cells[5] == "value")
        #expect((40...180).contains(try #require(Double(cells[3]))))
      }
    }
  }

  @Test func detectSaysWhatIsWrong() throws {
    try withProject(count: 1) { folder in
      let detector = try Program.run(
        ["detect", "hreval-hdf5", "--detector", "ftf", "--root", "data"], in: folder)
      #expect(detector.code == 2)
      #expect(detector.err.contains("did you mean \"fft\""))
      let recording = try Program.run(
        ["detect", "hreval-hdf5:zz", "--detector", "fft", "--root", "data"], in: folder)
      #expect(recording.code == 2)
      let parameter = try Program.run(
        ["detect", "hreval-hdf5", "--detector", "fft", "--root", "data", "--set", "lowCutoffHz=77"],
        in: folder)
      #expect(parameter.code == 2)
      #expect(parameter.err.contains("outside its range"))
    }
  }

  @Test func inspectShowsChannelsAndReference() throws {
    try withProject(count: 1) { folder in
      let ending = try Program.run(
        ["inspect", "hreval-hdf5", "--root", "data", "--picture", "p.svg"], in: folder)
      #expect(ending.code == 0, "\(ending.err)")
      #expect(ending.out.contains("beats"))
      #expect(ending.out.contains("at 50 Hz"))
      #expect(ending.out.contains("▁"))
      let picture = try #require(FileManager.default.contents(atPath: folder + "/p.svg"))
      #expect(XMLReading(String(decoding: picture, as: UTF8.self)).problem == nil)
    }
  }

  @Test(arguments: [("", "unit not known", "null"), (#", "unit": "mg""#, "1 to 1.02 g", "\"g\"")])
  func inspectSaysTheUnitOfAnAccelerometer(_ unit: String, _ said: String, _ json: String) throws {
    try withTemporaryFolder { folder in
      let descriptor =
        #"{"schemaVersion": 1, "name": "axis", "files": [{"path": "{recording}.csv", "sampleRate": 10}], "#
        + "\"channels\": {\"accelerometerX\": {\"column\": \"v\"\(unit)}}}"
      try Data(descriptor.utf8).write(to: URL(fileURLWithPath: folder + "/dataset.json"))
      let rows = (0..<100).map { "\(1000 + $0 % 3 * 10)\n" }.joined()
      try Data("v\n\(rows)".utf8).write(to: URL(fileURLWithPath: folder + "/r.csv"))
      let ending = try Program.run(["inspect", "dataset.json"], in: folder)
      #expect(ending.code == 0 && ending.out.contains(said), "\(ending.out) \(ending.err)")
      let lines = try Program.run(["inspect", "dataset.json", "--json"], in: folder).out
      #expect(lines.filter { $0 != " " }.contains("\"unit\":\(json)"), "\(lines)")
    }
  }

  @Test(arguments: [
    "detectors", "filters", "extractors", "qualities", "scenarios", "metrics", "readers", "datasets",
    "findings",
  ])
  func listsEveryKind(_ kind: String) throws {
    let ending = try Program.run(["list", kind])
    #expect(ending.code == 0)
    #expect(ending.out.split(separator: "\n").count > 2)
    let json = try Program.run(["list", kind, "--json"])
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.out.utf8)) }
  }

  @Test func listsOneWithItsParameters() throws {
    let ending = try Program.run(["list", "detectors", "fft"])
    #expect(ending.out.contains("lowCutoffHz"))
    #expect(ending.out.contains("default 0.7"))
    #expect(ending.out.contains("42 to 210 bpm with its defaults; a rate outside counts as failed"))
    let unbounded = try Program.run(["list", "detectors", "heartpy"])
    #expect(unbounded.out.contains("any rate: its method sets no bound"))
    let wrong = try Program.run(["list", "detectors", "ftt"])
    #expect(wrong.code == 2)
    #expect(wrong.err.contains("did you mean \"fft\""))
  }

  @Test func aNameAloneIsFoundWhateverItIs() throws {
    let fft = try Program.run(["list", "fft"])
    #expect(fft.out.hasPrefix("detector fft\n") && fft.out.contains("lowCutoffHz"))
    let json = try Program.run(["list", "butterworth", "--json"])
    #expect(json.out.hasPrefix("{\n  \"filters\": [\n"), "\(json.out)")
    for (typed, meant) in [("fftt", "fft"), ("butterwroth", "butterworth"), ("detector", "detectors")] {
      let wrong = try Program.run(["list", typed])
      #expect(wrong.code == 2 && wrong.err.contains("there is nothing called \"\(typed)\""))
      #expect(wrong.err.contains("did you mean \"\(meant)\"?"))
    }
    let kind = try Program.run(["list", "detectrs", "fft"])
    #expect(kind.code == 64 && kind.err.contains("Did you mean \"detectors\"?"))
  }

  /// The request of the shell's script to the program when the key is pressed.
  @Test(
    arguments: [
      (["detect", "--", "--detector"], "fft.sw", ["fft.swasthicare"]),
      (["detect", "--", "--extractor"], "chrom.p", ["chrom.pyvhr"]),
      (["inspect", "--", "--scenario"], "white", ["whiteBalance", "whiteNoise"]),
      (["inspect", "--", "positional@0"], "uw", ["uw-oximetry"]),
      (["inspect", "--", "positional@0"], "datasets/uw", ["datasets/uw-oximetry"]),
      (["list", "--", "positional@0"], "qual", ["qualities"]),
    ])
  func completionKnowsNames(_ place: [String], _ begun: String, _ offered: [String]) throws {
    let words = ["hreval", place[0], place[2], begun]
    let ending = try Program.run(
      ["---completion"] + place + ["3", "\(begun.count)"] + words, environment: ["SAP_SHELL": "bash"])
    #expect(ending.code == 0, "\(ending.err)")
    #expect(
      ending.out.split(whereSeparator: \.isNewline).map(String.init).sorted() == offered, "\(ending.out)")
  }

  @Test func completionOfANameKnowsItsKind() throws {
    let words = ["hreval", "list", "qualities", "skew"]
    let ending = try Program.run(
      ["---completion", "list", "--", "positional@1", "3", "4"] + words, environment: ["SAP_SHELL": "bash"])
    #expect(ending.out == "skewness\n", "\(ending.out)\(ending.err)")
  }

  @Test func synthesizeIsDeterministic() throws {
    try withProject(count: 2) { folder in
      let again = try Program.run([
        "synthesize", "--output", folder + "/again", "--count", "1", "--seconds", "40", "--seed", "4",
        "--format", "both",
        "--ppg-rate", "50",
      ])
      #expect(again.code == 0)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/again").sorted()
      #expect(files.count >= 3)
      for file in files {
        #expect(
          FileManager.default.contents(atPath: folder + "/again/" + file)
            == FileManager.default.contents(atPath: folder + "/data/" + file), "\(file)")
      }
    }
    let wrong = try Program.run(["synthesize", "--output", NSTemporaryDirectory() + "x", "--ppg-rate", "0"])
    #expect(wrong.code == 64 && wrong.err.contains("--ppg-rate must be in 1...4000 Hz"))
  }

  @Test func schemasAreJSON() throws {
    for kind in ["experiment", "dataset", "results", "baseline"] {
      let ending = try Program.run(["schema", kind])
      #expect(ending.code == 0)
      #expect(try Program.run(["schema", kind, "--markdown"]).out.contains("| member | type | meaning |"))
      let object = try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? NSDictionary
      #expect(object?["$schema"] != nil)
    }
  }
}
