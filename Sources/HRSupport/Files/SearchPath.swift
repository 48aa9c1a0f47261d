internal import Foundation

/// Search for programs in the folders that a shell would use.
package enum SearchPath {
  /// Returns the first program of that name in the folders of `PATH`.
  ///
  /// - Parameters:
  ///   - name: name without a slash.
  ///   - folders: folders separated by colons; `nil` for those that every system has.
  /// - Returns: its path; `nil` if there is no executable one.
  package static func find(
    _ name: String, in folders: String? = ProcessInfo.processInfo.environment["PATH"]
  ) -> String? {
    (folders ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { TextFile.isFile($0) && access($0, X_OK) == 0 }
  }
}
