package import HRSupport

/// Search path of data sets that are named without a path, in this order: ``near``, ``dataDirectory``, ``shipped``.
///
/// Each entry is a folder whose children `<name>/dataset.json` are descriptors.
package struct DataEnvironment: Codable, Equatable, Sendable {
  /// The experiment's folder, its `datasets/`, and `datasets/` of every folder above it.
  package let near: [String]
  /// `$HREVAL_DATA`; recordings are searched there too.
  package let dataDirectory: String?
  /// Folder of the descriptors that come with the program.
  package let shipped: String?
  /// Folder for the recordings that hreval makes for ``shipped`` data sets; `nil`: each beside its descriptor.
  package let made: String?

  package init(near: [String], dataDirectory: String?, shipped: String? = nil, made: String? = nil) {
    self.near = near
    self.dataDirectory = dataDirectory
    self.shipped = shipped
    self.made = made
  }

  /// - Parameter directory: the experiment's folder, absolute and without `..`; or the folder in which a command
  ///   was typed.
  package init(around directory: String, dataDirectory: String?, shipped: String?, made: String? = nil) {
    let above = TextFile.andAbove(directory).map { TextFile.resolve("datasets", in: $0) }
    self.init(near: [directory] + above, dataDirectory: dataDirectory, shipped: shipped, made: made)
  }

  /// Returns the folder in which hreval makes the recordings of a data set; `nil` unless its descriptor is one of
  /// ``shipped``.
  ///
  /// - Parameter path: of the descriptor.
  package func madeFolder(of path: String) -> String? {
    guard let shipped = shipped.flatMap(TextFile.withoutLinks), let real = TextFile.withoutLinks(path) else {
      return nil
    }
    let folder = TextFile.directory(of: real)
    guard TextFile.directory(of: folder) == shipped else { return nil }
    let beside = folder + "/recordings"
    return made == nil || TextFile.isDirectory(beside)
      ? beside : made.map { $0 + folder.dropFirst(shipped.count) }
  }

  /// Returns the root of a shipped data set whose recordings hreval has made in another folder than beside its
  /// descriptor.
  package func madeRoot(of path: String) -> String? {
    made == nil ? nil : madeFolder(of: path).flatMap { TextFile.isDirectory($0) ? $0 : nil }
  }

  /// All folders of the search path, each once, in the order of the search.
  package var places: [String] {
    (near + [dataDirectory, shipped].compactMap(\.self)).distinct
  }

  /// A descriptor that can be named.
  package struct Found: Equatable, Sendable {
    package let name: String
    package let path: String
    /// Descriptors of the same name in folders that are searched later; these are not used.
    package fileprivate(set) var hidden: [String] = []
  }

  /// The data sets that have a descriptor, in alphabetical order.
  package var descriptors: [Found] {
    var found: [String: Found] = [:]
    for place in places {
      for name in TextFile.names(in: place) {
        let path = Self.descriptor(of: name, in: place)
        guard TextFile.isFile(path) else { continue }
        if found[name] == nil {
          found[name] = Found(name: name, path: path)
        } else {
          found[name]?.hidden.append(path)
        }
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }

  private static func descriptor(of name: String, in place: String) -> String {
    TextFile.resolve("\(name)/dataset.json", in: place)
  }

  /// Returns the path of a data set's descriptor. A name is searched in ``places``. Anything that contains a slash
  /// or ends in `.json` is a path, and so are `.` and `..`.
  package func descriptorPath(of name: String, relativeTo directory: String) throws(Diagnostics) -> String {
    guard name.contains("/") || name.hasSuffix(".json") || [".", ".."].contains(name) else {
      if let path = places.lazy.map({ Self.descriptor(of: name, in: $0) }).first(where: TextFile.isFile) {
        return path
      }
      let known = descriptors.map(\.name)
      let guess = known.isEmpty ? "" : suggestionHint(for: name, among: known) + " "
      throw Diagnostics("there is no data set \"\(name)\"", hint: guess + searched)
    }
    let given = TextFile.resolve(name, in: directory)
    let path = name.hasSuffix(".json") ? given : given + "/dataset.json"
    guard TextFile.exists(path) else {
      let absence = WorkingFolder.absence(for: path)
      throw Diagnostics(
        "there is no data set \"\(name)\"" + (absence.map { ": \($0.message)" } ?? ""),
        hint: absence?.hint ?? "looked for \(path)")
    }
    return path
  }

  /// The search path in words: existing folders by path, missing ones by a description.
  private var searched: String {
    var words = near.prefix(1).map { $0 }
    let above = near.dropFirst().filter(TextFile.exists)
    if !near.isEmpty {
      words += above.isEmpty ? ["no \"datasets\" folder there or above it"] : above
    }
    words.append(dataDirectory.map { "\($0) (HREVAL_DATA)" } ?? "HREVAL_DATA (not set)")
    words.append(shipped.map { "\($0) (the program's own)" } ?? "no folder that comes with the program")
    return "(looked for \(Self.example) in: \(words.joined(separator: "; ")))"
  }

  private static let example = "<name>/dataset.json"
}
