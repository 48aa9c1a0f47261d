package import HREvaluation
internal import HRRunning
internal import HRSupport

/// `report.html`: the run as a page that begins with the answer, and leads an expert down to one window.
package struct RunPage: Sendable {
  /// Progress of a run that goes on while its page is read.
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
  /// Provenance of the run; `nil` if it is not known.
  let provenance: RunProvenance?
  /// Signals that detectors saw in a few windows; `nil` if nothing was kept.
  let signals: KeptSignals?
  /// Progress of the run; `nil` for one that is finished.
  var progress: Progress?

  /// Maximum size of the page's content. A page of five million bytes opens at once and can be sent by mail; the
  /// difference is for style, script and names.
  private static let mostBytes = 4_600_000
  /// Maximum numbers of rows, tried in this order until the page fits, before whole parts are left out. A row takes
  /// some 2.3 kB, and more with groups and long names.
  private static let mostRows = [1000, 600, 300, 150, 60, 12]
  private static let mostScenarios = 150

  /// Returns the page of a run that goes on.
  ///
  /// - Parameters:
  ///   - evaluation: of the units that are finished.
  ///   - progress: number of these.
  package static func text(_ evaluation: Evaluation, progress: Progress) -> String {
    let document = RunDocument(
      evaluation: evaluation, figures: RunFigures(evaluation, mostRows: nil), comparison: nil)
    return RunPage(document: document, provenance: nil, signals: nil, progress: progress).text
  }

  var text: String { pieces.joined() }

  /// The text in pieces, as ``PageShell`` makes them.
  var pieces: [String] {
    let waves = PageSignals(signals, of: plan)
    let pairs = hasPairs ? PagePairs(evaluation).json : .null
    var (leading, parts, bytesLeft) = parts(waves, pairs, mostRows: Self.mostRows[0])
    for most in Self.mostRows.dropFirst() where parts.size > bytesLeft {
      (leading, parts, bytesLeft) = self.parts(waves, pairs, mostRows: most)
    }
    parts.leaveOut(beyond: bytesLeft)
    let units = PageUnits(
      leading.alone, first: signals?.windows.map(\.unit) ?? [],
      bytesLeft: min(PageUnits.mostBytes, PageUnits.leastBytes + bytesLeft - parts.size))
    var shell = PageShell(title: "\(plan.name) – hreval", body: parts.html(with: units))
    shell.controls = controls
    shell.sections = parts.links
    shell.rules = FigureStyle.rulesOfPages
    shell.data =
      PageData(
        evaluation: leading.alone, units: units, signals: waves, styles: document.figures.styles, pairs: pairs
      ).json
    shell.script = .run
    shell.reloadSeconds = progress?.reloadSeconds
    return shell.pieces
  }

  /// Returns the page's parts with some of the rows, and the bytes that names, waves and the minimum of windows leave
  /// for them.
  private func parts(_ waves: PageSignals, _ pairs: JSONText, mostRows: Int) -> (
    leading: LeadingRows, parts: PageParts, bytesLeft: Int
  ) {
    let leading = LeadingRows(
      evaluation, most: mostRows, perScenario: max(1, mostRows / max(1, plan.scenarios.count)),
      mostScenarios: min(Self.mostScenarios, mostRows))
    let data = PageData(
      evaluation: leading.alone, units: nil, signals: waves, styles: document.figures.styles, pairs: pairs)
    return (
      leading, PageParts(page: self, leading: leading),
      Self.mostBytes - PageUnits.leastBytes - data.json.utf8.count - controls.utf8.count
    )
  }

  /// True if the page has differences of any two detectors; that of a run that goes on is made too often for them.
  var hasPairs: Bool { progress == nil && plan.detectors.count > 1 }

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
