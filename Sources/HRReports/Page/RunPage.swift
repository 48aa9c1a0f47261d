package import HREvaluation
internal import HRPages
internal import HRResults
internal import HRStatistics

/// `report.html`: the run as a page that answers at first sight, and leads an expert down to one window.
package struct RunPage: Sendable {
  /// How far a run is that goes on while its page is read.
  package struct Progress: Sendable {
    let finishedUnits: Int
    let units: Int
    /// Seconds after which the page loads itself again; `nil`: the run was interrupted.
    let reloadSeconds: Int?

    package init(finishedUnits: Int, units: Int, reloadSeconds: Int?) {
      self.finishedUnits = finishedUnits
      self.units = units
      self.reloadSeconds = reloadSeconds
    }
  }

  let document: RunDocument
  /// When, where and how the run was made; `nil` where that is not known.
  let provenance: RunProvenance?
  /// What detectors saw of a few windows; `nil` where nothing was kept.
  let signals: KeptSignals?
  /// `nil` for a run that is finished.
  var progress: Progress?

  /// A page of five million bytes opens at once and can be sent by mail; some are for style, script and names.
  private static let mostBytes = 4_600_000

  /// The page of a run that goes on.
  ///
  /// - Parameters:
  ///   - evaluation: of the units that are finished.
  ///   - progress: how many these are.
  package static func text(_ evaluation: Evaluation, progress: Progress) -> String {
    let document = RunDocument(
      evaluation: evaluation, figures: RunFigures(evaluation, mostRows: nil), comparison: nil)
    return RunPage(document: document, provenance: nil, signals: nil, progress: progress).text
  }

  var text: String { pieces.joined() }

  /// The text in pieces, as ``PageShell`` makes them.
  var pieces: [String] {
    let waves = PageSignals(signals, of: plan)
    let parts = PageParts(page: self)
    // What figures, tables and waves leave.
    let used = parts.html(with: nil).utf8.count + waves.json.rendered(indented: false).utf8.count
    let units = PageUnits(
      evaluation, first: signals?.windows.map(\.unit) ?? [],
      room: min(PageUnits.mostBytes, max(PageUnits.leastBytes, Self.mostBytes - used)))
    var shell = PageShell(title: "\(plan.name) – hreval", body: parts.html(with: units))
    shell.controls = controls
    shell.sections = parts.links
    shell.rules = FigureStyle.rulesOfPages
    shell.data = PageData(evaluation: evaluation, units: units, signals: waves).json
    shell.script = .run
    shell.reloadSeconds = progress?.reloadSeconds
    return shell.pieces
  }

  var evaluation: Evaluation { document.evaluation }
  var plan: RunPlan { evaluation.plan }

  private var controls: String {
    func options(_ labels: [String]) -> String {
      labels.enumerated().map { "<option value=\"\($0)\">\(HTMLText.escaped($1))</option>" }.joined()
    }
    func pick(_ title: String, _ id: String, _ labels: [String]) -> String {
      "<label class=\"pick needs-script\"><span class=\"wide-only\">\(title)</span> <select id=\"\(id)\" aria-label=\"\(title)\">\(options(labels))</select></label>"
    }
    return pick("Scenario", "scenario", plan.scenarios.map(\.label))
      + pick("Detector", "detector", plan.detectors.map(\.label))
  }
}
