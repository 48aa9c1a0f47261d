import Foundation

@testable import HRRecordings

/// Real data sets, where they have been put; tests that need them are skipped elsewhere.
enum RealData {
  static let packageRoot: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  /// `$HREVAL_DATA`, or the folder `shared/datasets` beside the package.
  static let directory: String =
    ProcessInfo.processInfo.environment["HREVAL_DATA"] ?? packageRoot + "/../shared/datasets"

  static func has(_ name: String) -> Bool { DirectoryListing.isDirectory(directory + "/" + name) }

  static func descriptorPath(_ name: String) -> String { "\(packageRoot)/datasets/\(name)/dataset.json" }

  static func dataset(_ name: String, reference: String? = nil) throws -> Dataset {
    try Dataset.load(path: descriptorPath(name), reference: reference, dataDirectory: directory)
  }
}
