internal import Foundation

/// Where a shell would find programs.
package enum SearchPath {
  /// The first program of that name in the folders of `PATH`.
  ///
  /// - Parameters:
  ///   - name: without a slash.
  ///   - folders: with colons between them; where nothing is said, those that every system has.
  /// - Returns: its path; `nil` where there is none that may be run.
  package static func find(
    _ name: String, in folders: String? = ProcessInfo.processInfo.environment["PATH"]
  ) -> String? {
    (folders ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { TextFile.isFile($0) && access($0, X_OK) == 0 }
  }
}
