internal import HRSupport

/// Finds the files that make up recordings. They are paired by captures in their paths, never by position in a
/// listing.
struct RecordingFinder {
  let descriptor: DatasetDescriptor
  let listing: DirectoryListing
  let scope: ReadingScope
  private(set) var problems: [Diagnostic] = []

  mutating func entries() -> [RecordingEntry] {
    guard let main = descriptor.files.first else { return [] }
    let found = main.pattern.find(in: listing)
      .filter { match in !main.except.contains { $0.matches(match.path) } }
    var entries: [RecordingEntry] = []
    var firstPaths: [String: String] = [:]
    for match in found {
      let (path, captures) = (match.path, match.captures)
      guard let id = descriptor.recordingTemplate.filled(from: captures) else {
        // The part of the path with the recording's name is below the unreadable name.
        if !match.isText, case .failure(let refusal) = opened(match) { problems += refusal.list }
        continue
      }
      if let earlier = firstPaths[id] {
        problems.add(
          "two files give the recording \"\(id)\": \(earlier) and \(path)", in: listing.root,
          hint: "capture what differs, or name \"recording\" by it")
        continue
      }
      firstPaths[id] = path
      var known = captures
      if !known.contains(where: { $0.name == "recording" }) {
        known.append(.init(name: "recording", value: id))
      }
      let paths = [opened(match)] + descriptor.files.dropFirst().map { self.path(of: $0, captures: captures) }
      entries.append(RecordingEntry(id: id, subject: subject(known), paths: paths, captures: known))
    }
    return entries.sorted { $0.id.precedesNaturally($1.id) }
  }

  private func subject(_ captures: PathPattern.Captures) -> String? {
    guard case .template(let template) = descriptor.subject else { return nil }
    return template.filled(from: captures)
  }

  /// Returns the path to open, or the reason why it must not or cannot be opened.
  private func opened(_ match: PathPattern.Found) -> Result<String, Diagnostics> {
    let path = listing.absolute(match.path)
    guard match.isText else {
      return .failure(
        Diagnostics(
          "the name is not UTF-8 text, so the file cannot be read", in: path,
          hint: "rename it; bytes that are not UTF-8 are shown as \\x and two digits"))
    }
    return scope.objection(toReading: path).map { .failure(Diagnostics($0)) } ?? .success(path)
  }

  private func path(of file: FileDescription, captures: PathPattern.Captures) -> Result<String, Diagnostics> {
    let found = file.pattern.substituting(captures).find(in: listing)
      .filter { match in !file.except.contains { $0.matches(match.path) } }
    if let only = found.first, found.count == 1 { return opened(only) }
    let written = CaptureTemplate.fill(file.pattern.text, from: captures)
    return .failure(
      found.isEmpty
        ? Diagnostics("the file \"\(file.name)\" is missing: \(written)", in: listing.root)
        : Diagnostics(
          "\(found.count) files could be \"\(file.name)\" (\(written)): \(found.prefix(3).map(\.path).joined(separator: ", "))",
          in: listing.root, hint: "write the path so that only one fits, or use \"except\""))
  }

  /// Names of the entries in the root, as a hint for a wrong folder.
  var contentHint: String {
    let names = listing.entries(in: "").map(\.name).filter { !$0.hasPrefix(".") }
    if names.isEmpty { return "the folder is empty" }
    return "the folder holds: \(names.prefix(6).joined(separator: ", "))\(names.count > 6 ? ", …" : "")"
  }
}
