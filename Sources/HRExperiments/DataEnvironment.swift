package import HRDiagnostics

/// Where data sets named without a path are looked for.
package struct DataEnvironment: Sendable {
  /// Folder of descriptors: `datasets/`.
  package let descriptorDirectory: String
  /// `$HREVAL_DATA`.
  package let dataDirectory: String?

  package init(descriptorDirectory: String, dataDirectory: String?) {
    self.descriptorDirectory = descriptorDirectory
    self.dataDirectory = dataDirectory
  }

  /// Names of the data sets that have a descriptor, in alphabetical order.
  package var descriptorNames: [String] {
    TextFile.names(in: descriptorDirectory).filter {
      TextFile.exists("\(descriptorDirectory)/\($0)/dataset.json")
    }
  }

  /// Where the descriptor of a data set lies: a name is a folder under ``descriptorDirectory``; anything with a slash
  /// or ending in `.json` is a path.
  package func descriptorPath(of name: String, relativeTo directory: String) throws(Diagnostics) -> String {
    let isPath = name.contains("/") || name.hasSuffix(".json")
    var path = isPath ? TextFile.resolve(name, in: directory) : "\(descriptorDirectory)/\(name)/dataset.json"
    if isPath, !name.hasSuffix(".json") { path += "/dataset.json" }
    guard TextFile.exists(path) else {
      throw Diagnostics(
        Diagnostic(
          "there is no data set \"\(name)\"",
          hint: isPath
            ? "looked for \(path)" : suggestionHint(for: name, among: descriptorNames)))
    }
    return path
  }
}
