internal import HRRunning
internal import HRSupport
internal import ArgumentParser

/// Words that a shell offers while a command is typed; the plugins of the user's own package are among them.
extension CompletionKind {
  static let detectors = names { PluginContext.plugins.detectors.names }
  static let extractors = names { PluginContext.plugins.extractors.names }
  static let scenarios = names { PluginContext.plugins.scenarios.names }
  static let metrics = names { Listing.items(of: .metrics).map(\.name) }
  /// Names as found from the folder in which the command is typed; with a slash, folders with a descriptor.
  static let datasets = CompletionKind.custom { _, _, begun in
    guard let slash = begun.lastIndex(of: "/") else {
      return fitting(DataEnvironment.around(".").descriptors.map(\.name), begun)
    }
    let folder = String(begun[...slash])
    let inside = TextFile.names(in: folder).filter { TextFile.isDirectory(folder + $0) }
    return fitting(
      inside.map { folder + $0 + (TextFile.isFile("\(folder)\($0)/dataset.json") ? "" : "/") }, begun)
  }
  static let listKinds = names { Listing.Kind.allCases.map(\.rawValue) }
  /// Names of the kind that was typed before.
  static let listed = CompletionKind.custom { words, _, begun in
    let kind = words.compactMap(Listing.Kind.init).last
    return fitting(kind.map { Listing.items(of: $0).map(\.name) } ?? [], begun)
  }

  private static func names(_ all: @escaping @Sendable () -> [String]) -> CompletionKind {
    .custom { _, _, begun in fitting(all(), begun) }
  }

  private static func fitting(_ names: [String], _ begun: String) -> [String] {
    // A shell takes one word from each line.
    names.filter { $0.hasPrefix(begun) && !$0.unicodeScalars.contains(where: \.steersReaders) }
  }
}
