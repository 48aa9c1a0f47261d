import Foundation
import HRRunning
import HRTestSupport
import Testing

@testable import struct HRCommands.HelpTopic

/// The program where a package puts it, with what comes with it and nothing else.
@Suite struct ShippedTests {
  /// A prefix with the program and its share, a user's home, and the program in it as the user calls it.
  private struct Installation {
    let folder: TemporaryFolder
    var share: String { folder.path + "/usr/share/hreval" }
    var cache: String { "\(folder.path)/home/.cache/hreval/\(Version.current)" }

    init(withShare: Bool = true) throws {
      folder = try TemporaryFolder()
      let program = folder.path + "/usr/bin/hreval"
      for path in ["usr/bin", "home"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder.path)/\(path)", withIntermediateDirectories: true)
      }
      // A second name costs nothing where both are on one disk.
      if link(Program.executable.path, program) != 0 {
        try FileManager.default.copyItem(atPath: Program.executable.path, toPath: program)
      }
      guard withShare else { return }
      let script = ProjectFolder.url("packaging/share.sh").path
      let filled = try Program.shell("'\(script)' '\(folder.path)/usr'", in: folder.path)
      try #require(filled.code == 0, "\(filled.err)")
    }

    func hreval(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Ending {
      try Program.run(
        arguments, in: folder.path + "/home",
        environment: ["HOME": folder.path + "/home", "XDG_CACHE_HOME": "", "HREVAL_DATA": ""]
          .merging(environment) { $1 },
        program: URL(fileURLWithPath: folder.path + "/usr/bin/hreval"))
    }

    func demo(environment: [String: String] = [:]) throws -> Program.Ending {
      try hreval(
        "run", "demo", "--limit", "2", "--set", "detectors=[\"peak\"]", "--jobs", "1",
        environment: environment)
    }
  }

  @Test func theDemoRunsByNameAndMakesItsRecordingsOnce() throws {
    let place = try Installation()
    let first = try place.demo()
    #expect(first.code == 0 && first.out.hasSuffix("report: reports/demo/report.html\n"), "\(first.err)")
    #expect(first.err.contains("making the recordings of \"synthetic\" in .cache/hreval/"))
    let made = try FileManager.default.contentsOfDirectory(atPath: place.cache + "/synthetic")
    #expect(made.count == 12)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.cache) == ["synthetic"])
    #expect(!FileManager.default.fileExists(atPath: place.share + "/datasets/synthetic/recordings"))
    let results = try Data(
      contentsOf: URL(fileURLWithPath: place.folder.path + "/home/reports/demo/results.json"))
    let second = try place.demo()
    #expect(second.code == 0 && !second.err.contains("making"))
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: place.folder.path + "/home/reports/demo/results.json"))
        == results)
    // Other commands find them too.
    let inspected = try place.hreval("inspect", "synthetic:s01")
    #expect(inspected.code == 0 && inspected.out.contains("s01"), "\(inspected.err)")
    let checked = try place.hreval("check", "demo")
    #expect(checked.code == 0 && !checked.err.contains("this build makes"), "\(checked.err)")
    // An earlier build may have made fewer.
    try FileManager.default.removeItem(atPath: place.cache + "/synthetic/s12.h5")
    let fewer = try place.hreval("check", "demo")
    #expect(fewer.err.contains("\"synthetic\" has 11 recordings in "), "\(fewer.err)")
    #expect(fewer.err.contains("and this build makes 12; remove the folder"), "\(fewer.err)")
  }

  @Test func commandsThatNameADataSetMakeItsRecordings() throws {
    let place = try Installation()
    let detected = try place.hreval("detect", "synthetic:s01", "--detector", "peak", "--hop", "30")
    #expect(detected.code == 0 && detected.err.contains("making the recordings"), "\(detected.err)")
    #expect(detected.out.split(separator: "\n").count > 2)
  }

  @Test func aPathWinsOverAName() throws {
    let place = try Installation()
    _ = try place.folder.write("home/demo", "{")
    let ending = try place.hreval("run", "demo")
    #expect(ending.code == 2 && ending.err.contains("--> demo:1"), "\(ending.err)")
    let unknown = try place.hreval("run", "demmo")
    #expect(unknown.code == 2 && unknown.err.contains("did you mean \"demo\"?"), "\(unknown.err)")
  }

  @Test func whatCannotBeMadeIsSaid() throws {
    let place = try Installation()
    let blocked = try place.folder.write("home/file", "")
    let ending = try place.demo(environment: ["XDG_CACHE_HOME": blocked])
    #expect(ending.code == 2 && ending.err.contains("XDG_CACHE_HOME names another folder"), "\(ending.err)")
  }

  @Test func pagesOfHelpTravelWithTheProgram() throws {
    let place = try Installation()
    for topic in HelpTopic.all {
      let page = try place.hreval("help", topic.name)
      #expect(page.code == 0 && page.out.hasPrefix("# "), "\(topic.name)")
    }
    let part = try place.hreval("help", "datasets", "limits")
    #expect(part.out.hasPrefix("# Limits\n") && part.out.contains("`recordingBytes`"))
    let missing = try place.hreval("help", "datasets", "limitz")
    #expect(missing.code == 2 && missing.err.contains("did you mean \"limits\"?"))
    #expect(try place.hreval("help", "run").out.contains("USAGE: hreval run"))
    let alone = try Installation(withShare: false).hreval("help", "datasets")
    #expect(alone.code == 2 && alone.err.contains("../share/hreval"))
  }

  @Test func theVersionSaysWhatIsBuiltIn() throws {
    let place = try Installation()
    _ = try place.folder.write("usr/share/hreval/components.txt", "Built in:\n  HDF5 1.2\n")
    let ending = try place.hreval("--version", "--verbose")
    #expect(ending.code == 0 && ending.out.hasPrefix("hreval \(Version.current) ("))
    #expect(ending.out.contains("\nlibraries: HDF5 1.") && ending.out.hasSuffix("\nBuilt in:\n  HDF5 1.2\n"))
  }

  /// Only the program's own descriptors have recordings that hreval makes: another one of the same name does not get
  /// them.
  @Test func onlyShippedDescriptorsGetRecordingsThatAreMade() throws {
    let folder = try TemporaryFolder()
    for path in ["share/datasets/synthetic", "mine/synthetic", "cache/synthetic"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(path)", withIntermediateDirectories: true)
    }
    let own = try folder.write("share/datasets/synthetic/dataset.json", "{}")
    let other = try folder.write("mine/synthetic/dataset.json", "{}")
    let root = try #require(realpath(folder.path, nil).map { String(cString: $0) })
    let installed = DataEnvironment(
      near: [], dataDirectory: nil, shipped: folder.path + "/share/datasets", made: root + "/cache")
    #expect(installed.madeFolder(of: own) == root + "/cache/synthetic")
    #expect(installed.madeRoot(of: own) == root + "/cache/synthetic")
    #expect(installed.madeFolder(of: other) == nil && installed.madeRoot(of: other) == nil)
    // Recordings beside the descriptor win.
    try FileManager.default.createDirectory(
      atPath: folder.path + "/share/datasets/synthetic/recordings", withIntermediateDirectories: true)
    #expect(installed.madeRoot(of: own) == root + "/share/datasets/synthetic/recordings")
    let project = DataEnvironment(near: [], dataDirectory: nil, shipped: folder.path + "/share/datasets")
    #expect(project.madeFolder(of: own) == root + "/share/datasets/synthetic/recordings")
    #expect(project.madeRoot(of: own) == nil)
  }
}
