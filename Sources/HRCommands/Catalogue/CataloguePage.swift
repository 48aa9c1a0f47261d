internal import HREvaluation
internal import HRRunning
internal import HRSupport
internal import HRPluginTesting
internal import HRPlugins
internal import HRReporting

/// Page of all plugins of a kind, or of all metrics or findings, as the documentation has it.
struct CataloguePage {
  let kind: Kind
  let plugins: Plugins
  /// A run of all detectors, from which the table of detectors takes the errors; its scenarios are the columns.
  let figures: ArchivedRun?

  typealias Kind = Listing.Kind

  /// Kinds that have a page. Scenarios have one with figures, and data sets depend on the machine.
  static let kinds: [Kind] = [.detectors, .extractors, .filters, .qualities, .metrics, .findings]

  var text: String {
    let items = Listing.items(of: kind, plugins: plugins)
    let made =
      "Made by `hreval list \(kind.rawValue) --markdown`\(figures.map { ", with the errors of a run of \(markdownCode($0.name))" } ?? ""); do not edit."
    let parts = ["# \(title)", "\(made) \(about)"]
    let sections = items.map { MarkdownPage.section($0) }
    let body =
      switch kind {
      case .detectors: [Self.detectorGuide(hasFigures: figures != nil), detectorTable] + sections
      case .metrics, .findings: [Self.facts(items)]
      case .extractors, .filters, .qualities, .scenarios, .readers, .datasets:
        [
          MarkdownPage.table(
            [.left("name"), .left("what it is")],
            items.map { [MarkdownPage.link($0.name), Cell.text($0.summary)] })
        ] + sections
      }
    return (parts + body).joined(separator: "\n\n")
  }

  private var title: String {
    kind == .qualities ? "Quality indices" : kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst()
  }

  private var about: String {
    switch kind {
    case .detectors: "`hreval list detectors NAME` shows one of them in the terminal."
    case .extractors: "An extractor makes the pulse wave from the channels of a recording."
    case .filters: "A filter changes the pulse wave of a whole recording before the detector reads it."
    case .qualities: "A quality index rates the pulse wave of a window."
    case .metrics: "`summary.csv` and `results.json` have the figures under these names."
    case .findings: "A finding is something suspicious about the data."
    case .scenarios, .readers, .datasets: ""
    }
  }

  /// Returns a table of the items with a column for each fact.
  private static func facts(_ items: [Listing.Item]) -> String {
    let names = items.flatMap { $0.facts.map(\.name) }.distinct
    return MarkdownPage.table(
      [.left("name"), .left("meaning")] + names.map { .left($0) },
      items.map { item in
        [.code(item.name), .text(item.summary)]
          + names.map { name in .text(item.facts.first { $0.name == name }?.value ?? "") }
      })
  }

  private static func detectorGuide(hasFigures: Bool) -> String {
    """
    *Future*: how far beyond a window's end it looks. *Memory*: whether it remembers what came before the window. *Delay*: how long after the heart its readings are, in streaming detectors, \
    measured on made pulses of rising and of falling rate (`delay@1`). *Tells apart* and *range* are measured on clean, even pulses (`resolution@1`): \
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
        .left("delay", unit: "s"),
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
          entry.delaySeconds.map { shortest($0, decimals: 1) } ?? "–",
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
    var parts = ["## \(markdownEscaped(item.name))", markdownEscaped(item.summary)]
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
