internal import HRRunning
internal import HRSupport

extension Experiment {
  /// Resolves the request of a command line as an experiment, so that the same rules and messages apply.
  init(
    asking members: [(key: String, value: JSONText)], parameters: [String], of owner: String
  ) throws(Diagnostics) {
    self = try WorkOrder(asking: members, parameters: parameters, of: owner).experiment(
      plugins: PluginContext.plugins)
  }
}

extension WorkOrder {
  /// Creates the order for an experiment from the request of a command line. It has been resolved once, so that its
  /// problems are reported in the words of the command line.
  ///
  /// - Parameters:
  ///   - members: of the experiment file.
  ///   - parameters: `name=value`, as `--set` takes them here.
  ///   - owner: path of the object that has the `parameters`: `detectors[0]`.
  init(
    asking members: [(key: String, value: JSONText)], parameters: [String], of owner: String
  ) throws(Diagnostics) {
    do throws(Diagnostics) {
      let document = try Self.document(JSONText.object(members).rendered(), parameters, owner)
      self.init(
        file: ExperimentFile(document: document, directory: "."),
        environment: .around("."), needsReference: false)
      try MadeRecordings.make(for: file.datasetNames, in: environment)
      _ = try experiment(plugins: PluginContext.plugins)
    } catch {
      throw Diagnostics(error.list.map { Self.spoken($0, owner: owner) })
    }
  }

  private static func document(
    _ text: String, _ parameters: [String], _ owner: String
  ) throws(Diagnostics) -> JSONDocument {
    var problems: [Diagnostic] = []
    do {
      var document = try JSONDocument(text, file: "")
      for parameter in parameters {
        if parameter.contains("=") {
          document = try document.applying(override: "\(owner).parameters.\(parameter)")
        } else {
          problems.add("--set \(parameter): expected name=value")
        }
      }
      if problems.isEmpty { return document }
    } catch {
      problems += error.list
    }
    throw Diagnostics(problems)
  }

  /// Returns a problem without its place in the generated text, whose lines are unknown to the user; names of
  /// parameters stay.
  private static func spoken(_ problem: Diagnostic, owner: String) -> Diagnostic {
    guard let place = problem.place, place.file.isEmpty else { return problem }
    var plain = problem
    plain.place = nil
    let prefix = "$.\(owner).parameters."
    if let path = place.path, path.hasPrefix(prefix), !problem.message.hasPrefix("\"") {
      plain.message = "--set \(path.dropFirst(prefix.count)): \(problem.message)"
    }
    return plain
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

  /// The selection as members of an experiment.
  var members: [(key: String, value: JSONText)] {
    [("dataset", .string(dataset))]
      + (recordings.isEmpty ? [] : [("select", .array(recordings.map { .string($0) }))])
  }
}
