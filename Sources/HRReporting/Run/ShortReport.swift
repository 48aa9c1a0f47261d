internal import HREvaluation
internal import HRRunning

/// `report.md`: a summary of a run for a pull request. The page has the rest.
struct ShortReport {
  let document: RunDocument
  /// Pages that are written beside it.
  let pages: [OutputFile]

  /// Maximum number of rows; of more, each scenario has only its best.
  private static let mostRows = 40
  private static let bestRows = 5
  /// Maximum number of scenarios with a figure, and with a line of the order on unseen recordings.
  private static let mostScenarios = 12
  /// Maximum number of failures; longer lists are on the page.
  private static let mostFailures = 10

  var markdown: String { blocks.markdown + "\n" }

  var blocks: [Block] {
    RunPart.all.flatMap { part -> [Block] in
      guard let short = part.short else { return [] }
      let (title, blocks) = (short.title ?? part.title, self[keyPath: short.blocks])
      return title.isEmpty || blocks.isEmpty ? blocks : [.heading(2, Prose(plain: title))] + blocks
    }
  }

  private var evaluation: Evaluation { document.evaluation }
  private var plan: RunPlan { evaluation.plan }

  /// Name and question of the experiment, and the answer.
  var lead: [Block] {
    document.head + [.sentences(document.answer)]
  }

  /// The order on recordings that no detector is stated to have seen, in words.
  var unseen: [Block] {
    let sentences = SeenText(evaluation: evaluation).sentences
    guard !sentences.isEmpty else { return [] }
    // The first sentence introduces the others, one for each scenario.
    let scenarios = sentences.dropFirst()
    let left = scenarios.count - Self.mostScenarios
    var parts: [Block] = [.sentence(sentences[0])]
    if !scenarios.isEmpty { parts.append(.sentences(Array(scenarios.prefix(Self.mostScenarios)))) }
    if left > 0 { parts.append(.paragraph("\(counted(left, "more scenario")): see [the rest](#the-rest).")) }
    return parts
  }

  /// Verdicts on claims, on declared comparisons and on limits that were declared acceptable. A figure alone makes no
  /// detector better than another.
  var verdicts: [Block] {
    var lines: [Prose] = ClaimsSection(evaluation: evaluation).verdicts
    if let comparison = document.comparison {
      lines += comparison.verdicts.map(Prose.init(plain:))
    } else if plan.detectors.count > 1 {
      lines.append(
        "The experiment declares no comparison, so no detector is shown to be better than another. `hreval compare` compares them."
      )
    }
    var parts: [Block] = lines.isEmpty ? [] : [.list(lines)]
    let acceptable = AcceptableText(evaluation: evaluation)
    if let heading = acceptable.heading {
      parts += [.paragraph("**\(heading)**"), .sentences(acceptable.sentences)]
    }
    return parts
  }

  // MARK: Results

  var results: [Block] {
    let leading = LeadingRows(evaluation, most: Self.mostRows, perScenario: Self.bestRows)
    let rows = leading.rows
    var parts: [Block] = [
      .paragraph(
        "Errors are estimate minus reference, in \(plan.errorUnit), on the windows that a detector answered. The *success rate* is the share of all windows with a reference that were answered within the tolerance. In brackets: 95 % confidence intervals."
      )
    ]
    parts += (evaluation.origins + [leading.sentence].compactMap(\.self)).map(Block.sentence)
    return parts + [.table(table(rows))] + evaluation.notes(on: rows).map(Block.sentence) + pictures
  }

  /// Details of heart-rate variability, of the rows above.
  var variability: [Block] {
    let leading = LeadingRows(evaluation, most: Self.mostRows, perScenario: Self.bestRows)
    return VariabilityTable(evaluation: evaluation, rows: leading.rows).blocks
  }

  private func table(_ rows: [Evaluation.Row]) -> Table {
    let columns: [RowColumn] = [
      .init(.left("scenario")) { .text(evaluation.scenario(of: $0.row)) },
      .init(.left("detector")) { .text(SeenText.label($0.row.detector, plan)) },
      .rightOfAll, .estimates, .coverage, .short(.mae), .short(.bias), .limits(),
    ]
    return columns.table(of: rows, evaluation)
  }

  /// Figures, one for each scenario; the first has the instructions for reading.
  private var pictures: [Block] {
    let left = plan.scenarios.count - Self.mostScenarios
    var parts: [Block] = []
    for entry in document.figures[.error].prefix(Self.mostScenarios).compactMap(\.self) {
      parts.append(.picture(Picture(entry, isCaptioned: parts.isEmpty)))
    }
    if left > 0 {
      parts.append(
        .paragraph("The figures of \(counted(left, "more scenario")) are in `\(OwnedFiles.figures)/`."))
    }
    return parts
  }

  /// The best detector of each scenario in each group.
  var groups: [Block] {
    let strata = StrataTables(evaluation: evaluation)
    let tables = plan.scenarios.indices.flatMap { scenario in
      (evaluation.leader(ofScenario: scenario).map { strata.tables(scenario, of: [$0.detector]) } ?? []).map {
        (label: plan.scenarios[scenario].label, name: $0.name, table: $0.table)
      }
    }
    guard !tables.isEmpty else { return [] }
    let file = [OutputFile.groups, .page].first(where: pages.contains)
    let every: Prose = file.map { " \(link: $0.rawValue, to: $0.rawValue) has every detector." } ?? ""
    let left = tables.count - Self.mostScenarios
    return [
      .paragraph(
        "The detector with the highest success rate of each scenario, in each group. \(StrataTables.caution(evaluation))\(own: every)"
      )
    ]
      + tables.prefix(Self.mostScenarios).flatMap { label, name, table -> [Block] in
        [.paragraph("By \(name), in the scenario \(label):"), .table(table)]
      } + (left > 0 ? [.paragraph("\(counted(left, "more table")) are not shown.")] : [])
  }

  /// Beats of each scenario, counted record by record.
  var beats: [Block] {
    let parts = plan.scenarios.indices.map { scenario in
      let tables = RecordBeatTables(evaluation: evaluation, rows: evaluation.rows(ofScenario: scenario))
      return (label: plan.scenarios[scenario].label, blocks: tables.tables(mostLines: Self.mostRows))
    }.filter { !$0.blocks.isEmpty }
    guard !parts.isEmpty else { return [] }
    let left = parts.count - Self.mostScenarios
    return [.paragraph(RecordBeatTables.rule(plan))]
      + parts.prefix(Self.mostScenarios).flatMap { label, blocks -> [Block] in
        [.paragraph("In the scenario \(label):")] + blocks
      } + (left > 0 ? [.paragraph("The tables of \(counted(left, "more scenario")) are not shown.")] : [])
  }

  /// Errors at the stated delays, of the rows of the first table; empty if nobody asked for them.
  var delays: [Block] {
    let leading = LeadingRows(evaluation, most: Self.mostRows, perScenario: Self.bestRows)
    return document.showsDelays ? DelayTables(evaluation, rows: leading.rows).blocks : []
  }

  // MARK: The rest

  var failures: [Block] {
    let all =
      evaluation.failureGroups.map(\.text)
      + evaluation.partialFailureGroups.map { "In \(Findings.named($0)): \($1.text)" }
    guard !all.isEmpty else { return [] }
    let left = all.count - Self.mostFailures
    let failed = evaluation.recordings.count { $0.failure != nil }
    let count: Prose =
      failed > 0
      ? "Of \(counted(evaluation.recordings.count, "recording")) \(failed) could not be used at all."
      : "Every recording could be used somewhere."
    return [
      .paragraph(count),
      .sentences(
        Array(all.prefix(Self.mostFailures)) + (left > 0 ? ["… and \(grouped(left)) more."] : [])),
    ]
  }

  var worthKnowing: [Block] {
    let sentences = Findings(evaluation: evaluation).sentences
    return sentences.isEmpty ? [] : [.sentences(sentences)]
  }

  var more: [Block] {
    var lines = Self.words.filter { pages.contains($0.page) }.map { page, words -> Prose in
      "\(link: page.rawValue, to: page.rawValue): \(words)"
    }
    if let absence = WindowsCSV.absence(from: evaluation) { lines.append("\(absence)") }
    if !pages.contains(.page) {
      lines.append(
        "`hreval report RUN --format html` writes `\(OutputFile.page.rawValue)`, with RUN as this folder: setup, every table and figure, groups, methods and how to read them"
      )
    }
    return [.list(lines)]
  }

  private static let words: [(page: OutputFile, words: Prose)] = [
    (.page, "what was run, every table and figure, down to single windows, and how they were made"),
    (.latex, "tables and figures that a paper can include"), (.summary, "all figures of each row"),
    (.groups, "the same of each group of recordings or windows"),
    (.windows, "every window"),
    (.windowColumns, "every window, a column at a time, for Python, MATLAB and R"),
    (.beats, "every beat of the reference and the detectors"),
    (.beatScores, "beats counted record by record"),
    (.qualities, "every window's quality indices"), (.results, "everything, for programs"),
    (.run, "when, where, how fast, from which files"),
  ]
}
