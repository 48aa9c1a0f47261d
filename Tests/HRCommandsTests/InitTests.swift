import Foundation
import HRTestSupport
import Testing

/// `hreval init` as users call it; its guesses are tested in `HRRecordingsTests`.
@Suite struct InitTests {
  @Test func aFolderBecomesADataSetAndAnExperiment() throws {
    try withTemporaryFolder { folder in
      let made = try Program.run([
        "synthesize", "--output", folder + "/data", "--count", "2", "--seconds", "30", "--format", "edf",
      ])
      #expect(made.code == 0, "\(made.err)")
      let first = try Program.run(["init", "data"], in: folder)
      #expect(first.code == 0 && first.out.contains("{recording}.edf"), "\(first.out)\(first.err)")
      #expect(first.err.contains("read by the new descriptor: 2 of 2 recordings"), "\(first.err)")
      #expect(first.err.contains("hreval run data/experiment.json"), "\(first.err)")
      let written = try ["dataset", "experiment"].map {
        try String(contentsOfFile: "\(folder)/data/\($0).json", encoding: .utf8)
      }
      for text in written { #expect(text.contains("\"comment\"") && !text.contains(folder)) }
      let check = try Program.run(["check", "data/experiment.json"], in: folder)
      #expect(check.code == 0, "\(check.out)\(check.err)")
      // Existing files are not written over.
      let again = try Program.run(["init", "data"], in: folder)
      #expect(again.code == 2 && again.err.contains("--force"), "\(again.err)")
      let forced = try Program.run(["init", "data", "--force"], in: folder)
      #expect(forced.code == 0 && forced.out == first.out, "\(forced.out)")
      // In another folder the experiment states the folder of the files.
      let away = try Program.run(["init", "data", "--output", "there", "--name", "mine"], in: folder)
      #expect(away.code == 0, "\(away.err)")
      let elsewhere = try String(contentsOfFile: "\(folder)/there/experiment.json", encoding: .utf8)
      #expect(
        elsewhere.contains("\"root\": \"../data\"") && elsewhere.contains("\"mine-first\""), "\(elsewhere)")
      let checkedAway = try Program.run(["check", "there/experiment.json"], in: folder)
      #expect(checkedAway.code == 0, "\(checkedAway.out)\(checkedAway.err)")
    }
  }

  @Test func whatIsMissingIsSaid() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<400).map { "\(100 + ($0 * 7) % 31)\n" }.joined()
    try folder.write("set/a.csv", "ppg\n" + rows)
    let unknown = try Program.run(["init", "set"], in: folder.path)
    #expect(unknown.code == 1 && unknown.out.contains("needed: \"sampleRate\": HERTZ"), "\(unknown.out)")
    let given = try Program.run(["init", "set", "--rate", "50", "--force"], in: folder.path)
    #expect(
      given.code == 0 && given.err.contains("hreval detect set/dataset.json"), "\(given.out)\(given.err)")
    try folder.write("none/notes.txt", "Some words.\n")
    try folder.write("none/d.pkl", "x")
    let nothing = try Program.run(["init", "none"], in: folder.path)
    #expect(
      nothing.code == 2 && nothing.err.contains("pickle") && nothing.err.contains("notes.txt"),
      "\(nothing.err)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none/dataset.json"))
    for arguments in [["init", "set", "--rate", "0"], ["init", "set", "--name", "a/b"], ["init"]] {
      let ending = try Program.run(arguments, in: folder.path)
      #expect(ending.code == 64, "\(arguments)")
    }
    #expect(try Program.run(["init", "absent"], in: folder.path).code == 2)
  }

  /// A file that ends its reader costs only its own line.
  @Test func damageCostsALine() throws {
    try withTemporaryFolder { folder in
      let made = try Program.run([
        "synthesize", "--output", folder, "--count", "2", "--seconds", "20", "--format", "hdf5",
      ])
      #expect(made.code == 0)
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + "/s01.h5")))
      for index in stride(from: 600, to: bytes.count / 2, by: 97) { bytes[index] ^= 0xFF }
      try Data(bytes).write(to: URL(filePath: folder + "/x99.h5"))
      let ending = try Program.run(["init", folder, "--timeout", "20"])
      #expect(ending.code <= 1 && ending.out.contains("2 files  hdf5"), "\(ending.out)\(ending.err)")
    }
  }
}
