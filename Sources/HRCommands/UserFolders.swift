internal import HRRunning
internal import HRSupport

/// Folders of the user (XDG Base Directory Specification); a relative path in a variable counts for nothing.
enum UserFolders {
  /// Folder of recordings that were fetched where `HREVAL_DATA` is not set: `~/.local/share/hreval-data`.
  static var data: String? { folder("XDG_DATA_HOME", ".local/share").map { $0 + "/hreval-data" } }

  /// Folder of what an installed program makes for itself, which other versions do not share: `~/.cache/hreval/0.3.0`.
  static var cache: String? { folder("XDG_CACHE_HOME", ".cache").map { "\($0)/hreval/\(Version.current)" } }

  private static func folder(_ variable: String, _ usual: String) -> String? {
    stated(variable) ?? stated("HOME").map { "\($0)/\(usual)" }
  }

  private static func stated(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
