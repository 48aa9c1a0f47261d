internal import HRDiagnostics
internal import HRExperiments
internal import HRReports

extension Experiment {
  /// What a command line asks, as an experiment, so that the same rules and the same messages hold.
  ///
  /// - Parameters:
  ///   - members: of the experiment file.
  ///   - overrides: `path=value`, as `--set` takes them.
  init(
    asking members: [(key: String, value: JSONText)], overrides: [String] = [], needsReference: Bool = false
  ) throws(Diagnostics) {
    do throws(Diagnostics) {
      var document = try Self.document(JSONText.object(members).rendered())
      for override in overrides { document = try Self.applying(override, to: document) }
      self = try Experiment(
        ExperimentFile(document: document, directory: "."), plugins: PluginContext.plugins,
        environment: Project.containing(".").environment, needsReference: needsReference)
    } catch {
      // The text was ours: its lines mean nothing to the person who typed a command.
      throw Diagnostics(
        error.list.map { problem in
          var plain = problem
          if plain.place?.file == "" { plain.place = nil }
          return plain
        })
    }
  }

  private static func document(_ text: String) throws(Diagnostics) -> JSONDocument {
    do throws(Diagnostic) {
      return try JSONDocument(text, file: "")
    } catch {
      throw Diagnostics(error)
    }
  }

  private static func applying(_ override: String, to document: JSONDocument) throws(Diagnostics)
    -> JSONDocument
  {
    do throws(Diagnostic) {
      return try document.applying(override: override)
    } catch {
      throw Diagnostics(error)
    }
  }
}

/// `DATASET[:RECORDING…]` of a command line.
struct DatasetSelection {
  let dataset: String
  let recordings: [String]

  init(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: true).map(String.init)
    dataset = parts.first ?? text
    recordings = Array(parts.dropFirst())
  }

  /// As an experiment names it.
  var members: [(key: String, value: JSONText)] {
    [("dataset", .string(dataset))]
      + (recordings.isEmpty ? [] : [("select", .array(recordings.map { .string($0) }))])
  }
}
