internal import ArgumentParser
internal import Foundation
internal import HRDiagnostics
internal import HRExperiments
internal import HRPlugins
internal import HRRecordings
internal import HRReports
internal import HRStatistics

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what an experiment can name.",
    discussion: "With a NAME: everything known about it, parameters with ranges and defaults included.")

  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case detectors, filters, extractors, scenarios, metrics, readers, datasets
  }

  @Argument(
    help:
      "detectors, filters, extractors, scenarios, metrics, readers or datasets (default: all).")
  var kind: Kind?

  @Argument(help: "One of them.")
  var name: String?

  @Flag(help: "As JSON.")
  var json = false

  func run() throws {
    let kinds = kind.map { [$0] } ?? Kind.allCases
    let sections = kinds.map {
      ($0, Listing.items(of: $0, plugins: PluginContext.plugins, project: .containing(".")))
    }
    let terminal = Terminal()
    if let name, let kind {
      let items = sections[0].1
      guard let item = items.first(where: { $0.name == name }) else {
        let noun = String(kind.rawValue.dropLast())
        terminal.show(
          Diagnostics(
            Diagnostic(
              "there is no \(noun) \"\(name)\"", hint: suggestionHint(for: name, among: items.map(\.name)))))
        throw ExitCode(2)
      }
      terminal.out(json ? item.json.rendered() : item.detailed)
      return
    }
    if json {
      terminal.out(JSONText.object(sections.map { ($0.0.rawValue, .array($0.1.map(\.json))) }).rendered())
    } else {
      terminal.out(sections.map { Listing.table($0.0, $0.1) }.joined(separator: "\n\n"))
    }
  }
}

/// What `list` shows, whatever kind of thing it is.
enum Listing {
  struct Item {
    let name: String
    let summary: String
    var facts: [(name: String, value: String)] = []
    var parameters: [ParameterDescription] = []
  }

  static func items(of kind: ListCommand.Kind, plugins: Plugins, project: Project) -> [Item] {
    switch kind {
    case .detectors: plugins.detectors.entries.map(Item.init(detector:))
    case .filters: plugins.filters.entries.map { Item(plugin: $0) }
    case .extractors:
      plugins.extractors.entries.map { entry in
        Item(plugin: entry, facts: [("reads", entry.inputs.map(\.rawValue).joined(separator: ", "))])
      }
    case .scenarios: plugins.scenarios.entries.map { Item(plugin: $0) }
    case .metrics:
      Metric.all.map {
        Item(
          name: $0.name, summary: $0.summary,
          facts: [("definition", $0.definition), ("unit", $0.unit), ("source", $0.source)])
      }
    case .readers:
      [
        Item(name: "csv", summary: "Text tables: any delimiter, decimal mark, header, missing-value texts."),
        Item(
          name: "hdf5",
          summary: "HDF5 and MATLAB v7.3: numbers of any width, contiguous, chunked, compressed."),
        Item(
          name: "numbers", summary: "A text of numbers parted by blanks, commas, semicolons or line ends."),
      ]
    case .datasets:
      project.environment.descriptorNames.map { name in
        let path = "\(project.environment.descriptorDirectory)/\(name)/dataset.json"
        guard let descriptor = try? DatasetDescriptor(path: path) else {
          return Item(name: name, summary: "(its descriptor has problems: hreval inspect \(name))")
        }
        return Item(
          name: name, summary: descriptor.title ?? "",
          facts: [
            ("about", descriptor.summary ?? "not stated"),
            ("channels", descriptor.channelKinds.map(\.rawValue).joined(separator: ", ")),
            ("references", descriptor.referenceNames.joined(separator: ", ")),
            ("licence", descriptor.license ?? "not stated"), ("cite", descriptor.citation ?? "not stated"),
            ("home page", descriptor.homePage ?? "not stated"),
          ])
      }
    }
  }

  static func table(_ kind: ListCommand.Kind, _ items: [Item]) -> String {
    let width = items.map(\.name.count).max() ?? 0
    let lines = items.map { item in
      "  " + item.name.padded(to: width, .leading) + "  " + item.summary
    }
    return ([kind.rawValue] + lines).joined(separator: "\n")
  }
}

extension Listing.Item {
  init(plugin entry: some CatalogEntry, facts: [(name: String, value: String)] = []) {
    self.init(
      name: entry.info.name, summary: entry.info.summary,
      facts: [("definition", entry.info.definition)] + facts + [("source", entry.info.source)],
      parameters: entry.parameters)
  }

  init(detector entry: DetectorEntry) {
    let reads = entry.inputs.map { $0 == .ppg ? "pulse wave" : $0.rawValue }.joined(separator: ", ")
    let causality =
      switch entry.causality {
      case .causal: "causal: looks at nothing after the window"
      case .lookAhead(let seconds): "looks \(shortest(seconds)) s beyond the window"
      }
    var facts: [(name: String, value: String)] = [("reads", reads)]
    if !entry.optionalInputs.isEmpty {
      facts.append(
        ("takes too", entry.optionalInputs.map(\.rawValue).joined(separator: ", ") + " (if there)"))
    }
    if entry.inputs.contains(.ppg) {
      facts.append(("extractors", entry.extractors.joined(separator: ", ") + " (the first that fits)"))
    }
    if let rate = entry.sampleRate { facts.append(("sample rate", "\(shortest(rate)) Hz")) }
    facts.append(("causality", causality))
    self.init(plugin: entry, facts: facts)
  }

  var detailed: String {
    var lines = [name, "  \(summary)", ""]
    let width = (facts.map(\.name.count) + [0]).max() ?? 0
    lines += facts.map {
      "  \($0.name.padded(to: width, .leading))  \($0.value)"
    }
    if !parameters.isEmpty {
      lines += ["", "  parameters"]
      let names = parameters.map(\.name.count).max() ?? 0
      lines += parameters.map { parameter in
        "    \(parameter.name.padded(to: names, .leading))  \(parameter.domain.text),"
          + " default \(parameter.defaultValue.text). \(parameter.summary)"
      }
    }
    return lines.joined(separator: "\n")
  }

  var json: JSONText {
    var members: [(key: String, value: JSONText)] = [("name", .string(name)), ("summary", .string(summary))]
    members += facts.map { ($0.name, .string($0.value)) }
    if !parameters.isEmpty {
      members.append(
        (
          "parameters",
          .array(
            parameters.map {
              .object([
                ("name", .string($0.name)), ("domain", .string($0.domain.text)),
                ("default", .string($0.defaultValue.text)), ("summary", .string($0.summary)),
              ])
            })
        ))
    }
    return .object(members)
  }
}

extension ParameterDomain {
  /// `0.3 to 2`, `one of linear, mean`
  var text: String {
    switch self {
    case .number(let range): "\(shortest(range.lowerBound)) to \(shortest(range.upperBound))"
    case .integer(let range): "\(range.lowerBound) to \(range.upperBound), whole"
    case .choice(let names): "one of " + names.joined(separator: ", ")
    }
  }
}
