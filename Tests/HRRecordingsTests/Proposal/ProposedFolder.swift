import Foundation
import HRSupport
import HRRecordings
import HRSignals
import HRTestSupport
import Testing

/// An examined folder, and the proposal made of it.
struct ProposedFolder {
  let inventory: FolderInventory
  let unread: [String]
  let proposal: Proposal
  let dataset: Dataset
  /// Folder that exists as long as the value.
  private let folder: TemporaryFolder?

  /// Examines a folder as `init` does, in this process, and reads what it writes.
  init(_ folder: String, rate: Double? = nil, keeping kept: TemporaryFolder? = nil) throws {
    self.folder = kept
    (inventory, unread, proposal) = try Self.summary(folder, rate: rate)
    let document = try JSONDocument(proposal.descriptor.rendered(), file: "dataset.json")
    dataset = try Dataset(
      descriptor: try DatasetDescriptor(document), descriptorPath: folder + "/dataset.json", root: folder)
  }

  static func summary(
    _ folder: String, rate: Double?
  ) throws -> (inventory: FolderInventory, unread: [String], proposal: Proposal) {
    let inventory = FolderInventory(folder: folder)
    var outlines: [(path: String, outline: FileOutline)] = []
    var unread: [String] = []
    for path in FolderOutline.choice(of: inventory.files, most: 60) {
      do {
        outlines.append((path, try FileOutline.read("\(folder)/\(path)", root: folder)))
      } catch {
        unread.append(path)
      }
    }
    let summary = FolderOutline(name: "set", inventory: inventory, outlines: outlines, rate: rate, root: nil)
    return (inventory, unread, try #require(summary.proposal(), "nothing was made of \(inventory.files)"))
  }

  func load(_ index: Int = 0) throws -> Recording { try dataset.load(dataset.recordings[index]) }

  static func folder(of files: [(name: String, text: String)]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for file in files { try folder.write(file.name, file.text) }
    return folder
  }

  /// Returns the proposal for a folder of text files.
  static func ofTexts(_ files: [(name: String, text: String)], rate: Double? = nil) throws -> ProposedFolder {
    let folder = try folder(of: files)
    return try ProposedFolder(folder.path, rate: rate, keeping: folder)
  }
}
