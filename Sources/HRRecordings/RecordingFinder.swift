internal import HRDiagnostics

/// Finds the files that make up recordings; pairing is by what paths captured, never by position in a listing.
struct RecordingFinder {
  let descriptor: DatasetDescriptor
  let listing: DirectoryListing
  private(set) var problems: [Diagnostic] = []

  init(descriptor: DatasetDescriptor, listing: DirectoryListing) {
    self.descriptor = descriptor
    self.listing = listing
  }

  mutating func entries() -> [RecordingEntry] {
    guard let main = descriptor.files.first else { return [] }
    let found = main.pattern.find(in: listing)
      .filter { match in !main.except.contains { $0.matches(match.path) } }
    var entries: [RecordingEntry] = []
    var firstPaths: [String: String] = [:]
    for (path, captures) in found {
      guard let id = descriptor.recordingTemplate.filled(from: captures) else { continue }
      if let earlier = firstPaths[id] {
        problems.append(
          Diagnostic(
            "two files give the recording \"\(id)\": \(earlier) and \(path)",
            place: .init(file: listing.root),
            hint: "capture what differs, or name \"recording\" by it"))
        continue
      }
      firstPaths[id] = path
      var known = captures
      if !known.contains(where: { $0.name == "recording" }) {
        known.append(.init(name: "recording", value: id))
      }
      var paths: [Result<String, Diagnostic>] = [.success(listing.absolute(path))]
      for companion in descriptor.files.dropFirst() {
        paths.append(self.path(of: companion, captures: captures))
      }
      entries.append(
        RecordingEntry(id: id, subject: subject(known), paths: paths, captures: known))
    }
    return entries.sorted { $0.id.precedesNaturally($1.id) }
  }

  private func subject(_ captures: PathPattern.Captures) -> String? {
    guard case .template(let template) = descriptor.subject else { return nil }
    return template.filled(from: captures)
  }

  private func path(of file: FileDescription, captures: PathPattern.Captures) -> Result<String, Diagnostic> {
    let found = file.pattern.substituting(captures).find(in: listing).map(\.path)
      .filter { path in !file.except.contains { $0.matches(path) } }
    if let only = found.first, found.count == 1 { return .success(listing.absolute(only)) }
    let written = CaptureTemplate.fill(file.pattern.text, from: captures)
    return .failure(
      found.isEmpty
        ? Diagnostic(
          "the file \"\(file.name)\" is missing: \(written)", place: .init(file: listing.root))
        : Diagnostic(
          "\(found.count) files could be \"\(file.name)\" (\(written)): \(found.prefix(3).joined(separator: ", "))",
          place: .init(file: listing.root), hint: "write the path so that only one fits, or use \"except\""))
  }

  /// What does lie in the root, for whoever pointed at the wrong folder.
  var contentHint: String {
    let names = listing.names(in: "").filter { !$0.hasPrefix(".") }
    if names.isEmpty { return "the folder is empty" }
    return "the folder holds: \(names.prefix(6).joined(separator: ", "))\(names.count > 6 ? ", …" : "")"
  }
}
