internal import HRPluginTesting
internal import HREvaluation
internal import HRRunning
internal import ArgumentParser
internal import HRSupport
internal import HRPlugins

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what an experiment can name.",
    discussion: """
      With a NAME, list shows everything known about it, with all parameters, ranges and defaults. `\(PluginContext.programName) list fft` \
      finds a name of any kind.
      """)

  typealias Kind = Listing.Kind

  @Argument(
    help: ArgumentHelp(
      """
      detectors, extractors, filters, qualities, scenarios, metrics, readers, datasets or findings (default: all); or at once the \
      name of one of them, whatever it is.
      """, valueName: "kind"), completion: .listKinds)
  var word: String?

  @Argument(help: "One of them.", completion: .listed)
  var name: String?

  @Flag(help: "As JSON.")
  var json = false

  @Flag(help: "With a kind: all of it as a Markdown page with all parameters.")
  var markdown = false

  @Option(
    help: "With detectors --markdown: folder of a finished run whose errors are shown beside the detectors.",
    completion: .directory)
  var figures: String?

  @Option(
    help: "With scenarios: folder to write a page with a figure of each into.", completion: .directory)
  var gallery: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "With --command, and before it: a file or pattern that the program needs, as \"files\" of an experiment.",
      valueName: "file"))
  var files: [String] = []

  @Option(
    parsing: .remaining,
    help: ArgumentHelp(
      "A program in another language, with its arguments: how it describes itself. Must be the last option.",
      valueName: "program"))
  var command: [String] = []

  func validate() throws {
    if !command.isEmpty, word != nil || markdown || gallery != nil {
      throw ValidationError("--command goes with --json and --files only, which must come before it")
    }
    if !files.isEmpty, command.isEmpty { throw ValidationError("--files goes with --command, before it") }
    if let word, name != nil, kind == nil {
      let hint = suggestion(for: word, among: Kind.allCases.map(\.rawValue))
      throw ValidationError(
        "\"\(word)\" is none of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))."
          + (hint.map { " Did you mean \"\($0)\"?" } ?? ""))
    }
    if gallery != nil, kind != .scenarios || name != nil || json || markdown {
      throw ValidationError(
        "--gallery goes with scenarios alone: \(PluginContext.programName) list scenarios --gallery FOLDER")
    }
    if markdown, name != nil || json || !(kind.map(CataloguePage.kinds.contains) ?? false) {
      let kinds = CataloguePage.kinds.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--markdown makes a page of one kind (\(kinds)), without --json")
    }
    if figures != nil, !markdown || kind != .detectors {
      throw ValidationError("--figures goes with detectors --markdown")
    }
  }

  func run() throws {
    if !command.isEmpty {
      return try showProgram()
    }
    if markdown, let kind {
      let run = try figures.map(ArchivedRun.init(folder:))
      Terminal.out(CataloguePage(kind: kind, plugins: PluginContext.plugins, figures: run).text)
      return
    }
    if let gallery {
      try ScenarioGallery(plugins: PluginContext.plugins).write(to: gallery)
      Terminal.err("page: \(gallery)/index.md")
      return
    }
    let asked = name ?? (kind == nil ? word : nil)
    let kinds = kind.map { [$0] } ?? Kind.allCases
    let sections = kinds.map { (kind: $0, items: Listing.items(of: $0)) }
    guard let asked else {
      Terminal.out(
        json
          ? Self.object(sections).rendered()
          : sections.map { Listing.table($0.kind, $0.items) }.joined(separator: "\n\n"))
      return
    }
    let found = sections.map { section in
      (
        kind: section.kind,
        items: section.items.filter { $0.name == asked }.map { Self.probed($0, section.kind) }
      )
    }.filter { !$0.items.isEmpty }
    guard !found.isEmpty else { throw problem(asked, among: sections.flatMap(\.items).map(\.name)) }
    if json {
      // One item of a named kind is printed by itself, not in an object.
      let item = kind == nil ? nil : found.first?.items.first?.json
      Terminal.out((item ?? Self.object(found)).rendered())
    } else {
      Terminal.out(
        found.flatMap { section in
          section.items.map { (kind == nil ? "\(section.kind.noun) " : "") + $0.detailed }
        }.joined(separator: "\n\n"))
    }
  }

  /// Prints the description that a program gives of itself.
  private func showProgram() throws {
    let registry = ProgramRegistry(hreval: Program.path, isSandboxed: false)
    defer { registry.close() }
    let named = ProgramCommand(command, files: files, directory: TextFile.absolute("."))
    let item = Listing.Item(program: try registry.program(named))
    Terminal.out(json ? item.json.rendered() : item.detailed)
  }

  private var kind: Kind? { word.flatMap(Kind.init) }

  private static func object(_ sections: [(kind: Kind, items: [Listing.Item])]) -> JSONText {
    .object(sections.map { ($0.kind.rawValue, .array($0.items.map(\.json))) })
  }

  private func problem(_ asked: String, among names: [String]) -> Diagnostics {
    guard let kind else {
      let all = names + Kind.allCases.map(\.rawValue)
      return Diagnostics(
        "there is nothing called \"\(asked)\"",
        hint: suggestion(for: asked, among: all).map { "did you mean \"\($0)\"?" }
          ?? "`\(PluginContext.programName) list` shows everything; its kinds are \(Kind.allCases.map(\.rawValue).joined(separator: ", "))"
      )
    }
    return Diagnostics(
      "there is no \(kind.noun) \"\(asked)\"", hint: suggestionHint(for: asked, among: names))
  }

  /// Adds the measured facts of a detector. Measuring takes a moment, so it is done only for a single item.
  private static func probed(_ item: Listing.Item, _ kind: Kind) -> Listing.Item {
    guard kind == .detectors, let entry = PluginContext.plugins.detectors[item.name] else { return item }
    var full = item
    full.facts += DetectorProbe(entry, extractors: PluginContext.plugins.extractors).facts
    return full
  }
}

extension Listing {
  /// Returns the items of this program's plugins, and the data sets that are found from the folder in which the
  /// command is typed.
  static func items(of kind: Kind) -> [Item] {
    items(of: kind, plugins: PluginContext.plugins, environment: .around("."))
  }
}
