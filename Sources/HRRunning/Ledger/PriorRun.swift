internal import HRSupport

/// The runs that a folder already holds, as far as another run must know of them.
package struct PriorRun: Equatable, Sendable {
  /// A run whose results are whole.
  package private(set) var finished: Trace?
  /// A run that was interrupted, or that is still going on.
  package private(set) var interrupted: Trace?

  package struct Trace: Equatable, Sendable {
    /// Name of its experiment; `nil` where its files cannot be read, as those of another version.
    package let experiment: String?
    /// `37 of 48 units are finished`; `nil` where that cannot be read.
    package private(set) var progress: String?
  }

  package var isNone: Bool { finished == nil && interrupted == nil }

}

extension PriorRun {
  /// Reads a folder. A file that only bears the name of a run's file does not count.
  package init(in folder: String) {
    self.init(interrupted: Self.stored(RunStore.partialPath(in: folder)))
    // The store is read last: it holds everything and takes longest.
    for look in [
      { Self.trace("\(folder)/run.json", format: "hreval-run") },
      { Self.trace("\(folder)/results.json", format: "hreval-results") },
      { Self.stored(RunStore.path(in: folder)) },
    ] where finished?.experiment == nil {
      finished = look() ?? finished
    }
  }

  /// - Returns: `nil` where the file is not one of hreval's.
  private static func trace(_ path: String, format: String) -> Trace? {
    guard TextFile.isFile(path), let text = try? TextFile.read(path, what: "run") else { return nil }
    guard let root = try? JSONDocument(text, file: path).root else {
      // The file is cut off, but hreval wrote it.
      return text.prefix(200).contains("\"\(format)\"") ? Trace(experiment: nil) : nil
    }
    guard root["format"]?.string == format else { return nil }
    return Trace(experiment: root["experiment"]?["name"]?.string)
  }

  private static func stored(_ path: String) -> Trace? {
    guard TextFile.beginning(of: path, bytes: RunStore.family.utf8.count) == RunStore.family else {
      return nil
    }
    guard let content = try? RunStore.read(path) else { return Trace(experiment: nil) }
    return Trace(
      experiment: content.plan.name,
      progress: "\(content.results.count) of \(content.plan.units.count) units are finished")
  }
}
