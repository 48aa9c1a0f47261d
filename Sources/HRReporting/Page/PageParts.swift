internal import HREvaluation
internal import HRRunning

/// The parts of a run's page, ordered by the reader's questions.
struct PageParts {
  private let page: RunPage
  private let leading: LeadingRows
  /// Document of the rows that are shown.
  private let document: RunDocument
  private let head: String
  /// Writer for all parts, so that no id is given twice.
  private var writer = BlockHTML(reserved: Self.ids, pictureRoom: 2_000_000)
  private var parts: [Part] = []

  /// Ids of the page's own parts.
  private static let ids = [
    "leaderboard", "severity", "agreement", "recordings", "errors", "confidence", "kinds", "rates", "window",
    "groups",
    "comparison", "data", "setup", "methods", "provenance",
  ]

  private struct Part {
    let id: String
    let title: String
    var html: String
  }

  /// - Parameters:
  ///   - page: the page of these parts.
  ///   - leading: the rows that it shows.
  init(page: RunPage, leading: LeadingRows) {
    self.page = page
    self.leading = leading
    document = leading.leftOut == 0 ? page.document : page.document.showing(leading.alone)
    head = PageHead(page: page, leading: leading).html
    parts = made().filter { !$0.html.isEmpty }
  }

  /// Bytes of all parts, with a reserve for the tags around each.
  var size: Int { head.utf8.count + parts.reduce(0) { $0 + $1.html.utf8.count + 300 } }

  /// The parts that a page can do without, in the order in which they are left out.
  private static let dispensable = [
    "groups", "setup", "comparison", "data", "kinds", "confidence", "errors", "agreement", "severity",
    "methods",
    "leaderboard",
  ]

  /// Leaves out whole parts until the rest fits. A note takes the place of each.
  ///
  /// - Parameter bytesLeft: maximum size in bytes.
  mutating func leaveOut(beyond bytesLeft: Int) {
    var size = size
    for id in Self.dispensable where size > bytesLeft {
      guard let place = parts.firstIndex(where: { $0.id == id }) else { continue }
      size -= parts[place].html.utf8.count
      parts[place].html =
        "<p class=\"note\">This part is left out: the page has no room for it. results.json has its figures.</p>"
      size += parts[place].html.utf8.count
    }
  }

  /// - Parameter units: the windows that the page holds; `nil` while these are not known: no note on left-out windows
  ///   then.
  func html(with units: PageUnits?) -> String {
    head + "\n"
      + parts.map { part in
        let note = part.id == "rates" ? units.flatMap(Self.note) ?? "" : ""
        return
          "<section aria-labelledby=\"\(part.id)\"><h2 id=\"\(part.id)\">\(part.title)</h2>\n\(part.html)\(note)\n</section>"
      }.joined(separator: "\n")
  }

  var links: [(name: String, id: String)] {
    [("Answer", "answer")] + parts.map { ($0.title, $0.id) }
  }

  private var evaluation: Evaluation { document.evaluation }

  private mutating func made() -> [Part] {
    let document = document
    return [
      Part(
        id: "leaderboard", title: "Leaderboard", html: leading.note + Leaderboard(evaluation: evaluation).html
      ),
      Part(id: "severity", title: "Severity", html: blocks(document.severityFigures)),
      Part(
        id: "agreement", title: "Agreement",
        html: perScenario(attribute: " data-agreement") { document.agreement($0) }),
      Part(id: "recordings", title: "Recordings", html: Self.recordings),
      Part(id: "errors", title: "Errors", html: perScenario { document.errors($0) }),
      Part(id: "confidence", title: "Confidence", html: perScenario { document.confidence($0) }),
      Part(id: "kinds", title: "Kinds of error", html: perScenario { document.kinds($0) }),
      Part(id: "rates", title: "Over time", html: Self.rates),
      Part(
        id: "window", title: "Window", html: "<div id=\"window-body\" class=\"needs-script\"></div>" + kept),
      Part(id: "groups", title: "Groups", html: blocks(document.byGroup)),
      Part(
        id: "comparison", title: "Comparison",
        html: fold("Every declared comparison, with rankings", document.declared.withoutHeading)),
      Part(id: "data", title: "Data", html: blocks(page.document.dataParts)),
      Part(
        id: "setup", title: "What was run",
        html: fold("Data sets, detectors, scenarios, recordings", page.document.setup.withoutHeading)),
      Part(
        id: "methods", title: "Methods",
        html: fold("How these numbers were made", document.methods.withoutHeading)
          + fold(
            "How to read them, and definitions", document.readingGuide.withoutHeading, id: "how-to-read-this")
      ),
      Part(
        id: "provenance", title: "Provenance",
        html: ProvenanceText(evaluation: page.evaluation, provenance: page.provenance).html),
    ]
  }

  private mutating func blocks(_ blocks: [Block]) -> String {
    blocks.isEmpty ? "" : writer.text(blocks)
  }

  private mutating func fold(_ title: String, _ blocks: [Block], id: String = "") -> String {
    guard !blocks.isEmpty else { return "" }
    let name = id.isEmpty ? "" : " id=\"\(id)\""
    return "<details\(name)><summary>\(title)</summary>\n\(self.blocks(blocks))\n</details>\n"
  }

  /// Returns a part for each scenario, of which the page shows the one that the reader chose.
  private mutating func perScenario(attribute: String = "", _ blocks: (Int) -> [Block]) -> String {
    let all = leading.scenarios.map { ($0, blocks($0)) }
    guard all.contains(where: { !$1.isEmpty }) else { return "" }
    var texts: [String] = []
    for (scenario, blocks) in all {
      let body =
        blocks.isEmpty ? "<p class=\"note\">Nothing to show for this scenario.</p>" : self.blocks(blocks)
      texts.append(
        "<div data-part=\"\(scenario)\"\(attribute)\(scenario == 0 ? "" : " hidden")>\n<h3>\(HTMLText.escaped(page.plan.scenarios[scenario].label))</h3>\n\(leading.note(ofScenario: scenario))\(body)\n</div>"
      )
    }
    return texts.joined(separator: "\n") + leading.absence
  }

  private static let recordings = """
    <p id="breaking" class="answer needs-script" role="status"></p>
    <p>Mean absolute error (bpm) of each detector on each recording, the largest of the chosen detector first. A cell leads \
    to the recording. <span id="ramp" class="needs-script"></span></p>
    <div id="heat" class="scroll tall needs-script" tabindex="0" role="region" aria-label="Recordings and detectors"></div>
    """

  private static let rates = """
    <p>Reference and readings of the chosen detector on its worst, median and best recording, and on one that you choose. \
    A click leads to a window. Rates are rounded to 0.01 bpm here.</p>
    <div id="landmarks" class="needs-script"></div>
    <div id="chosen-recording" class="needs-script" tabindex="-1"></div>
    """

  /// Returns a note if not all windows are on the page.
  private static func note(_ units: PageUnits) -> String? {
    units.isAll
      ? nil
      : "<p class=\"small faint\">The page holds \(grouped(units.chosen.count)) of \(grouped(units.available)) series of windows, the worst, best and median recordings of the rows that are shown first; windows.h5 has all.</p>"
  }

  /// Notes on signals that were not kept, with the reasons.
  private var kept: String {
    let notes = page.signals?.notes ?? []
    return notes.isEmpty
      ? "" : "<ul class=\"small faint\">\(notes.map { "<li>\(HTMLText.escaped($0))</li>" }.joined())</ul>"
  }
}

extension [Block] {
  /// Blocks without the first heading, for parts to which the page gives its own.
  fileprivate var withoutHeading: [Block] {
    if case .heading = first { Array(dropFirst()) } else { self }
  }
}

extension LeadingRows {
  /// HTML note on the rows that the tables leave out; empty if they have all.
  fileprivate var note: String {
    sentence.map { "<p class=\"note\">\(HTMLText.escaped($0))</p>\n" } ?? ""
  }

  /// Returns an HTML note on the number of a scenario's detectors that are shown; empty if all are.
  func note(ofScenario scenario: Int) -> String {
    let (shown, all) = (alone.rows(ofScenario: scenario).count, evaluation.rows(ofScenario: scenario).count)
    return shown < all
      ? "<p class=\"small faint\">\(grouped(shown)) of \(grouped(all)) detectors are shown.</p>\n" : ""
  }

  /// HTML in the place of scenarios that have no rows on the page; empty if there are none.
  var absence: String {
    guard scenarios.upperBound < scenarioCount else { return "" }
    return
      "\n<div data-part-from=\"\(scenarios.upperBound)\" hidden><p class=\"note\">The page has no room for this scenario. results.json has its figures.</p></div>"
  }
}
