internal import ArgumentParser
internal import HRSupport
internal import HRRecordings

/// Limits on what is read, set on the command line.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limits"), parsing: .singleValue,
    help: ArgumentHelp(
      "Read more, or less, of a recording than usual (recordingBytes=4000000000), or give it more memory (workerBytes=12000000000). The names: hreval help datasets limits.",
      valueName: "name=value"))
  var given: [String] = []

  mutating func validate() throws {
    _ = try parsed()
  }

  /// The limits as members of an experiment under `limits`; empty where none was given.
  var members: [(key: String, value: JSONText)] {
    guard !pairs.isEmpty else { return [] }
    return [("limits", .object(pairs.map { ($0.name.rawValue, .integer($0.value)) }))]
  }

  /// The limits in the form of `--set`.
  var overrides: [String] {
    pairs.map { "limits.\($0.name.rawValue)=\($0.value)" }
  }

  var limits: ReadingLimits {
    ReadingLimits(pairs.reduce(into: [:]) { $0[$1.name] = $1.value })
  }

  private var pairs: [(name: ReadingLimits.Name, value: Int)] { (try? parsed()) ?? [] }

  private func parsed() throws -> [(name: ReadingLimits.Name, value: Int)] {
    var pairs: [(name: ReadingLimits.Name, value: Int)] = []
    for text in given {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let value = Int(parts[1], radix: 10) else {
        throw ValidationError("--limits \(text): expected name=value, the value a whole number.")
      }
      guard let name = ReadingLimits.Name(rawValue: parts[0]) else {
        let known = ReadingLimits.Name.allCases.map(\.rawValue)
        throw ValidationError(
          "--limits \(text): no limit is called that; \(suggestionHint(for: parts[0], among: known)).")
      }
      guard name.range.contains(value) else {
        throw ValidationError(
          "--limits \(text): the value must be from \(name.range.lowerBound) to \(name.range.upperBound).")
      }
      guard !pairs.contains(where: { $0.name == name }) else {
        throw ValidationError("--limits \(name.rawValue) is given twice.")
      }
      pairs.append((name, value))
    }
    return pairs
  }
}

/// Folders that the files of a data set may be in, by the command line.
struct ReachOptions: ParsableArguments {
  @Option(help: "Folder that holds the data set's files.", completion: .directory)
  var root: String?

  @Option(
    name: .customLong("also-reads"), parsing: .singleValue,
    help: ArgumentHelp(
      "Folder besides the root that the data set's files may be in.", valueName: "folder"),
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
