import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRecordings

/// The user's reference page, compared with the code.
@Suite struct ReferencePageTests {
  private let page: String

  init() throws {
    page = try String(contentsOfFile: ProjectFolder.root.path + "/datasets/README.md", encoding: .utf8)
  }

  @Test func namesEveryKey() {
    for key in Self.keys(of: DatasetDescriptor.shape) {
      #expect(page.contains("`\(key)`") || page.contains("\"\(key)\""), "datasets/README.md lacks \(key)")
    }
  }

  @Test func namesEveryCommittedDescriptor() {
    for name in CommittedDescriptorTests.names { #expect(page.contains("`\(name)`")) }
  }

  @Test func itsExampleIsValid() throws {
    let start = try #require(page.range(of: "```json\n"))
    let end = try #require(page.range(of: "\n```", range: start.upperBound..<page.endIndex))
    let text = String(page[start.upperBound..<end.lowerBound])
    let descriptor = try DatasetDescriptor(JSONDocument(text, file: "README.md"))
    let folder = try TemporaryFolder()
    try folder.write("anna.csv", "time_ms,ppg\n0,1\n33,2\n1500,3\n")
    try folder.write("anna_beats.csv", "time_s\n0.2\n1.1\n")
    let set = try Dataset(descriptor: descriptor, descriptorPath: "", root: folder.path)
    #expect(set.recordings.map(\.id) == ["anna"])
    let recording = try set.load(set.recordings[0])
    #expect(recording.reference == .beats([0.2, 1.1]) && recording.channels[.ppg]?.time(at: 1) == 0.033)
  }

  @Test func allItsExamplesAreDescriptors() throws {
    let blocks = page.components(separatedBy: "```json\n").dropFirst()
    #expect(blocks.count == 12)
    for block in blocks {
      let text = String(block.components(separatedBy: "\n```")[0])
      _ = try DatasetDescriptor(JSONDocument(text, file: "README.md"))
    }
  }

  private static func keys(of shape: Shape) -> [String] {
    switch shape {
    case .string, .number, .integer, .boolean, .choice: []
    case .list(let inner, _), .map(let inner), .optional(let inner), .oneOrMany(let inner): keys(of: inner)
    case .either(let alternatives): alternatives.flatMap { keys(of: $0) }
    case .object(let object): object.fields.flatMap { [$0.key] + keys(of: $0.shape) }
    case .dependent(_, let shapes): shapes.flatMap { keys(of: $0.shape) }
    }
  }
}
