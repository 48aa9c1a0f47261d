internal import HRSupport

extension Dataset {
  /// Returns the files of a recording from which channels are read, with those that these files name.
  package func signalFiles(of entry: RecordingEntry) -> [String] {
    let numbers = Set(descriptor.channels.map(\.location.file))
    return zip(descriptor.files, entry.paths).enumerated().flatMap { number, file -> [String] in
      guard numbers.contains(number), let path = try? file.1.get() else { return [] }
      return [path] + file.0.companions(of: path, scope: scope)
    }.distinct
  }
}
