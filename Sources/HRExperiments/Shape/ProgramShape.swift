internal import HRDiagnostics
internal import HRPrograms

/// The keys of a program's entry.
enum ProgramKey {
  static let command = "command"

  /// Those that a detector, a filter and an extractor have alike.
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
      "How much memory it may have (Linux); no bound when left out."),
    .init(
      "fileBytes", .integer(0...(1 << 50)), fallback: String(ProgramCommand.standardFileBytes),
      "The largest file it may write."),
    .init(
      "alsoReads", .list(.string), "Folders that it may read with --sandbox, relative to this experiment."),
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
        Self.ownBaseline, Self.ownScenarios, TuningKey.field,
      ])
  }
}
