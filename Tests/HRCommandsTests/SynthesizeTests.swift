import HRTestSupport
import Foundation
import HRRecordings
import HRSignals
import Testing
import HRReporting

/// `hreval synthesize` as users call it; its presets are tested in `HRSynthesisTests`.
@Suite struct SynthesizeTests {
  /// Returns the problems, a line each, without the usage that follows.
  static func refusal(_ options: [String]) throws -> [String] {
    let ending = try Program.run(["synthesize", "--output", NSTemporaryDirectory() + "never"] + options)
    #expect(ending.code == 64)
    #expect(!FileManager.default.fileExists(atPath: NSTemporaryDirectory() + "never"))
    return ending.err.replacing("error: ", with: "").split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("Usage:") && !$0.hasPrefix("  See") }
  }

  @Test func choicesReachTheRecordings() throws {
    try withTemporaryFolder { folder in
      let made = try Program.run([
        "synthesize", "--output", folder, "--count", "2", "--seconds", "20", "--ppg-rate", "50", "--rhythm",
        "bigeminy", "--skin-tone", "dark", "--perfusion", "0.3", "--waveform", "neurokit", "--protocol",
        "0:60,10:90",
      ])
      #expect(made.code == 0 && made.err.contains("2 recordings of 20 s as HDF5"), "\(made.err)")
      let read = try Program.run([
        "inspect", ProjectFolder.root.path + "/datasets/hreval-hdf5", "--root", folder,
      ])
      #expect(read.code == 0, "\(read.err)")
      for word in ["bigeminy", "V-VI", "given"] { #expect(read.out.contains(word), "\(word) in \(read.out)") }
    }
  }

  @Test(arguments: ["edf", "npy"])
  func otherFormatsAreReadBack(_ format: String) throws {
    try withTemporaryFolder { folder in
      let made = try Program.run([
        "synthesize", "--output", folder, "--count", "1", "--seconds", "10", "--format", format,
      ])
      #expect(
        made.code == 0 && made.err.contains("1 recordings of 10 s as \(format.uppercased())"), "\(made.err)")
      let read = try Program.run([
        "inspect", ProjectFolder.root.path + "/datasets/hreval-\(format)", "--root", folder,
      ])
      #expect(read.code == 0 && read.out.contains("1250 samples at 125 Hz"), "\(read.out)\(read.err)")
    }
  }

  @Test func wfdbIsReadBack() throws {
    try withTemporaryFolder { folder in
      let made = try Program.run([
        "synthesize", "--output", folder, "--count", "1", "--seconds", "10", "--format", "wfdb",
      ])
      #expect(made.code == 0 && made.err.contains("1 recordings of 10 s as WFDB"), "\(made.err)")
      let read = try Program.run([
        "inspect", ProjectFolder.root.path + "/datasets/hreval-wfdb", "--root", folder,
      ])
      #expect(read.code == 0 && read.out.contains("1250 samples at 125 Hz"), "\(read.out)\(read.err)")
    }
  }

  /// Options that state a default change nothing.
  @Test func defaultsMayBeSaid() throws {
    try withTemporaryFolder { folder in
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
        "--protocol: \"60:15\": the rate must be in 30...220 bpm.",
        "--protocol: \"x\" is not SECONDS:BPM, such as 60:150.",
        "--protocol and --activity both say how the heart rate goes; give one of them.",
        "--waveform takes bells, neurokit, not \"saw\".", "--count must be in 1...100000.",
        "--seconds must be in 1...86400.", "--ppg-rate must be in 1...4000 Hz.",
        "--camera-rate must be in 1...4000 Hz.",
      ])
  }

  /// The frames' bytes, averaged here, are the values that a descriptor reads; the rest is as without frames.
  @Test func framesAreReadBack() throws {
    try withTemporaryFolder { folder in
      let options = ["--count", "2", "--seconds", "4", "--seed", "9"]
      let made = try Program.run(["synthesize", "--output", folder + "/a", "--frames", "12x8"] + options)
      #expect(
        made.code == 0 && made.err.contains("2 recordings of 4 s as HDF5, with frames of 12x8 pixels in"),
        "\(made.err)")
      #expect(try Program.run(["synthesize", "--output", folder + "/b"] + options).code == 0)
      func read(_ name: String, _ set: String) throws -> [Recording] {
        let dataset = try Dataset.load(
          path: ProjectFolder.root.path + "/datasets/\(name)/dataset.json", root: folder + "/" + set)
        return try dataset.recordings.map { try dataset.load($0) }
      }
      let usual = try read("hreval-hdf5", "b")
      #expect(try read("hreval-hdf5", "a") == usual && usual.count == 2)
      for recording in try read("synthetic-frames", "a") {
        let frames = try HDF5File(folder + "/a/\(recording.id).h5").numbers(at: "/camera/frames")
        #expect(frames.dimensions == [120, 8, 12, 3])
        for (colour, kind) in [ChannelKind.red, .green, .blue].enumerated() {
          let means = (0..<120).map { frame in
            (0..<96).map { frames.values[(frame * 96 + $0) * 3 + colour] }.reduce(0, +) / 96
          }
          #expect(recording.channels[kind] == .uniform(Signal(samples: means, sampleRate: 30)), "\(kind)")
          #expect((5...250).contains(means[0]))
        }
      }
    }
  }

  @Test(arguments: [
    (["--frames", "48"], ["--frames takes WIDTHxHEIGHT in pixels, such as 48x36, not \"48\"."]),
    (["--frames", "1x36"], ["--frames must have sides of 2 to 640 pixels, not 1 and 36."]),
    (
      ["--frames", "640x480"],
      [
        "--frames: the frames of one recording would take 3317760000 bytes; at most 1073741824 are made."
      ]
    ),
    (
      ["--frames", "48x36", "--format", "csv"],
      ["--frames goes with --format hdf5 or video: the other formats have no place for frames."]
    ),
    (
      ["--frames", "48x36", "--format", "both"],
      ["--frames goes with --format hdf5 or video: the other formats have no place for frames."]
    ),
    (
      ["--frames", "48x36", "--preset", "rrsynth"],
      ["--preset rrsynth is a fixed set; leave out --frames."]
    ),
  ])
  func framesThatAreRefused(_ options: [String], _ problems: [String]) throws {
    #expect(try Self.refusal(options) == problems)
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
