internal import Foundation
internal import HRDiagnostics
internal import HRSystem

/// The folders that files of a data set may lie in: its root, and those that whoever asked for the data set added.
///
/// A descriptor may come from anybody, so it reads nothing else: not by its paths, not by its own root, not by a
/// symbolic link among its files.
struct ReadingScope: Sendable {
  /// Without links.
  private let folders: [String]

  init(_ folders: [String]) {
    self.folders = folders.compactMap(TextFile.withoutLinks)
  }

  /// Whether a path leads into one of the folders, or nowhere.
  func holds(_ path: String) -> Bool {
    guard let real = TextFile.withoutLinks(path) else { return true }
    return folders.contains { TextFile.isBelow(real, $0) }
  }

  /// Why a file may not be read; `nil` where it may.
  func objection(toReading path: String) -> Diagnostic? {
    guard !holds(path), let real = TextFile.withoutLinks(path) else { return nil }
    let folder = (real as NSString).deletingLastPathComponent
    return Diagnostic(
      "a link leads out of the data set's folder, so the file is not read", in: path,
      hint: "to allow the folder it leads to: \(Self.allowing(folder))")
  }

  /// What to write, and where.
  static func allowing(_ folder: String) -> String {
    let list = JSONText.array([.string(folder)]).rendered(indented: false)
    return
      "\"alsoReads\": \(list) in the experiment's entry of the data set, or --also-reads on the command line"
  }

  /// Where a descriptor's own root leads if not into its own folder, the folder of all data or one that was allowed;
  /// `nil` where it stays.
  ///
  /// - Parameters:
  ///   - root: as it is found from the descriptor.
  ///   - descriptor: path of the descriptor's file.
  ///   - allowed: other folders that it may lead into.
  static func departure(ofRoot root: String, descriptor: String, allowed: [String]) -> String? {
    let own = DirectoryListing.resolve(".", besideFile: descriptor)
    return ReadingScope([own] + allowed).holds(root) ? nil : TextFile.withoutLinks(root)
  }

  /// Whether a path as written goes up or begins at the top.
  static func leaves(_ path: String) -> Bool {
    path.hasPrefix("/") || path.split(separator: "/").contains("..")
  }
}
