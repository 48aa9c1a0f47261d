import Foundation
import HRTestSupport
import Testing

/// Pipes, devices and folders in the place of files: each is refused by name, and no command waits for one.
@Suite struct PipeTests {
  @Test func recordedOutputThatIsNoFile() throws {
    try withProject { folder in
      try FileManager.default.createDirectory(atPath: folder + "/out", withIntermediateDirectories: true)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/data")
        .filter { $0.hasSuffix(".h5") }.map { String($0.dropLast(3)) }.sorted()
      for name in names { _ = try "time,value\n20,75\n".written(to: "\(folder)/out/\(name).csv") }
      let entry = #"{"label": "theirs", "recorded": "out/{recording}.csv"}"#
      let path = try experiment(detectors: "[\"peak\", \(entry)]", scenarios: #"["clean"]"#).written(
        to: folder + "/trial.json")
      let first = "\(folder)/out/\(names[0]).csv"
      for (make, kind) in [
        ("mkfifo", "a pipe"), ("ln -s /dev/zero", "a device"), ("mkdir", "a folder"),
      ] {
        let made = try Program.shell("rm -rf '\(first)' && \(make) '\(first)'", in: folder)
        #expect(made.code == 0, "\(made.err)")
        for command in ["check", "run"] {
          let ending = try Program.shell("timeout -s KILL 100 \"$HREVAL\" \(command) '\(path)'", in: folder)
          #expect(ending.code == 2, "\(command), \(kind): \(ending.out) \(ending.err)")
          #expect(
            ending.err.contains("recorded output is read from files, and \(first) is \(kind)"),
            "\(ending.err)")
        }
      }
    }
  }

  @Test func whateverElseIsNamed() throws {
    try withProject { folder in
      _ = try Program.shell(
        "mkfifo pipe pipe.json && mkdir '\(folder)/pipes' && mkfifo pipes/plan.json", in: folder)
      let entry = #"{"label": "theirs", "recorded": "data/{recording}.csv", "manifest": "/dev/zero"}"#
      _ = try experiment(detectors: "[\(entry)]", scenarios: #"["clean"]"#).written(
        to: folder + "/manifest.json")
      _ = try experiment(dataset: #"{"dataset": "pipe.json"}"#).written(to: folder + "/descriptor.json")
      _ = try experiment().written(to: folder + "/trial.json")
      for (words, kind) in [
        ("check pipe.json", "a pipe"), ("run pipe", "a pipe"), ("check /dev/zero", "a device"),
        ("check manifest.json", "expected the manifest file, found a device"),
        ("run descriptor.json", "a pipe"),
        ("run trial.json --gate pipe.json", "a pipe"), ("status pipes", "a pipe"),
        ("run --plan pipes --shard 0/1", "a pipe"), ("inspect pipe.json", "a pipe"),
      ] {
        let ending = try Program.shell("timeout -s KILL 100 \"$HREVAL\" \(words)", in: folder)
        #expect((1...75).contains(ending.code), "\(words): \(ending.code) \(ending.err)")
        #expect(ending.err.contains(kind), "\(words): \(ending.err)")
      }
    }
  }
}
