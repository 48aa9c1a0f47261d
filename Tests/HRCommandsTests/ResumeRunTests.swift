import HRTestSupport
import Foundation
import Testing

/// `--resume` through the whole program, with workers.
@Suite(.serialized) struct ResumeRunTests {
  @Test func anEditedDescriptorIsNoticedByItsName() throws {
    try withProject { folder in
      let path = try experiment(detectors: #"["fft"]"#).written(to: folder + "/trial.json")
      #expect(try Program.run(["run", path]).code == 0)
      let same = try Program.run(["run", "trial.json", "--resume", "--output", "reports/trial"], in: folder)
      #expect(same.code == 0, "\(same.err)")
      let descriptor = folder + "/datasets/hreval-hdf5/dataset.json"
      let text = try String(contentsOfFile: descriptor, encoding: .utf8)
      _ = try (text + "\n").written(to: descriptor)
      let edited = try Program.run(["run", path, "--resume"])
      #expect(edited.code == 2)
      #expect(edited.err.contains("the finished run was of another experiment, other data"))
      #expect(edited.err.contains("what differs: the descriptor datasets/hreval-hdf5/dataset.json"))
    }
  }
}
