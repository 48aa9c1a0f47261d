import HRTestSupport
import Foundation
import Testing

/// Sentences of help, messages and pages that name files, options or formats, compared with what commands do.
@Suite(.serialized) struct PromisedPagesTests {
  /// The help of a command names every page that it writes.
  @Test(arguments: [
    ("compare", ["comparison.html", "comparison.md", "comparison.csv", "changes.csv"]),
    ("gate", ["gate.html", "gate.md", "junit.xml"]),
    ("history", ["history.html", "history.md", "history.csv"]),
  ])
  func helpNamesThePages(_ command: String, _ pages: [String]) throws {
    let help = try Program.run([command, "--help"]).out
    for page in pages { #expect(help.contains(page), "\(command): \(page)") }
  }

  /// `report --format` ends with the path of a file that it wrote.
  @Test func reportNamesAFileOfItsFormat() throws {
    try withProject(count: 1, seconds: 40) { folder in
      _ = try experiment(detectors: #"["peak"]"#, more: #", "report": {"formats": ["json"]}"#)
        .written(to: folder + "/trial.json")
      let made = try Program.run(["run", "trial.json", "--output", "one", "--quiet"], in: folder)
      try #require(made.code == 0, "\(made.err)")
      for (format, file) in [
        ("latex", "report.tex"), ("html", "report.html"), ("markdown", "report.md"), ("csv", "summary.csv"),
        ("json", "results.json"), ("hdf5", "windows.h5"), ("windows-csv", "windows.csv"),
      ] {
        let ending = try Program.run(["report", "one", "--format", format], in: folder)
        #expect(ending.code == 0 && ending.out.hasSuffix("report: one/\(file)\n"), "\(format): \(ending.out)")
        #expect(FileManager.default.fileExists(atPath: "\(folder)/one/\(file)"), "\(file)")
      }
    }
  }

  /// The beginning of an option suggests that option, not any of similar length.
  @Test(arguments: [("--out", "--output"), ("--resum", "--resume"), ("--lim", "--limit")])
  func theBeginningOfAnOptionSuggestsIt(_ given: String, _ meant: String) throws {
    let ending = try Program.run(["run", "demo", given, "x"])
    #expect(ending.code == 64, "\(ending.err)")
    #expect(
      ending.err.hasPrefix("error: Unknown option '\(given)'. Did you mean '\(meant)'?\n"), "\(ending.err)")
  }

  /// One comparison of few subjects: fewer comparisons would not help, more subjects would.
  @Test(arguments: [2, 5])
  func oneComparisonOfFewSubjectsIsNotToldToCompareLess(_ count: Int) throws {
    try withProject(count: count, seconds: 40) { folder in
      _ = try experiment(
        detectors: #"["peak", "fft"]"#, scenarios: #"["clean"]"#, more: #", "baseline": "peak""#
      )
      .written(to: folder + "/trial.json")
      let ending = try Program.run(["run", "trial.json", "--output", "one"], in: folder)
      try #require(ending.code == 0, "\(ending.err)")
      #expect(
        !ending.out.contains("fewer comparisons") && !ending.out.contains("compare fewer"), "\(ending.out)")
      if count == 5 { #expect(ending.out.contains("That needs 6 subjects."), "\(ending.out)") }
    }
  }

  /// A page that says MATLAB's files are read also says that this needs a library.
  @Test func whoNamesMATLABNamesItsLibrary() throws {
    let readme = try ProjectFolder.text("README.md")
    let sentence = try #require(readme.split(separator: "\n\n").first { $0.contains("MATLAB's MAT") })
    #expect(sentence.contains("libmatio"))
    #expect(try ProjectFolder.text("docs/how-to/build-from-source.md").contains("| libmatio |"))
  }

  /// README.md does not count detectors that only show what an evaluation must notice.
  @Test func readmeCountsDetectorsAndScenarios() throws {
    let controls: Set = ["constant", "holdLast", "metronome", "poisson", "cadence", "double", "half"]
    let readme = try ProjectFolder.text("README.md")
    for (kind, least, words) in [
      ("detectors", 60, "More than sixty [detectors]"), ("scenarios", 40, "More than forty [scenarios]"),
    ] {
      let listed = try Program.run(["list", kind, "--json"])
      let object = try JSONSerialization.jsonObject(with: Data(listed.out.utf8)) as? [String: [[String: Any]]]
      let names = try #require(object?[kind]).compactMap { $0["name"] as? String }
      #expect(
        names.count { !controls.contains($0) } > least && readme.contains(words), "\(names.count) \(kind)")
    }
  }

  /// A command file outside the experiment's folder is in no digest, and `check` and `run` say so.
  @Test func aProgramOutsideTheFolderIsSaidToBeInNoDigest() throws {
    try ProgramStudy.with { study in
      try FileManager.default.createDirectory(
        atPath: study.folder + "/mine", withIntermediateDirectories: false)
      try study.write("rate.sh", ProgramStudy.shell(atStart: ""))
      try study.write("mine/own.sh", ProgramStudy.shell(atStart: ""))
      try study.write(
        "mine/study.json",
        """
        {"schemaVersion": 1, "name": "study", "datasets": ["../secretdata/dataset.json"],
         "windows": {"windowSeconds": 20, "hopSeconds": 5},
         "detectors": [{"label": "outside", "command": ["sh", "../rate.sh"]},
           {"label": "own", "command": ["sh", "own.sh"]}]}
        """)
      let check = try Program.run(["check", "mine/study.json"], in: study.folder)
      let words =
        "sh ../rate.sh (outside the experiment's folder, so that no digest notices a change: ../rate.sh)"
      #expect(check.code == 0 && check.out.contains(words), "\(check.out)")
      #expect(!check.out.contains("sh own.sh (outside"), "\(check.out)")
    }
  }
}
