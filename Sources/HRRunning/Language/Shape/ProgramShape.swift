internal import HRSupport

/// The keys of a program's entry.
enum ProgramKey {
  static let command = "command"

  /// Keys that a detector, a filter and an extractor share.
  static let fields: [ObjectShape.Field] = [
    .init(
      command, .list(.string, atLeast: 1), required: true,
      "Program and arguments; it answers on its standard output, see clients/README.md."),
    .init(
      "parameters", .map(.either([.number(nil), .string])), "Parameters, as the program describes them."),
    .init(
      "files", .list(.string, atLeast: 1),
      "What it needs beside the arguments that are files: names and patterns, relative to this experiment."),
    .init(
      "timeoutSeconds", .number(0.05...86_400),
      "How long one answer may take; left out: "
        + ProgramDescription.Sight.allCases.map {
          "\(shortest(KnownProgram.usualTimeout($0))) where it sees a \($0.rawValue)"
        }.joined(separator: ", ") + "."),
    .init(
      "memoryBytes", .integer((64 << 20)...(1 << 50)),
      "How much memory each of its processes may have (Linux); left out: with --sandbox "
        + "\(ProgramCommand.standardMemoryBytes), else no bound."),
    .init(
      "fileBytes", .integer(0...(1 << 50)), fallback: String(ProgramCommand.standardFileBytes),
      "The largest file it may write."),
    .init(
      "alsoReads", .list(.string),
      "Folders that it may read with --sandbox, and that links in \"files\" may lead to, relative to this experiment."
    ),
    .init(
      "environment", .list(.string),
      "Names of variables that it is given beside the usual ones; each must be set."),
    .init(
      "processes", .integer(4...(1 << 20)), fallback: String(ProgramCommand.Bounds.standard.processes),
      "How many processes and threads it may have at once, with --sandbox."),
    .init(
      "openFiles", .integer(16...(1 << 20)), fallback: String(ProgramCommand.Bounds.standard.openFiles),
      "How many files each of its processes may have open, with --sandbox."),
    .init(
      "temporaryBytes", .integer(4096...(1 << 50)),
      fallback: String(ProgramCommand.Bounds.standard.temporaryBytes),
      "How much /tmp may hold, and as much /dev/shm, with --sandbox."),
  ]
}

extension ExperimentShape {
  /// - Parameter noun: `a filter`.
  static func programStage(_ noun: String) -> Shape {
    .object("\(noun) in another language", marker: ProgramKey.command, ProgramKey.fields)
  }

  var programShape: Shape {
    .object(
      "a program", marker: ProgramKey.command,
      [.init("label", .string, required: true, "Name in the tables.")] + ProgramKey.fields + [
        .init(
          "extractor", extractorShape, "What makes the pulse wave; ppg or red when left out."),
        .init(
          RecordedKey.trace.rawValue, .string,
          "File of a pulse wave that another program made, in the extractor's place; \(Self.filledIn)"),
        .init(
          "filters", .list(filterChoice),
          "Filters applied to the pulse wave, over the whole recording, in this order."),
        .init(
          "acceptWhen", acceptanceRules,
          "What a quality index must be for its estimate to stand; otherwise it counts as refused."),
        .init(
          "confidenceFrom", confidenceShape,
          "A quality index whose value takes the place of the program's own confidence."),
        .init(
          "beatLagSeconds", Self.lagSeconds,
          "This detector's own lag: each marks another point of the pulse wave; that of \"beats\" when left out."
        ),
        Self.ownBaseline, Self.ownScenarios, TuningKey.field, RecordedManifest.field,
      ])
  }
}
