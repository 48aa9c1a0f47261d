import Foundation
import HRTestSupport

@testable import HRRecordings

extension RealData {
  static func descriptorPath(_ name: String) -> String {
    ProjectFolder.url("datasets/\(name)/dataset.json").path
  }

  static func dataset(_ name: String, reference: String? = nil) throws -> Dataset {
    try Dataset.load(path: descriptorPath(name), reference: reference, dataDirectory: folder.path)
  }
}
