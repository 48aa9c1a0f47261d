internal import ArgumentParser
internal import HRSupport

/// Folders that the files of a data set may be in, by the command line.
struct ReachOptions: ParsableArguments {
  @Option(help: "Folder that holds the data set's files.", completion: .directory)
  var root: String?

  @Option(
    name: .customLong("also-reads"), parsing: .singleValue,
    help: ArgumentHelp(
      "Folder besides the root that the data set's files may lie in.", valueName: "folder"),
    completion: .directory)
  var alsoReads: [String] = []

  /// Returns the members of a data set's entry in an experiment.
  static func members(root: String?, alsoReads: [String]) -> [(key: String, value: JSONText)] {
    var members: [(key: String, value: JSONText)] = []
    if let root { members.append(("root", .string(root))) }
    if !alsoReads.isEmpty { members.append(("alsoReads", .array(alsoReads.map { .string($0) }))) }
    return members
  }
}
