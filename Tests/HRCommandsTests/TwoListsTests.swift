import Foundation
import HRTestSupport
import Testing

/// RR lists of a strap and of a watch, from two files to the table.
@Suite struct TwoListsTests {
  @Test func fromTwoFilesToTheTable() throws {
    let folder = try TemporaryFolder()
    for person in 1...2 {
      let strap = (0..<200).map { 800 + ($0 * 37 * person) % 90 }
      // The watch lost one beat.
      var watch = strap
      watch.replaceSubrange(100...101, with: [strap[100] + strap[101]])
      for (name, list) in [("strap", strap), ("watch", watch)] {
        try folder.write(
          "night/p\(person)_\(name).csv", "RR [ms]\n" + list.map { "\($0)\n" }.joined())
      }
    }
    let first = try Program.run(["init", "night"], in: folder.path)
    #expect(first.code == 0, "\(first.out)\(first.err)")
    #expect(first.out.contains("{recording}_watch.csv  2 files  csv: intervals, judged as recorded output"))
    #expect(first.err.contains("read by the new descriptor: 2 of 2 recordings"), "\(first.err)")
    let check = try Program.run(["check", "night/experiment.json"], in: folder.path)
    #expect(check.code == 0, "\(check.out)\(check.err)")
    let run = try Program.run(["run", "night/experiment.json", "--output", "out"], in: folder.path)
    #expect(run.code == 0 && run.out.contains("watch"), "\(run.out)\(run.err)")
    let summary = try String(contentsOfFile: folder.path + "/out/summary.csv", encoding: .utf8)
      .split(separator: "\n")
    #expect(summary[1].hasPrefix(#""mean RR, clean",watch,2,"#) && summary.count == 8, "\(summary)")
    // Its own lag is declared as a detector's.
    let path = folder.path + "/night/experiment.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try text.replacingOccurrences(of: #""recorded""#, with: #""beatLagSeconds": 0.25, "recorded""#)
      .written(to: path)
    #expect(try Program.run(["run", path, "--output", "late"], in: folder.path).code == 0)
    #expect(
      try String(contentsOfFile: folder.path + "/late/results.json", encoding: .utf8)
        .contains(#""beatLagSeconds": 0.25"#))
    // In another folder the paths lead back to the lists.
    let away = try Program.run(["init", "night", "--output", "there"], in: folder.path)
    #expect(away.code == 0, "\(away.err)")
    #expect(try Program.run(["check", "there/experiment.json"], in: folder.path).code == 0)
  }
}
