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
    case detectors, extractors, filters, qualities, scenarios, metrics, readers, datasets
  }

  @Argument(
    help:
      "detectors, extractors, filters, qualities, scenarios, metrics, readers or datasets (default: all).")
  var kind: Kind?

  @Argument(help: "One of them.")
  var name: String?

  @Flag(help: "As JSON.")
  var json = false

  @Flag(help: "Everything an experiment can name, as one Markdown page with all parameters.")
  var markdown = false

  @Option(
    help: "With --markdown: folder of a finished run whose errors stand beside the detectors.",
    completion: .directory)
  var figures: String?

  @Option(
    help: "With scenarios: folder to write a page with a figure of each into.", completion: .directory)
  var gallery: String?

  func validate() throws {
    if gallery != nil, kind != .scenarios || name != nil || json || markdown {
      throw ValidationError("--gallery goes with scenarios alone: hreval list scenarios --gallery FOLDER")
    }
    if markdown, kind != nil || json {
      throw ValidationError("--markdown makes one page of everything; it goes with neither a kind nor --json")
    }
    if figures != nil, !markdown { throw ValidationError("--figures goes with --markdown") }
  }

  func run() throws {
    if markdown {
      let run = try figures.map { folder in
        try refusing { () throws(Diagnostics) in try StoredResults(folder: folder) }
      }
      Terminal().out(CataloguePage(plugins: PluginContext.plugins, figures: run).text)
      return
    }
    if let gallery {
      try refusing { () throws(Diagnostics) in
        try ScenarioGallery(plugins: PluginContext.plugins).write(to: gallery)
      }
      Terminal().err("page: \(gallery)/README.md")
      return
    }
    let kinds = kind.map { [$0] } ?? Kind.allCases
    let sections = kinds.map {
      ($0, Listing.items(of: $0, plugins: PluginContext.plugins, environment: .around(".")))
    }
    let terminal = Terminal()
    if let name, let kind {
      let items = sections[0].1
      guard let item = items.first(where: { $0.name == name }) else {
        let noun = kind == .qualities ? "quality index" : String(kind.rawValue.dropLast())
        terminal.show(
          Diagnostics(
            Diagnostic(
              "there is no \(noun) \"\(name)\"", hint: suggestionHint(for: name, among: items.map(\.name)))))
        throw ExitCode(2)
      }
      var full = item
      if kind == .detectors, let entry = PluginContext.plugins.detectors[name] {
        full.facts += DetectorProbe(entry, extractors: PluginContext.plugins.extractors).facts
      }
      terminal.out(json ? full.json.rendered() : full.detailed)
      return
    }
    if json {
      terminal.out(JSONText.object(sections.map { ($0.0.rawValue, .array($0.1.map(\.json))) }).rendered())
    } else {
      terminal.out(sections.map { Listing.table($0.0, $0.1) }.joined(separator: "\n\n"))
    }
  }
}
