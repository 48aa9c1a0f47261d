import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRunning
@testable import HRStatistics

/// Search of data sets by name.
@Suite struct DataEnvironmentTests {
  /// Writes `<folder>/<place>/<name>/dataset.json` for every path given; their content is not read here.
  private func with(_ paths: [String], _ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      for path in paths {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(path)/dataset.json"))
      }
      try body(folder)
    }
  }

  private func refusal(of name: String, in environment: DataEnvironment) -> Diagnostic? {
    do throws(Diagnostics) {
      _ = try environment.descriptorPath(of: name, relativeTo: ".")
      return nil
    } catch {
      return error.list.first
    }
  }

  @Test func theNearestPlaceWins() throws {
    let inOrder = [
      "p/experiments/bidmc", "p/experiments/datasets/bidmc", "p/datasets/bidmc", "datasets/bidmc",
      "data/bidmc",
      "share/bidmc",
    ]
    for first in inOrder.indices {
      try with(Array(inOrder[first...])) { folder in
        let environment = DataEnvironment(
          around: folder + "/p/experiments", dataDirectory: folder + "/data", shipped: folder + "/share")
        let path = try environment.descriptorPath(of: "bidmc", relativeTo: folder)
        #expect(path == "\(folder)/\(inOrder[first])/dataset.json")
        let found = try #require(environment.descriptors.first { $0.name == "bidmc" })
        #expect(found.path == path)
        #expect(found.hidden == inOrder[(first + 1)...].map { "\(folder)/\($0)/dataset.json" })
      }
    }
  }

  @Test func aPathIsNotLookedFor() throws {
    try with(["here", "datasets/here"]) { folder in
      let environment = DataEnvironment(around: folder, dataDirectory: nil, shipped: nil)
      for name in ["./here", "./here/dataset.json", folder + "/here"] {
        let path = try environment.descriptorPath(of: name, relativeTo: folder)
        #expect(path.hasSuffix("/here/dataset.json") && !path.contains("datasets/here"), "\(path)")
      }
      #expect(
        try environment.descriptorPath(of: ".", relativeTo: folder + "/here") == folder
          + "/here/./dataset.json"
      )
      let problem = refusal(of: "./nowhere", in: environment)
      #expect(problem?.hint == "looked for ./nowhere/dataset.json")
    }
  }

  @Test func theRefusalNamesThePlacesAndSuggestsFromAllOfThem() throws {
    try with(["p/one", "p/datasets/two", "data/three", "share/four"]) { folder in
      let environment = DataEnvironment(
        around: folder + "/p", dataDirectory: folder + "/data", shipped: folder + "/share")
      for (typed, meant) in [("oen", "one"), ("twoo", "two"), ("thre", "three"), ("fuor", "four")] {
        let problem = try #require(refusal(of: typed, in: environment))
        #expect(problem.message == "there is no data set \"\(typed)\"")
        let places = "\(folder)/p; \(folder)/p/datasets; \(folder)/data (HREVAL_DATA); "
        #expect(
          problem.hint
            == "did you mean \"\(meant)\"? (looked for <name>/dataset.json in: \(places)\(folder)/share (the program's own))"
        )
      }
    }
  }

  @Test func whereNothingIsThatIsSaid() throws {
    try withTemporaryFolder { folder in
      let environment = DataEnvironment(around: folder, dataDirectory: nil, shipped: nil)
      let hint = try #require(refusal(of: "bidmc", in: environment)?.hint)
      // A folder above the temporary one may contain `datasets`; this one does not.
      #expect(hint.contains("(looked for <name>/dataset.json in: \(folder); "), "\(hint)")
      #expect(hint.hasSuffix("HREVAL_DATA (not set); no folder that comes with the program)"), "\(hint)")
    }
  }

  @Test func workersSearchTheSamePlaces() throws {
    for environment in [
      DataEnvironment(around: "/a/b", dataDirectory: "/d", shipped: "/s"),
      DataEnvironment(near: [], dataDirectory: nil),
      DataEnvironment(near: ["x"], dataDirectory: nil, shipped: "/s"),
    ] {
      let sent = try JSONEncoder().encode(environment)
      #expect(try JSONDecoder().decode(DataEnvironment.self, from: sent) == environment)
    }
    #expect(
      DataEnvironment(around: "/a/b", dataDirectory: nil, shipped: nil).near == [
        "/a/b", "/a/b/datasets", "/a/datasets", "/datasets",
      ])
  }
}
