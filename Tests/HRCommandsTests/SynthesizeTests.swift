import Foundation
import Testing

/// `hreval synthesize` as people call it; what the presets make is tested in `HRSynthesisTests`.
@Suite struct SynthesizeTests {
  static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "hreval-made-\(UUID().uuidString)"
    ).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  /// What was wrong, a line each, without the usage that follows.
  static func refusal(_ options: [String]) throws -> [String] {
    let ending = try Program.run(["synthesize", "--output", NSTemporaryDirectory() + "never"] + options)
    #expect(ending.code == 64)
    #expect(!FileManager.default.fileExists(atPath: NSTemporaryDirectory() + "never"))
    return ending.err.replacing("Error: ", with: "").split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("Usage:") && !$0.hasPrefix("  See") }
  }

  @Test func choicesReachTheRecordings() throws {
    try Self.withFolder { folder in
      let made = try Program.run([
        "synthesize", "--output", folder, "--count", "2", "--seconds", "20", "--ppg-rate", "50", "--rhythm",
        "bigeminy", "--skin-tone", "dark", "--perfusion", "0.3", "--waveform", "neurokit", "--protocol",
        "0:60,10:90",
      ])
      #expect(made.code == 0 && made.err.contains("2 recordings of 20 s as HDF5"), "\(made.err)")
      let read = try Program.run([
        "inspect", Program.root.path + "/datasets/hreval-hdf5", "--root", folder,
      ])
      #expect(read.code == 0, "\(read.err)")
      for word in ["bigeminy", "V-VI", "given"] { #expect(read.out.contains(word), "\(word) in \(read.out)") }
    }
  }

  /// Saying what is so anyway changes nothing.
  @Test func defaultsMayBeSaid() throws {
    try Self.withFolder { folder in
      let short = ["--count", "2", "--seconds", "5", "--format", "csv"]
      let said = [
        "--seed", "0", "--ppg-rate", "125", "--camera-rate", "30", "--skin-tone", "all", "--rhythm", "mixed",
        "--activity", "mixed", "--waveform", "bells",
      ]
      #expect(try Program.run(["synthesize", "--output", folder + "/a"] + short).code == 0)
      #expect(try Program.run(["synthesize", "--output", folder + "/b"] + short + said).code == 0)
      #expect(
        try Program.run(["synthesize", "--output", folder + "/c"] + short + ["--perfusion", "normal"]).code
          == 0)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/a").sorted()
      #expect(files.count >= 10)
      for file in files {
        let usual = FileManager.default.contents(atPath: folder + "/a/" + file)
        #expect(FileManager.default.contents(atPath: folder + "/b/" + file) == usual, "\(file)")
        #expect(FileManager.default.contents(atPath: folder + "/c/" + file) == usual, "\(file)")
      }
    }
  }

  @Test func allProblemsAreSaidAtOnce() throws {
    let lines = try Self.refusal([
      "--count", "0", "--seconds", "0", "--ppg-rate", "0", "--camera-rate", "nan", "--skin-tone", "drak",
      "--perfusion", "strong", "--rhythm", "sinsu", "--activity", "swimming", "--protocol", "0:60,60:15,x",
      "--waveform", "saw",
    ])
    #expect(
      lines == [
        "--skin-tone takes light, medium, dark, all, not \"drak\"; did you mean \"dark\"?",
        "--perfusion takes normal, low, veryLow or a factor from 0 to 10, not \"strong\".",
        "--rhythm takes mixed, sinus, irregular, atrialFibrillation, bigeminy, trigeminy, ectopic, not "
          + "\"sinsu\"; did you mean \"sinus\"?",
        "--activity takes mixed, rest, ramp, recovery, restRampRecover, intervals, step, not \"swimming\".",
        "--protocol: \"60:15\": the rate must lie in 30...220 bpm.",
        "--protocol: \"x\" is not SECONDS:BPM, such as 60:150.",
        "--protocol and --activity both say how the heart rate goes; give one of them.",
        "--waveform takes bells, neurokit, not \"saw\".", "--count must lie in 1...100000.",
        "--seconds must lie in 1...86400.", "--ppg-rate must lie in 1...4000 Hz.",
        "--camera-rate must lie in 1...4000 Hz.",
      ])
  }

  @Test func theGridStandsAlone() throws {
    #expect(
      try Self.refusal(["--preset", "rrsynth", "--count", "3", "--seed", "1", "--rhythm", "sinus"]) == [
        "--preset rrsynth is a fixed set; leave out --count, --seed, --rhythm."
      ])
    #expect(
      try Self.refusal(["--preset", "rsynth"]) == [
        "--preset takes rrsynth, not \"rsynth\"; did you mean \"rrsynth\"?"
      ])
  }
}
