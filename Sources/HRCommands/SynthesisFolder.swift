internal import HRRecordings
internal import HRSupport

/// The folder in which recordings are made. Two sets must not be mixed, and existing recordings must not be lost.
struct SynthesisFolder {
  private let directory: String
  /// All names that may be written.
  private let names: Set<String>
  /// Most names that are listed; further ones are only counted.
  private static let mostNames = 6

  init(_ directory: String, names: [String]) {
    self.directory = directory
    self.names = Set(names)
  }

  /// Refuses a folder that has recordings.
  ///
  /// - Parameter force: true if recordings with exactly the names to be written may be replaced. Other recordings are
  ///   never removed, so a folder in which others would remain is still refused.
  func claim(force: Bool) throws(Diagnostics) {
    guard !TextFile.isFile(directory) else {
      throw Diagnostics("this is a file, not a folder", in: directory, hint: "--output names a folder")
    }
    let there = TextFile.names(in: directory).filter(RecordingWriter.isRecording)
    let others = there.filter { !names.contains($0) }
    if force, others.isEmpty { return }
    guard !there.isEmpty else { return }
    throw Diagnostics(
      others.isEmpty
        ? "the folder holds recordings of these names already: \(Self.listed(there))"
        : "the folder holds recordings that would be mixed with these: \(Self.listed(others))",
      in: shownPath(directory),
      hint: "--output names another folder"
        + (others.isEmpty
          ? ", --force replaces them" : "; or remove them yourself: not even --force does"))
  }

  private static func listed(_ names: [String]) -> String {
    names.prefix(mostNames).joined(separator: ", ")
      + (names.count > mostNames ? " and \(names.count - mostNames) more" : "")
  }
}
