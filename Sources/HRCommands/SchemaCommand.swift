internal import HREvaluation
internal import HRRunning
internal import ArgumentParser
internal import HRSupport
internal import HRRecordings
internal import HRReporting

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a file format, or its members as a page.",
    discussion:
      "Editors that know JSON Schema then complete keys and mark mistakes while an experiment is written.")

  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case experiment, dataset, results, baseline
  }

  @Argument(help: "experiment, dataset, results or baseline.")
  var kind: Kind = .experiment

  @Flag(help: "Print every member with its type and meaning, as a page of Markdown.")
  var markdown = false

  func run() {
    let (shape, title, version) = Self.format(of: kind)
    let command = "\(PluginContext.programName) schema \(kind.rawValue) --markdown"
    Terminal.out(
      markdown
        ? FieldsPage(shape, title: "All keys: \(title)", command: command).text
        : shape.schema(title: "hreval \(title)", identifier: "urn:hreval:\(kind.rawValue):\(version)")
          .rendered())
  }

  private static func format(of kind: Kind) -> (shape: Shape, title: String, version: Int) {
    switch kind {
    case .experiment: (ExperimentShape(PluginContext.plugins).shape, "experiment", 1)
    case .dataset: (DatasetDescriptor.shape, "data-set descriptor", 1)
    case .results: (StoredResults.file.shape, "results", FormatVersion.results)
    case .baseline: (BaselineFile.shape, "baseline", FormatVersion.baseline)
    }
  }
}
