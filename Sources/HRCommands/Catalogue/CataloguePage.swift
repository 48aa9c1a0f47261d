internal import HREvaluation
internal import HRRunning
internal import HRSupport
internal import HRPluginTesting
internal import HRPlugins
internal import HRReporting

/// Page of everything that an experiment can name: `experiments/CATALOGUE.md` is this program's own.
struct CataloguePage {
  let plugins: Plugins
  /// A run of all detectors, from which the table of detectors takes the errors; its scenarios are the columns.
  let figures: ArchivedRun?

  private typealias Kind = Listing.Kind

  var text: String {
    var parts = [
      """
      # What an experiment can name

      Made by `hreval list --markdown`\(figures.map { ", with the errors of a run of \(markdownCode($0.name))" } ?? ""); do not edit. `hreval list detectors NAME` shows one of them in the terminal.

      \(contents)
      """
    ]
    parts += ["## Detectors", Self.detectorGuide(hasFigures: figures != nil), detectorTable]
    parts += plugins.detectors.entries.map { MarkdownPage.section(Listing.Item(detector: $0)) }
    var named = plugins.detectors.names
    for (kind, title) in [
      (Kind.extractors, "Extractors"), (.filters, "Filters"), (.qualities, "Quality indices"),
    ] {
      let items = Listing.items(of: kind, plugins: plugins)
      let rows = items.map { [MarkdownPage.link($0.name, after: named), Cell.text($0.summary)] }
      parts += ["## \(title)", MarkdownPage.table([.left("name"), .left("what it is")], rows)]
      parts += items.map { MarkdownPage.section($0) }
      named += items.map(\.name)
    }
    parts.append("## Scenarios\n\nEach with a figure: [scenarios](scenarios/README.md).")
    return parts.joined(separator: "\n\n")
  }

  private var contents: String {
    ["Detectors", "Extractors", "Filters", "Quality indices", "Scenarios"]
      .map { "[\($0)](#\($0.lowercased().replacing(" ", with: "-")))" }.joined(separator: " · ")
  }

  private static func detectorGuide(hasFigures: Bool) -> String {
    """
    *Future*: how far beyond a window's end it looks. *Memory*: whether it remembers what came before the window. *Tells apart* and *range* are measured on clean, even pulses (`resolution@1`): \
    the widest gap between neighbouring answers to rates 0.1 bpm apart, in one window of 30 s (60 s for breathing), and the rates around 70 bpm (14 breaths) that are read to 5 bpm (2 breaths). *Declared*: the rates it can say with its defaults; a rate outside would \
    count as failed, \"any\" sets no bound.
    """
      + (hasFigures
        ? " The last columns are mean absolute errors in bpm, with the share of windows that got an answer where it is not all."
        : "")
  }

  private var detectorTable: String {
    let scenarios = figures?.scenarios.map(\.label) ?? []
    return MarkdownPage.table(
      [
        .left("detector"), .left("what it does"), .left("reads"), .left("future"), .left("memory"),
        .left("tells apart", unit: "bpm"), .left("range", unit: "bpm"), .left("declared", unit: "bpm"),
      ] + scenarios.map { .left($0) },
      plugins.detectors.entries.map { entry in
        let probe = DetectorProbe(entry, extractors: plugins.extractors)
        let future =
          switch entry.causality {
          case .causal: "none"
          case .lookAhead(.infinity): "all of it"
          case .lookAhead(let seconds): "\(shortest(seconds)) s"
          }
        let figures = [
          future, entry.tracks ? "yes" : "no",
          probe.resolutionBPM.map { $0 <= 0.1 ? "≤ 0.1" : shortest($0, decimals: 2) } ?? "–",
          probe.rangeBPM.map { "\(shortest($0.lowerBound))–\(shortest($0.upperBound))" } ?? "–",
          declared(entry),
        ]
        return [MarkdownPage.link(entry.info.name), .text(entry.info.summary), .text(entry.readsText)]
          + (figures + scenarios.map { figure(of: entry.info.name, in: $0) }).map(Cell.figures)
      })
  }

  private func declared(_ entry: DetectorEntry) -> String {
    guard let range = entry.declaredRangeBPM else { return "–" }
    guard range.upperBound.isFinite else { return "any" }
    return "\(shortest(range.lowerBound, decimals: 1))–\(shortest(range.upperBound, decimals: 1))"
  }

  /// Returns `1.08`, `1.08 (96 %)`; a dash for a detector that was not run or never answered.
  private func figure(of detector: String, in scenario: String) -> String {
    guard let row = figures?.row(scenario: scenario, detector: detector), let error = row["maeBPM"] else {
      return "–"
    }
    let counts = row.counts
    let share = counts.referenceWindows > 0 ? Double(counts.estimates) / Double(counts.referenceWindows) : 0
    return fixed(error, decimals: 2) + (share < 0.9995 ? " (\(fixed(100 * share, decimals: 0)) %)" : "")
  }
}

/// Pieces of the Markdown pages that describe plugins.
enum MarkdownPage {
  /// Returns a heading, the summary, the facts and the parameters of an item.
  ///
  /// - Parameter figure: path of a picture below the summary.
  static func section(_ item: Listing.Item, figure: String? = nil) -> String {
    var parts = ["### \(markdownEscaped(item.name))", markdownEscaped(item.summary)]
    if let figure { parts.append("![\(markdownEscaped(item.name))](\(figure))") }
    parts.append(item.facts.map { "- \($0.name): \(markdownEscaped($0.value))" }.joined(separator: "\n"))
    if !item.parameters.isEmpty {
      let rows = item.parameters.map {
        [Cell.code($0.name), .text($0.domain.text), .text($0.defaultValue.text), .text($0.summary)]
      }
      parts.append(table([.left("parameter"), .left("values"), .left("default"), .left("what it is")], rows))
    }
    return parts.joined(separator: "\n\n")
  }

  /// Returns a link to the heading of that name. Anchors are those of GitHub: lower case, without dots and plus signs,
  /// and with a number where an earlier heading has the same name.
  static func link(_ name: String, after earlier: [String] = []) -> Cell {
    let count = earlier.count { anchor($0) == anchor(name) }
    return .link(name, anchor: anchor(name) + (count > 0 ? "-\(count)" : ""))
  }

  private static func anchor(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  /// Returns a table of sentences.
  static func table(_ columns: [Table.Column], _ rows: [[Cell]]) -> String {
    Table(columns: columns, rows: rows).markdown(isPadded: false)
  }
}
