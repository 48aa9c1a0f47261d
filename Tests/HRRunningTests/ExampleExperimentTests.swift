import HRRunTestSupport
import HRTestSupport
import Foundation
import HRSupport
import HRPlugins
import Testing

@testable import HRRunning
@testable import HRStatistics

/// The experiments that come with hreval name only existing things, and together every scenario.
@Suite struct ExampleExperimentTests {
  private static let folder = ProjectFolder.url("experiments")

  private static let claims = "claims"

  /// Files of `experiments/` and of its `claims/` that are experiments.
  private static func files() throws -> [String] {
    try experiments(in: folder.path) + claimFiles()
  }

  private static func claimFiles() throws -> [String] {
    try experiments(in: folder.appending(path: claims).path).map { "\(claims)/\($0)" }
  }

  private static func experiments(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter {
      $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") && !$0.hasSuffix(".baseline.json")
    }.sorted()
  }

  /// The page of the claims links each by its experiment's name.
  @Test func everyClaimsFileIsNamedAsItsExperimentAndClaimsSomething() throws {
    let files = try Self.claimFiles()
    #expect(files.count >= 10)
    for file in files {
      let root = try Self.document(file).root
      #expect(file == "\(Self.claims)/\(root["name"]?.string ?? "").json")
      #expect(root["claims"]?.elements?.isEmpty == false, "\(file)")
    }
  }

  /// Documents of which the experiments put sentences on trial.
  private static let documents = [
    "red-channel guide", "Pulse app", "SmartSpectra", "hue blog post", "PubNub tutorial",
  ]

  /// A sentence that a document says, or rests on, names the document and nothing else; every other claim says that it
  /// is neither.
  @Test func everyClaimSaysWhoseItIs() throws {
    for file in try Self.claimFiles() {
      for claim in try Self.document(file).root["claims"]?.elements ?? [] {
        let kind = try #require(claim["kind"]?.string.flatMap(Claim.Kind.init), "\(file)")
        let sources = try #require(claim["source"]?.string, "\(file)").components(separatedBy: "; ")
        switch kind {
        case .quoted, .presumed:
          #expect(sources.allSatisfy(Self.documents.contains), "\(file): \(sources)")
        case .other: #expect(!sources.contains(where: Self.documents.contains), "\(file): \(sources)")
        }
      }
    }
  }

  private static func document(_ file: String) throws -> JSONDocument {
    try JSONDocument(String(contentsOf: folder.appending(path: file), encoding: .utf8), file: file)
  }

  /// Names of the scenarios in a file, including those in steps.
  private static func scenarios(in file: String) throws -> [String] {
    let entries = try document(file).root["scenarios"]?.elements ?? []
    return entries.flatMap { $0["steps"]?.elements ?? [$0] }.compactMap {
      $0.string ?? $0["scenario"]?.string
    }
  }

  @Test func namesOnlyWhatExists() throws {
    let files = try Self.files()
    #expect(files.count >= 15)
    let datasets = ProjectFolder.url("datasets")
    for file in files {
      let document = try Self.document(file)
      let problems = document.problems(against: ExperimentShape(.builtIn).shape)
      #expect(problems.isEmpty, "\(file): \(problems.map(\.message))")
      for node in document.root["datasets"]?.elements ?? [] {
        let name = try #require(node.string ?? node["dataset"]?.string, "\(file)")
        let descriptor = datasets.appending(path: "\(name)/dataset.json")
        #expect(FileManager.default.fileExists(atPath: descriptor.path), "\(file): \(name)")
      }
    }
  }

  /// Sweeps can be expanded, labels differ and parameters do not contradict each other; checked without the
  /// recordings.
  @Test func theirScenariosCanBeMade() throws {
    try ScenarioStudy.with { study in
      for file in try Self.files() {
        let list = try Self.document(file).root["scenarios"]
        let named = try Self.scenarios(in: file)
        // Neither a recording of noise nor a video comes with hreval.
        guard let entries = list?.elements, !named.contains("recordedNoise"), !named.contains("recompressed")
        else { continue }
        let experiment = try study.experiment(
          entries.map { JSONText($0).rendered() }.joined(separator: ",\n"))
        #expect(experiment.scenarios.count >= entries.count, "\(file)")
        #expect(experiment.scenarios.map(\.family).max() == entries.count - 1, "\(file)")
      }
    }
  }

  @Test func everyScenarioIsInOneOfThem() throws {
    let named = try Self.files().flatMap { try Self.scenarios(in: $0) }
    let missing = Plugins.builtIn.scenarios.entries.filter { entry in
      // No noise recording comes with hreval.
      entry.info.name != "clean" && !entry.needs.contains(.noise) && !named.contains(entry.info.name)
    }
    #expect(missing.map(\.info.name) == [])
  }
}
