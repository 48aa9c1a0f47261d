internal import Foundation
internal import HRSupport

/// Folders that may contain files of a data set: its root, and those added by the user.
///
/// A descriptor may come from an untrusted source, so it can read no other file: not by its paths, not by its own
/// root, not by a symbolic link among its files.
struct ReadingScope: Sendable {
  /// Paths without links.
  private let folders: [String]

  init(_ folders: [String]) {
    self.folders = folders.compactMap(TextFile.withoutLinks)
  }

  /// Returns true if a path leads into one of the folders, or does not exist.
  func holds(_ path: String) -> Bool {
    guard let real = TextFile.withoutLinks(path) else { return true }
    return folders.contains { TextFile.isBelow(real, $0) }
  }

  /// Returns the reason why a file may not be read; `nil` if it may.
  func objection(toReading path: String) -> Diagnostic? {
    guard !holds(path), let real = TextFile.withoutLinks(path) else { return nil }
    let folder = (real as NSString).deletingLastPathComponent
    return Diagnostic(
      "a link leads out of the data set's folder, so the file is not read", in: path,
      hint: "to allow the folder it leads to: \(Self.allowing(folder))")
  }

  /// Returns the advice how to allow a folder.
  static func allowing(_ folder: String) -> String {
    let list = JSONText.array([.string(folder)]).rendered(indented: false)
    return
      "\"alsoReads\": \(list) in the experiment's entry of the data set, or --also-reads on the command line"
  }

  /// Returns the target of a descriptor's own root if it is outside the descriptor's folder and the allowed folders;
  /// `nil` if it is inside one of them.
  ///
  /// - Parameters:
  ///   - root: the path resolved from the descriptor.
  ///   - descriptor: path of the descriptor's file.
  ///   - allowed: other folders that it may lead into, such as the folder of all data.
  static func departure(ofRoot root: String, descriptor: String, allowed: [String]) -> String? {
    let own = DirectoryListing.resolve(".", besideFile: descriptor)
    return ReadingScope([own] + allowed).holds(root) ? nil : TextFile.withoutLinks(root)
  }

  /// Returns true if a path, as written, goes up or is absolute.
  static func leaves(_ path: String) -> Bool {
    path.hasPrefix("/") || path.split(separator: "/").contains("..")
  }
}
