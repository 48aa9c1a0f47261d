internal import HRSupport
internal import HREvaluation
internal import HRRunning
internal import HRSignals
internal import HRStatistics

/// Changes between two runs window by window, in words.
struct ChangesText {
  let changes: WindowChanges

  static let heading = "What changed, window by window"

  /// Returns a few lines for the terminal.
  func terminal(_ style: TableStyle) -> String {
    ([Self.heading + ": " + opening] + rest(mostRanks: 4)).enumerated().map { index, line in
      style.prose(index == 0 ? line : "  " + line, indent: index == 0 ? 2 : 4)
    }.joined(separator: "\n")
  }

  /// Returns blocks for pages.
  func blocks(level: Int) -> [Block] {
    var blocks: [Block] = [.heading(level, Prose(plain: Self.heading)), .sentence(opening)]
    let sentences = rest(mostRanks: 0)
    if !sentences.isEmpty { blocks.append(.sentences(sentences)) }
    let changed = changes.rows.filter { $0.different > 0 }
    guard !changed.isEmpty else { return blocks }
    blocks.append(.table(table(of: changed)))
    let same = changes.rows.count - changed.count
    if same > 0 {
      blocks.append(
        .sentence(
          "In \(counted(same, "more pair")) of scenario and detector every answer is the same to the last bit."
        ))
    }
    let ranks = changes.rankChanges
    if !ranks.isEmpty { blocks.append(.table(table(of: ranks))) }
    return blocks
  }

  /// Returns a table with one row per scenario and detector.
  private func table(of rows: [WindowChanges.Row]) -> Table {
    Table(
      [
        .words("scenario", importance: 10, \.scenario), .words("detector", importance: 10, \.detector),
        .count("compared", \.compared), .count("same", \.same), .count("differ", \.different),
        .words("how they differ") { Self.kinds([$0]) }, .count("right → wrong", \.rightToWrong),
        .count("wrong → right", \.wrongToRight),
        .init(.left("first that differs")) { row in
          row.first.map { .text(short(changes.detail(of: $0))) } ?? .missing("")
        },
        .init(.left("largest change", unit: "bpm")) { row in
          row.largest.map {
            .text("\(Self.step(row.largestBPM)) (\(short(changes.detail(of: $0))))")
          } ?? .missing("")
        },
      ], of: rows)
  }

  /// Returns a table of the detectors whose rank changed.
  private func table(of ranks: [WindowChanges.RankChange]) -> Table {
    Table(
      [
        .words("scenario", importance: 10, \.scenario), .words("detector", importance: 10, \.detector),
        .init(.init("rank by MAE before")) { .figures(Self.rank($0.baselineRank)) },
        .init(.init("now")) { .figures(Self.rank($0.rank)) },
        .figure(.mae, "MAE before", else: "no answer") { $0.baselineMAEBPM },
        .figure(.mae, "MAE now", else: "no answer") { $0.maeBPM },
        .init(.init("MAE now − before", unit: "bpm")) { rank in
          guard let before = rank.baselineMAEBPM, let now = rank.maeBPM else { return .missing("") }
          return .figures(Self.step(now - before))
        },
        .words("what happened") { $0.hasMoved ? "moved" : "same MAE, others moved" },
      ], of: ranks)
  }

  /// `12 of 864 answers differ (216 windows compared); …`
  private var opening: String {
    let windows = "\(counted(changes.windowCount, "window")) compared"
    let answers = counted(changes.answerCount, "answer")
    if changes.isEmpty {
      return
        "\(windows), \(answers) of detectors: every answer is the same to the last bit, and so is every reference."
    }
    guard !changes.changes.isEmpty else {
      return "\(windows), \(answers) of detectors: every answer is the same to the last bit."
    }
    let different = changes.changes.count
    let rest = different < changes.answerCount ? "; the others are the same to the last bit" : ""
    return
      "\(windows); \(grouped(different)) of \(answers) of detectors \(different == 1 ? "differs" : "differ") (\(Self.kinds(changes.rows)))\(rest)."
  }

  /// `another rate 12, value → abstained 3`
  private static func kinds(_ rows: [WindowChanges.Row]) -> String {
    WindowChange.Kind.allCases.compactMap { kind in
      let count = rows.reduce(0) { $0 + $1.count(kind) }
      return count > 0 ? "\(word(kind)) \(grouped(count))" : nil
    }.joined(separator: ", ")
  }

  /// - Parameter mostRanks: maximum number of detectors with a changed rank that are named; 0 if a table names them.
  private func rest(mostRanks: Int) -> [String] {
    var lines: [String] = []
    if let first = changes.changes.first {
      lines.append("The first that differs: \(sentence(changes.detail(of: first))).")
    }
    let largest = changes.rows.filter { $0.largest != nil }.max { abs($0.largestBPM) < abs($1.largestBPM) }
    if let largest, let change = largest.largest, changes.changes.count > 1 {
      lines.append(
        "The largest change of a rate: \(Self.step(largest.largestBPM)) bpm, \(sentence(changes.detail(of: change)))."
      )
    }
    lines += crossings + ranks(most: mostRanks) + referenceLines + missing
    if !changes.changes.isEmpty {
      lines.append("\(OutputFile.changes.rawValue) has every answer that differs.")
    }
    return lines
  }

  private var crossings: [String] {
    guard !changes.changes.isEmpty || changes.references.different > 0 else { return [] }
    let (worse, better) = changes.rows.reduce((0, 0)) { ($0.0 + $1.rightToWrong, $0.1 + $1.wrongToRight) }
    let limit = changes.tolerance.exactWords
    let other =
      changes.tolerance == changes.baselineTolerance
      ? ""
      : " It is that of \(changes.candidate), for both; \(changes.baseline) has \(changes.baselineTolerance.exactWords)."
    guard worse + better > 0 else {
      return ["No rate that both runs have crossed the tolerance (\(limit)).\(other)"]
    }
    return [
      "Across the tolerance (\(limit)): \(counted(worse, "answer")) went from right to wrong, \(grouped(better)) from wrong to right.\(other)"
    ]
  }

  private func ranks(most: Int) -> [String] {
    guard changes.haveRanks, !changes.changes.isEmpty || changes.references.different > 0 else { return [] }
    let ranks = changes.rankChanges
    guard !ranks.isEmpty else { return ["By MAE every detector has the rank it had, in every scenario."] }
    let scenarios = ranks.map(\.scenario).distinct.count
    let moved = ranks.filter(\.hasMoved)
    let still = ranks.count - moved.count
    let opening =
      "The order by MAE changed in \(counted(scenarios, "scenario")): \(counted(moved.count, "row")) moved"
      + (still > 0
        ? ", and so \(grouped(still)) with the same MAE \(still == 1 ? "has" : "have") another rank" : "")
    guard most > 0, !moved.isEmpty else { return [opening + "."] }
    let named = moved.prefix(most).map { rank in
      "\"\(rank.detector)\" in \"\(rank.scenario)\" from \(Self.rank(rank.baselineRank)) to \(Self.rank(rank.rank)) (MAE \(Self.figures(rank)))"
    }
    return ["\(opening). \(named.joined(separator: "; "))\(moved.count > most ? "; …" : "")."]
  }

  private var referenceLines: [String] {
    let references = changes.references
    guard references.different > 0, let first = references.first else { return [] }
    let (was, now) = Self.apart(first.before, first.after)
    return [
      "The references differ in \(grouped(references.different)) of \(counted(references.compared, "window")), so the data set or how it is read changed. The first: \(first.recording), \(Self.span(first.start, first.end)): \(was) → \(now)."
    ]
  }

  private var missing: [String] {
    [(changes.baseline, changes.onlyBaseline), (changes.candidate, changes.onlyCandidate)].compactMap {
      name, missing in
      missing.windows == 0
        ? nil
        : "Not compared: \(counted(missing.windows, "window")) of \(counted(missing.recordings.count, "recording")) that only \(name) has (\(missing.recordings.firstFew))."
    }
  }

  // MARK: One change

  /// `"fft" in "clean", d/r1, 5–25 s: 72.10 → 72.30 bpm, reference 71.00 bpm`
  private func sentence(_ detail: WindowChange.Detail) -> String {
    "\"\(detail.detector)\" in \"\(detail.scenario)\", \(detail.dataset)/\(short(detail))"
  }

  /// `r1, repeat 2, 5–25 s: 72.10 → 72.30 bpm, reference 71.00 bpm`
  private func short(_ detail: WindowChange.Detail) -> String {
    let (before, after) = (detail.before, detail.after)
    let place = detail.repetition.map { ", repeat \($0)" } ?? ""
    let span = Self.span(after.range.start, after.range.end)
    let earlier =
      before.range == after.range ? "" : " (before, \(Self.span(before.range.start, before.range.end)))"
    return
      "\(detail.recording)\(place), \(span)\(earlier): \(Self.answers(before, after)), \(Self.references(before, after))"
  }

  private static func answers(_ before: WindowChange.Answer, _ after: WindowChange.Answer) -> String {
    if let was = before.bpm, let now = after.bpm {
      guard was.bitPattern == now.bitPattern else {
        let (one, other) = apart(was, now)
        return "\(one) → \(other) bpm"
      }
      let rate = "\(fixed(was, decimals: 2)) bpm in both"
      let words = [
        ("confidence", before.confidence.map(shortest), after.confidence.map(shortest)),
        ("quality", before.quality, after.quality),
        ("motion", before.motion.map { $0 ? "yes" : "no" }, after.motion.map { $0 ? "yes" : "no" }),
      ]
      return ([rate] + words.compactMap { said($0, $1, $2) }).joined(separator: ", ")
    }
    func text(_ answer: WindowChange.Answer) -> String {
      answer.bpm.map { "\(fixed($0, decimals: 2)) bpm" } ?? answer.outcome.text
    }
    return "\(text(before)) → \(text(after))"
  }

  private static func said(_ what: String, _ was: String?, _ now: String?) -> String? {
    was == now ? nil : "\(what) \(was ?? "none") → \(now ?? "none")"
  }

  private static func references(_ before: WindowChange.Answer, _ after: WindowChange.Answer) -> String {
    guard before.reference != after.reference else { return "reference \(text(after.reference))" }
    let (was, now) = apart(before.reference, after.reference)
    return "reference \(was) → \(now)"
  }

  private static func apart(
    _ was: WindowTable.ReferenceCell, _ now: WindowTable.ReferenceCell
  ) -> (String, String) {
    guard let before = was.bpm, let after = now.bpm else { return (text(was), text(now)) }
    let (one, other) = apart(before, after)
    return (one, other + " bpm")
  }

  private static func text(_ reference: WindowTable.ReferenceCell) -> String {
    switch reference {
    case .bpm(let bpm): "\(fixed(bpm, decimals: 2)) bpm"
    case .none(let reason): "none (\(reason))"
    }
  }

  /// Returns two numbers with two decimals, or with all their digits if these would be equal.
  static func apart(_ was: Double, _ now: Double) -> (String, String) {
    let short = (fixed(was, decimals: 2), fixed(now, decimals: 2))
    return short.0 == short.1 ? (shortest(was), shortest(now)) : short
  }

  /// `5–25 s`
  private static func span(_ start: Double, _ end: Double) -> String {
    "\(shortest(start, decimals: 2))–\(shortest(end, decimals: 2)) s"
  }

  /// Returns `+0.20`; a change that rounds to zero with all its digits.
  static func step(_ bpm: Double) -> String {
    let text = fixed(bpm, decimals: 2)
    let isNothing = text.allSatisfy { "-0.".contains($0) }
    return signed(bpm, isNothing && bpm != 0 ? shortest(bpm) : text)
  }

  private static func rank(_ rank: Double?) -> String { rank.map { shortest($0) } ?? "none" }

  /// `4.00 → 2.10 bpm, -1.90`
  private static func figures(_ rank: WindowChanges.RankChange) -> String {
    guard let was = rank.baselineMAEBPM, let now = rank.maeBPM else {
      func text(_ mae: Double?) -> String { mae.map { "\(fixed($0, decimals: 2)) bpm" } ?? "none" }
      return "\(text(rank.baselineMAEBPM)) → \(text(rank.maeBPM))"
    }
    let (one, other) = apart(was, now)
    return "\(one) → \(other) bpm, \(step(now - was))"
  }

  /// Returns the name of a kind of change on pages.
  private static func word(_ kind: WindowChange.Kind) -> String {
    switch kind {
    case .valueToAbstained: "value → abstained"
    case .valueToFailed: "value → failed"
    case .abstainedToValue: "abstained → value"
    case .failedToValue: "failed → value"
    case .otherReason: "no rate for another reason"
    case .rate: "another rate"
    case .otherTry: "the same answer of another try"
    case .confidence: "confidence or quality words alone"
    }
  }
}
