import Foundation
import HRTestSupport
import Testing

/// A recording that needs more memory than allowed: a row with the number and the option, and the run goes on.
@Suite(.serialized) struct MemoryLimitTests {
  /// `small` has a pulse of 20 s; `large` declares 30 million samples, none of which the disk holds.
  private func with(_ body: (_ folder: String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let files = FileManager.default
      try files.createDirectory(atPath: folder + "/datasets/arrays", withIntermediateDirectories: true)
      let descriptor = """
        {"schemaVersion": 1, "name": "arrays", "files": [{"path": "{recording}.npy", "sampleRate": 50},
          {"name": "beats", "path": "{recording}_beats.csv"}],
         "channels": {"ppg": {"column": 0}}, "reference": [{"beats": {"file": "beats", "column": "beat_s"}}]}
        """
      _ = try descriptor.written(to: folder + "/datasets/arrays/dataset.json")
      let pulse = (0..<1000).map { sin(2 * Double.pi * Double($0) / 50) }
      try array(count: 1000, values: pulse, folder + "/datasets/arrays/small.npy")
      try array(count: 30_000_000, values: [], folder + "/datasets/arrays/large.npy")
      let beats = "beat_s\n" + (0...20).map { "\($0)\n" }.joined()
      for name in ["small", "large"] {
        _ = try beats.written(to: folder + "/datasets/arrays/\(name)_beats.csv")
      }
      _ = try experiment(detectors: #"["fft"]"#, scenarios: #"["clean"]"#, dataset: #""arrays""#)
        .written(to: folder + "/trial.json")
      try body(folder)
    }
  }

  private func array(count: Int, values: [Double], _ path: String) throws {
    let text = "{'descr': '<f8', 'fortran_order': False, 'shape': (\(count),), }"
    let header = text.padding(toLength: 117, withPad: " ", startingAt: 0) + "\n"
    var data = Data([0x93] + Array("NUMPY".utf8) + [1, 0, 118, 0] + Array(header.utf8))
    for value in values {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { data.append(contentsOf: $0) }
    }
    try data.write(to: URL(fileURLWithPath: path))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: UInt64(128 + 8 * count))
    try handle.close()
  }

  private func hreval(_ words: String, in folder: String) throws -> Program.Ending {
    try Program.run(words.split(separator: " ").map(String.init), in: folder)
  }

  @Test func aRunTellsItAndGoesOn() throws {
    try with { folder in
      let ending = try hreval("run trial.json --quiet --limits workerBytes=500000000", in: folder)
      #expect(ending.code == 1)
      #expect(
        ending.out.contains(
          """
          failed: arrays/large: the recording needs at least 0.58 GB of memory, and the limit is 0.5 GB (large.npy \
          column 0); if the file is right, raise the limit: --limits workerBytes=1060000000, or "limits": \
          {"workerBytes": 1060000000} in the experiment
          """), "\(ending.out)")
      #expect(ending.out.contains("1 of 1 windows have a reference"))
      // The contents of a store depend on the limits with which it was made.
      let other = try hreval("run trial.json --quiet --resume --limits workerBytes=600000000", in: folder)
      #expect(other.code == 2)
      #expect(other.err.contains("the experiment (limits.workerBytes)"), "\(other.err)")
    }
  }

  /// A recording that fits has the same bytes under every limit.
  @Test func theLimitChangesNoResult() throws {
    try with { folder in
      try FileManager.default.removeItem(atPath: folder + "/datasets/arrays/large.npy")
      try FileManager.default.removeItem(atPath: folder + "/datasets/arrays/large_beats.csv")
      #expect(try hreval("run trial.json --quiet --output usual", in: folder).code == 0)
      #expect(
        try hreval("run trial.json --quiet --output low --limits workerBytes=500000000", in: folder).code == 0
      )
      for name in ["results.json", "summary.csv", "windows.csv", "windows.h5"] {
        #expect(
          FileManager.default.contentsEqual(
            atPath: "\(folder)/usual/\(name)", andPath: "\(folder)/low/\(name)"),
          "\(name)")
      }
    }
  }

  @Test func wrongLimitsAreRefused() throws {
    try with { folder in
      for command in [
        "run trial.json", "check trial.json", "export trial.json --to x", "plan trial.json --output x",
      ] {
        let ending = try hreval("\(command) --limits workerByte=5", in: folder)
        #expect(ending.code == 64)
        #expect(ending.err.contains("did you mean \"workerBytes\"?"), "\(ending.err)")
        #expect(try hreval("\(command) --limits workerBytes=5", in: folder).code == 64)
      }
      #expect(try hreval("run --plan x --shard 0/1 --limits values=5", in: folder).code == 64)
    }
  }

  #if os(Linux)
    /// The plan's limit makes the same row everywhere; a machine with too little memory leaves the shard to another
    /// one.
    @Test func shards() throws {
      try with { folder in
        #expect(
          try hreval("plan trial.json --output run --shards 2 --limits workerBytes=500000000", in: folder)
            .code
            == 0)
        let short = try Program.shell(
          "ulimit -v 400000; \"$HREVAL\" run --plan run --shard 0,1/2 --quiet", in: folder)
        #expect(short.code == 75, "\(short.err)")
        #expect(short.err.contains("needs at least 0.58 GB of memory, and there are 0.4 GB on this machine"))
        #expect(try hreval("run --plan run --shard 0,1/2 --quiet", in: folder).code == 0)
        let merged = try hreval("merge run", in: folder)
        #expect(merged.code == 1, "\(merged.err)")
        #expect(merged.out.contains("and the limit is 0.5 GB"), "\(merged.out)")
      }
    }
  #endif
}
