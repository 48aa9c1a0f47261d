internal import HRRunning

/// The parts of a run's page, ordered by the reader's questions.
struct PageParts {
  private let page: RunPage
  private let leading: LeadingRows
  /// Document of the rows that are shown.
  let document: RunDocument
  /// Writer for all parts, so that no id is given twice.
  private var writer = BlockHTML(reserved: RunPart.onPage.map(\.id), pictureRoom: 2_000_000)
  private var parts: [(part: RunPart, html: String)] = []

  /// - Parameters:
  ///   - page: the page of these parts.
  ///   - leading: the rows that it shows.
  init(page: RunPage, leading: LeadingRows) {
    self.page = page
    self.leading = leading
    document = leading.leftOut == 0 ? page.document : page.document.showing(leading.alone)
    parts = RunPart.onPage.map { ($0, html($0.page)) }.filter { $1.contains { !$0.isWhitespace } }
  }

  /// Document of all rows.
  var whole: RunDocument { page.document }

  /// Bytes of all parts, with a reserve for the tags around each section.
  var size: Int { parts.reduce(300 * (parts.count - 1)) { $0 + $1.html.utf8.count } }

  /// Leaves out whole parts until the rest fits. A note takes the place of each.
  ///
  /// - Parameter bytesLeft: maximum size in bytes.
  mutating func leaveOut(beyond bytesLeft: Int) {
    var size = size
    let ranked = parts.indices.compactMap { place in parts[place].part.leftOutAs.map { (rank: $0, place) } }
    for (_, place) in ranked.sorted(by: { $0.rank < $1.rank }) where size > bytesLeft {
      size -= parts[place].html.utf8.count
      parts[place].html =
        "<p class=\"note\">This part is left out: the page has no room for it. results.json has its figures.</p>"
      size += parts[place].html.utf8.count
    }
  }

  /// - Parameter units: the windows that the page holds; `nil` while these are not known: no note on left-out windows
  ///   then.
  func html(with units: PageUnits?) -> String {
    parts.map { part, html in
      if case .first = part.page { return html }
      let note = part.id == "rates" ? units.flatMap(Self.note) ?? "" : ""
      return
        "<section aria-labelledby=\"\(part.id)\"><h2 id=\"\(part.id)\">\(part.title)</h2>\n\(html)\(note)\n</section>"
    }.joined(separator: "\n")
  }

  var links: [(name: String, id: String)] {
    parts.map { ($0.part.title, $0.part.id) }
  }

  private mutating func html(_ content: RunPart.OnPage?) -> String {
    switch content {
    case .first: PageHead(page: page, leading: leading).html
    case nil: ""
    case .html(let html): html(self)
    case .blocks(let blocks): html(blocks(self))
    case .ofScenario(let blocks, let attribute): perScenario(attribute, blocks(document))
    case .several(let parts): parts.map { html($0) }.joined(separator: "\n")
    case .folds(let folds): folds(self).map { fold($0, id: $1, $2) }.joined()
    }
  }

  /// - Parameter level: of the heading above the blocks.
  private mutating func html(_ blocks: [Block], below level: Int = 2) -> String {
    blocks.isEmpty ? "" : writer.text(blocks.below(level))
  }

  private mutating func fold(_ title: String, id: String, _ blocks: [Block]) -> String {
    guard !blocks.isEmpty else { return "" }
    let name = id.isEmpty ? "" : " id=\"\(id)\""
    return "<details\(name)><summary>\(title)</summary>\n\(html(blocks))\n</details>\n"
  }

  private mutating func perScenario(_ attribute: String, _ blocks: (Int) -> [Block]) -> String {
    let all = leading.scenarios.map { ($0, blocks($0)) }
    guard all.contains(where: { !$1.isEmpty }) else { return "" }
    return all.map { scenario, blocks in
      let body =
        blocks.isEmpty ? "<p class=\"note\">Nothing to show for this scenario.</p>" : html(blocks, below: 3)
      return
        "<div data-part=\"\(scenario)\"\(attribute)\(scenario == 0 ? "" : " hidden")>\n<h3>\(HTMLText.escaped(page.plan.scenarios[scenario].label))</h3>\n\(leading.note(ofScenario: scenario))\(body)\n</div>"
    }.joined(separator: "\n") + leading.absence
  }

  // MARK: Parts that are not made of blocks

  var leaderboard: String { leading.note + Leaderboard(evaluation: document.evaluation).html }

  var provenance: String {
    ProvenanceText(
      evaluation: page.evaluation, provenance: page.provenance, circumstances: page.document.circumstances
    ).html
  }

  /// Sentence before the tables of groups; empty without any.
  var groupsNote: String {
    let evaluation = document.evaluation
    return evaluation.strata.isEmpty
      ? ""
      : "<p>The same figures for each group. \(HTMLText.escaped(StrataTables.caution(evaluation)))</p>"
  }

  /// Place of the differences of any two detectors.
  var pairs: String {
    page.hasPairs
      ? "<div id=\"pairs\" class=\"needs-script\"></div><noscript><p class=\"note\">The differences of any two detectors need scripts.</p></noscript>"
      : ""
  }

  var recordings: String {
    let isRate = whole.evaluation.plan.variability == nil
    return """
      <p id="breaking" class="answer needs-script" role="status"></p>
      <p>Mean absolute error\(isRate ? " (bpm)" : "") of each detector on each recording, the largest of the chosen detector first. A cell leads \
      to the recording. <span id="ramp" class="needs-script"></span></p>
      <div id="heat" class="scroll tall needs-script" tabindex="0" role="region" aria-label="Recordings and detectors"></div>
      """
  }

  var rates: String {
    let isRate = whole.evaluation.plan.variability == nil
    return """
      <p>Reference and readings of the chosen detector on its worst, median and best recording, and on one that you choose. \
      A click leads to a window. \(isRate ? "Rates are rounded to 0.01 bpm" : "Values are rounded to 0.01") here.</p>
      <div id="landmarks" class="needs-script"></div>
      <div id="chosen-recording" class="needs-script" tabindex="-1"></div>
      """
  }

  /// Returns a note if not all windows are on the page.
  private static func note(_ units: PageUnits) -> String? {
    units.isAll
      ? nil
      : "<p class=\"small faint\">The page holds \(grouped(units.chosen.count)) of \(grouped(units.available)) series of windows, the worst, best and median recordings of the rows that are shown first; windows.h5 has all.</p>"
  }

  /// Place of a window, and notes on signals that were not kept, with the reasons.
  var window: String {
    let notes = page.signals?.notes ?? []
    return "<div id=\"window-body\" class=\"needs-script\"></div>"
      + (notes.isEmpty
        ? "" : "<ul class=\"small faint\">\(notes.map { "<li>\(HTMLText.escaped($0))</li>" }.joined())</ul>")
  }
}

extension [Block] {
  /// Returns the same with headings below one of a level, each at most one level below the one before.
  fileprivate func below(_ outer: Int) -> [Block] {
    let levels = compactMap { block in if case .heading(let level, _) = block { level } else { nil } }
    guard let highest = levels.min() else { return self }
    var above = outer
    return map { block in
      guard case .heading(let level, let text) = block else { return block }
      above = Swift.min(level + Swift.max(0, outer + 1 - highest), above + 1)
      return .heading(above, text)
    }
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
