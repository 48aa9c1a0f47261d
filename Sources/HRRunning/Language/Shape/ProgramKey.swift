internal import HRSupport

/// Keys of an entry that names a program: a detector, a filter or an extractor.
enum ProgramKey {
  static let command = JSONKey(
    "command", .list(.text, atLeast: 1), required: true,
    "Program and arguments; it answers on its standard output, see `hreval help programs`.")
  static let files = JSONKey(
    "files", .list(.text, atLeast: 1), missing: [],
    "What it needs beside the arguments that are files: names and patterns, relative to this experiment.")
  static let timeoutSeconds = JSONKey(
    "timeoutSeconds", .number(0.05...86_400),
    "How long one answer may take; left out: "
      + ProgramDescription.Sight.allCases.map {
        "\(shortest(KnownProgram.usualTimeout($0))) where it sees a \($0.rawValue)"
      }.joined(separator: ", ") + ".")
  static let memoryBytes = JSONKey(
    "memoryBytes", .integer((64 << 20)...(1 << 50)),
    "How much memory each of its processes may have (Linux); left out: with --sandbox "
      + "\(ProgramCommand.standardMemoryBytes), else no bound.")
  static let fileBytes = JSONKey(
    "fileBytes", .integer(0...(1 << 50)), fallback: ProgramCommand.standardFileBytes,
    "The largest file it may write.")
  static let alsoReads = JSONKey(
    "alsoReads", .list(.text), missing: [],
    "Folders that it may read with --sandbox, and that links in \"files\" may lead to, relative to this experiment."
  )
  static let environment = JSONKey(
    "environment", .list(.text), missing: [],
    "Names of variables that it is given beside the usual ones; each must be set.")
  static let processes = JSONKey(
    "processes", .integer(4...(1 << 20)), fallback: ProgramCommand.Bounds.standard.processes,
    "How many processes and threads it may have at once, with --sandbox.")
  static let openFiles = JSONKey(
    "openFiles", .integer(16...(1 << 20)), fallback: ProgramCommand.Bounds.standard.openFiles,
    "How many files each of its processes may have open, with --sandbox.")
  static let temporaryBytes = JSONKey(
    "temporaryBytes", .integer(4096...(1 << 50)), fallback: ProgramCommand.Bounds.standard.temporaryBytes,
    "How much /tmp may hold, and as much /dev/shm, with --sandbox.")

  static let fields = [
    command.field,
    EntryKey.parameters.with(
      shape: .map(.either([.number(nil), .string])), "Parameters, as the program describes them."),
    files.field, timeoutSeconds.field, memoryBytes.field, fileBytes.field, alsoReads.field,
    environment.field, processes.field, openFiles.field, temporaryBytes.field,
  ]
}

extension ExperimentShape {
  /// - Parameter noun: `a filter`.
  static func programStage(_ noun: String) -> Shape {
    .object("\(noun) in another language", marker: ProgramKey.command.name, ProgramKey.fields)
  }

  var programShape: Shape {
    .object(
      "a program", marker: ProgramKey.command.name,
      [EntryKey.label.field] + ProgramKey.fields
        + waveFields("What makes the pulse wave; ppg or red when left out.")
        + judgementFields(
          "What a quality index must be for its estimate to stand; otherwise it counts as refused.",
          "A quality index whose value takes the place of the program's own confidence."))
  }
}
