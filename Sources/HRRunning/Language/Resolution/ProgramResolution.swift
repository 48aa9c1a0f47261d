internal import HRSupport
internal import HRPlugins

/// Programs in other languages: detectors, filters and extractors.
extension ExperimentResolver {
  /// Resolves the plan of an entry that names a program; `nil` if it has a problem, which is then reported.
  mutating func programPlan(
    _ label: String, node: JSONNode, recordings: [RecordedSource.Names]
  ) -> (plan: DetectorPlan, node: JSONNode)? {
    guard let plugin = program(node, as: .detector) else { return nil }
    let description = plugin.description
    if !description.measurands.contains(measurand) {
      complain(
        "\(description.name) does not estimate the \(measurand.words)", at: node,
        hint: "it estimates the \(description.measurands.map(\.words).joined(separator: ", "))")
    }
    let bare = Pipeline(
      info: plugin.info, parameters: plugin.parameters, inputs: description.channels,
      optionalInputs: description.optionalChannels, detector: .program(plugin),
      chanceWithinBPM: description.chanceWithinBPM)
    return staged(bare, label: label, node: node, usual: ["ppg", "red"], recordings: recordings)
  }

  mutating func programFilter(_ node: JSONNode) -> Pipeline.FilterStage? {
    program(node, as: .filter).map {
      Pipeline.FilterStage(info: $0.info, parameters: $0.parameters, filter: .program($0))
    }
  }

  mutating func programExtractor(_ node: JSONNode) -> Pipeline.ExtractorChoice? {
    program(node, as: .extractor).map {
      Pipeline.ExtractorChoice(info: $0.info, inputs: $0.description.channels, extractor: .program($0))
    }
  }

  /// Resolves the program of an entry with its parameters, after it has described itself.
  private mutating func program(_ node: JSONNode, as kind: ProgramDescription.Kind) -> ProgramPlugin? {
    guard let words = node[ProgramKey.command], let first = words.first else { return nil }
    let place = node.place(of: ProgramKey.command)
    guard !first.isEmpty, !words.contains(where: { $0.contains("\0") }) else {
      complain("the command is empty", at: place)
      return nil
    }
    guard let registry = plugins.programs.registry else {
      complain(
        "the experiment starts a program, which only run does unasked: \(words.joined(separator: " "))",
        at: place,
        hint: "it is started with all your rights, so read it first; --allow-commands starts it here too")
      return nil
    }
    for name in node.node(ProgramKey.environment)?.elements ?? [] where !Self.isVariable(name.string ?? "") {
      complain(
        "\"\(name.string ?? "")\" is no name of a variable", at: name,
        hint: "\"environment\" holds names, without values")
      return nil
    }
    let command = ProgramCommand(
      words, files: node[ProgramKey.files], timeoutSeconds: node[ProgramKey.timeoutSeconds],
      memoryBytes: node[ProgramKey.memoryBytes], fileBytes: node[ProgramKey.fileBytes],
      alsoReads: node[ProgramKey.alsoReads].map {
        TextFile.absolute(TextFile.resolve($0, in: file.directory))
      },
      environment: node[ProgramKey.environment],
      bounds: .init(
        processes: node[ProgramKey.processes], openFiles: node[ProgramKey.openFiles],
        temporaryBytes: node[ProgramKey.temporaryBytes]),
      directory: TextFile.absolute(file.directory))
    let known: KnownProgram
    do {
      known = try registry.program(command)
    } catch {
      // A problem in the program's output has a place there; the entry's problem is reported at the entry.
      problems += error.list.map { problem in
        document.problem(problem.placedMessage, at: place, hint: problem.hint)
      }
      return nil
    }
    guard known.description.kind == kind else {
      complain(
        "\(known.description.name) is \(known.description.kind.article), not \(kind.article)", at: place)
      return nil
    }
    return parameters(of: known, node[EntryKey.parameters]).map {
      ProgramPlugin(program: known, parameters: $0)
    }
  }

  private static func isVariable(_ name: String) -> Bool {
    name.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
      && name.unicodeScalars.allSatisfy {
        $0 == "_" || ($0.isASCII && $0.properties.isAlphabetic) || ("0"..."9").contains($0)
      }
  }

  private mutating func parameters(of program: KnownProgram, _ node: JSONNode?) -> ParameterValues? {
    let descriptions = program.description.parameters
    if let node {
      let shape = Shape.object(
        "the parameters of \(program.description.name)", .parameters(descriptions))
      let found = JSONDocument(file: document.file, text: document.text, root: node).problems(against: shape)
      problems += found
      if !found.isEmpty { return nil }
    }
    return ParameterValues(nodes: node, descriptions).completed(from: descriptions)
  }
}

extension ProgramPlugin {
  var info: PluginInfo {
    PluginInfo(program: description.name, version: description.version, "A program in another language.")
  }
}

extension Diagnostic {
  /// The message with its place in another text.
  fileprivate var placedMessage: String {
    guard let place else { return message }
    return place.file + (place.path.map { ", \($0)" } ?? "") + ": " + message
  }
}
