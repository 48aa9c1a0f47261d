import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRecordings

/// The reference of descriptors in the documentation, compared with the code.
@Suite struct ReferencePageTests {
  private let pages: [String: String]
  private var all: String { pages.values.sorted().joined(separator: "\n") }

  init() throws {
    let folder = ProjectFolder.root.path + "/docs/reference/datasets"
    pages = try Dictionary(
      uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: folder).filter {
        $0.hasSuffix(".md")
      }.map { ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) })
  }

  @Test func namesEveryKey() {
    let all = self.all
    for key in Self.keys(of: DatasetDescriptor.shape) {
      #expect(all.contains("`\(key)`") || all.contains("\"\(key)\""), "docs/reference/datasets lacks \(key)")
    }
  }

  @Test func namesEveryCommittedDescriptor() throws {
    let shipped = try #require(pages["shipped.md"])
    for name in CommittedDescriptorTests.names { #expect(shipped.contains("`\(name)`"), "\(name)") }
  }

  @Test func itsExampleIsValid() throws {
    let text = try #require(pages["descriptor.md"].flatMap(Self.blocks)?.first)
    let descriptor = try DatasetDescriptor(JSONDocument(text, file: "descriptor.md"))
    let folder = try TemporaryFolder()
    try folder.write("anna.csv", "time_ms,ppg\n0,1\n33,2\n1500,3\n")
    try folder.write("anna_beats.csv", "time_s\n0.2\n1.1\n")
    let set = try Dataset(descriptor: descriptor, descriptorPath: "", root: folder.path)
    #expect(set.recordings.map(\.id) == ["anna"])
    let recording = try set.load(set.recordings[0])
    #expect(recording.reference == .beats([0.2, 1.1]) && recording.channels[.ppg]?.time(at: 1) == 0.033)
  }

  @Test func allItsExamplesAreDescriptors() throws {
    let blocks = pages.values.flatMap(Self.blocks)
    #expect(blocks.count == 14)
    for text in blocks { _ = try DatasetDescriptor(JSONDocument(text, file: "page")) }
  }

  private static func blocks(_ page: String) -> [String] {
    page.components(separatedBy: "```json\n").dropFirst().map {
      String($0.components(separatedBy: "\n```")[0])
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
