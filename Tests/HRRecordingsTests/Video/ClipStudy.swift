import Foundation
import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// Data sets of clips, for tests.
struct ClipStudy {
  /// The clips of the oracle.
  static let folder = ProjectFolder.url("Tests/HRRecordingsTests/Oracles/video").path

  static var isPossible: Bool { (try? VideoTools.found()) != nil }

  let folder: TemporaryFolder
  let dataset: Dataset

  /// - Parameters:
  ///   - pattern: path of the clips.
  ///   - frames: the descriptor's `frames`.
  ///   - more: further members of the descriptor, with a comma at the end.
  ///   - files: further files of the descriptor, each with a comma before it.
  init(
    _ pattern: String, root: String = folder, frames: String = "{}", more: String = "", files: String = ""
  ) throws {
    folder = try TemporaryFolder()
    let path = try folder.write(
      "dataset.json",
      #"{ "schemaVersion": 1, "name": "clips", \#(more) "files": [{ "name": "clip", "path": "\#(pattern)", "reader": "video" }\#(files)], "frames": \#(frames) }"#
    )
    dataset = try Dataset.load(path: path, root: root)
  }

  func load(_ recording: String, aids: ReadingAids = ReadingAids()) throws -> Recording {
    let entry = try #require(dataset.recordings.first { $0.id == recording })
    return try dataset.load(entry, aids: aids)
  }

  /// Message of a clip that cannot be read.
  func problem(_ recording: String) throws -> Diagnostic {
    let entry = try #require(dataset.recordings.first { $0.id == recording })
    return try #require(throws: Diagnostics.self) { try dataset.load(entry) }.first
  }
}

extension Trait where Self == ConditionTrait {
  static var readsVideo: Self { .enabled(if: ClipStudy.isPossible, "this machine reads no video files") }
}
