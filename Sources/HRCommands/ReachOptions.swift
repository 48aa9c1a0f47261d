internal import ArgumentParser
internal import HRDiagnostics

/// Where the files of a data set may lie, as the command line says it.
struct ReachOptions: ParsableArguments {
  @Option(help: "Folder that holds the data set's files.", completion: .directory)
  var root: String?

  @Option(
    name: .customLong("also-reads"), parsing: .singleValue,
    help: ArgumentHelp(
      "Folder besides the root that the data set's files may lie in.", valueName: "folder"),
    completion: .directory)
  var alsoReads: [String] = []

  /// As an experiment has them in the entry of a data set.
  static func members(root: String?, alsoReads: [String]) -> [(key: String, value: JSONText)] {
    var members: [(key: String, value: JSONText)] = []
    if let root { members.append(("root", .string(root))) }
    if !alsoReads.isEmpty { members.append(("alsoReads", .array(alsoReads.map { .string($0) }))) }
    return members
  }
}
