internal import HREvaluation
internal import HRExperiments
internal import HRResults
internal import ArgumentParser
internal import HRDiagnostics
internal import HRRecordings
internal import HRReports

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a file format.",
    discussion:
      "Editors that know JSON Schema then complete keys and mark mistakes while an experiment is written.")

  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case experiment, dataset, results, baseline
  }

  @Argument(help: "experiment, dataset, results or baseline.")
  var kind: Kind = .experiment

  func run() {
    Terminal().out(Self.schema(of: kind).rendered())
  }

  static func schema(of kind: Kind) -> JSONText {
    switch kind {
    case .experiment:
      ExperimentShape(PluginContext.plugins).shape.schema(
        title: "hreval experiment", identifier: "urn:hreval:experiment:1")
    case .dataset:
      DatasetDescriptor.shape.schema(title: "hreval data-set descriptor", identifier: "urn:hreval:dataset:1")
    case .results:
      ResultsShape.shape.schema(
        title: "hreval results", identifier: "urn:hreval:results:\(FormatVersion.results)")
    case .baseline:
      BaselineFile.shape.schema(
        title: "hreval baseline", identifier: "urn:hreval:baseline:\(FormatVersion.baseline)")
    }
  }
}
