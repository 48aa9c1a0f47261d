internal import HRSupport
internal import HRReporting
internal import HRRunning

/// The folder that trials are exported to.
struct ExportFolder {
  /// Absolute path.
  let directory: String

  init(_ path: String) { directory = TextFile.absolute(path) }

  private static let trials = "trials"
  /// Files of an export, finished or not.
  private static let own = [ExportGuide.fileName, TrialManifest.fileName, trials, "unfinished"]

  /// Prepares the folder. An earlier export is removed only with `force`, and other files never are.
  ///
  /// - Parameter force: true if an earlier export is replaced.
  func claim(force: Bool) throws(Diagnostics) {
    guard !TextFile.isFile(directory) else {
      throw Diagnostics("this is a file, not a folder", in: directory, hint: "--to names a folder")
    }
    let names = TextFile.names(in: directory).filter { !TemporaryName.isTemporary($0) }
    guard !names.isEmpty else { return try TextFile.makeDirectory(directory) }
    guard holdsExport else {
      throw Diagnostics(
        "the folder holds files that `export` did not write: \(names.firstFew)", in: shownPath(directory),
        hint: "name another folder to --to")
    }
    guard force else {
      throw Diagnostics(
        "the folder holds trials that were exported before", in: shownPath(directory),
        hint: "--force replaces them; --to names another folder")
    }
    for name in Self.own { TextFile.remove("\(directory)/\(name)") }
  }

  private var holdsExport: Bool {
    let guide = "\(directory)/\(ExportGuide.fileName)"
    return TextFile.beginning(of: guide, bytes: 256)?.hasPrefix(ExportGuide.firstLine + "\n") ?? false
  }

  /// Marks the folder before the first trial, so that an interrupted export is recognised too.
  func begin() throws(Diagnostics) {
    try write(
      "\(ExportGuide.firstLine)\n\nThe export is not finished: there is no manifest.json yet.\n",
      ExportGuide.fileName)
  }

  /// Writes the manifest last, so that an export with one is complete.
  func finish(_ manifest: TrialManifest) throws(Diagnostics) {
    try write(ExportGuide.text(of: manifest), ExportGuide.fileName)
    try write(manifest.text, TrialManifest.fileName)
  }

  /// Removes the export where no trial could be written.
  func abandon() {
    for name in Self.own { TextFile.remove("\(directory)/\(name)") }
  }

  func shown(_ name: String) -> String { shownPath("\(directory)/\(name)") }

  private func write(_ text: String, _ name: String) throws(Diagnostics) {
    do throws(Diagnostics) {
      try TextFile.write(text, to: "\(directory)/\(name)")
    } catch {
      throw Diagnostics(
        error.first.message, in: shown(name),
        hint: "check free space and permissions; --to names another folder")
    }
  }
}
