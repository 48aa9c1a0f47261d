import HRNumerics
import HRStatistics
import HRTestSupport

/// `Tests/ErrorRates/coverage.csv`: counts of each cell, and the page that is made of them.
struct StoredCoverage: Equatable {
  static let header =
    "kind,subjects,figure,truthBelow,truthInside,truthAbove,ofFirst\(CoverageRates.fewStudies)"
  static let page = "docs/explanation/coverage.md"

  private struct Key: Hashable {
    let kind: String
    let subjects: Int
    let figure: String
  }

  private struct Cell: Equatable {
    let below, inside, above, few: Int
  }

  private var lines: [String] = []
  private var cells: [Key: Cell] = [:]

  /// Counts of a cell, of the first few studies and of all.
  typealias Found = (few: CoverageRates.Counts, all: CoverageRates.Counts)

  /// - Parameters:
  ///   - rates: one for each of ``CoverageRates/cells``.
  ///   - ratios: one for each of ``RatioCoverage/cells``.
  init(rates: [Found], ratios: [Found]) {
    for (cell, found) in zip(CoverageRates.cells, rates) {
      add(found, cell.kind, cell.subjects, CoverageRates.intervals, words: CoverageRates.words)
    }
    for (cell, found) in zip(RatioCoverage.cells, ratios) {
      add(found, cell.kind, cell.subjects, RatioCoverage.intervals)
    }
  }

  private mutating func add(
    _ found: Found, _ kind: any CoverageKind, _ subjects: Int, _ figures: [String], words: [String] = []
  ) {
    for figure in figures {
      add(
        Key(kind: kind.rawValue, subjects: subjects, figure: figure),
        Cell(
          below: found.all.below[figure] ?? 0, inside: found.all.inside[figure] ?? 0,
          above: found.all.above[figure] ?? 0, few: found.few.inside[figure] ?? 0))
    }
    for word in words {
      add(
        Key(kind: kind.rawValue, subjects: subjects, figure: word),
        Cell(
          below: 0, inside: found.all.words[word] ?? 0, above: 0, few: found.few.words[word] ?? 0))
    }
  }

  /// Reads the lines of a text; lines that it cannot read are left out.
  init(text: String) {
    for line in text.split(separator: "\n").dropFirst() {
      let parts = line.split(separator: ",").map(String.init)
      let numbers = parts.dropFirst(3).compactMap { Int($0, radix: 10) }
      guard parts.count == 7, let subjects = Int(parts[1], radix: 10), numbers.count == 4 else { continue }
      add(
        Key(kind: parts[0], subjects: subjects, figure: parts[2]),
        Cell(below: numbers[0], inside: numbers[1], above: numbers[2], few: numbers[3]))
    }
  }

  static func read() throws -> Self { Self(text: try ProjectFolder.text("Tests/ErrorRates/coverage.csv")) }

  var text: String { ([Self.header] + lines).map { $0 + "\n" }.joined() }

  private mutating func add(_ key: Key, _ cell: Cell) {
    lines.append(
      "\(key.kind),\(key.subjects),\(key.figure),\(cell.below),\(cell.inside),\(cell.above),\(cell.few)"
    )
    cells[key] = cell
  }

  // MARK: Figures

  /// Returns the per cent of studies whose interval holds the truth, of those that have one; `nil` if fewer than one in
  /// ten has.
  func held(_ kind: any CoverageKind, _ subjects: Int, _ figure: String) -> Double? {
    guard let cell = cells[Key(kind: kind.rawValue, subjects: subjects, figure: figure)] else { return nil }
    let given = cell.below + cell.inside + cell.above
    guard given * 10 >= CoverageRates.studies else { return nil }
    return 100 * Double(cell.inside) / Double(given)
  }

  /// Returns the per cent of all studies whose interval leaves out the truth.
  func missed(_ kind: any CoverageKind, _ subjects: Int, _ figure: String) -> Double {
    let cell = cells[Key(kind: kind.rawValue, subjects: subjects, figure: figure)]
    return percent((cell?.below ?? 0) + (cell?.above ?? 0))
  }

  func notGiven(_ kind: any CoverageKind, _ subjects: Int, _ figure: String) -> Double {
    let cell = cells[Key(kind: kind.rawValue, subjects: subjects, figure: figure)]
    return 100 - missed(kind, subjects, figure) - percent(cell?.inside ?? 0)
  }

  /// Returns the per cent of studies with a word.
  func share(_ kind: any CoverageKind, _ subjects: Int, _ word: String) -> Double {
    percent(cells[Key(kind: kind.rawValue, subjects: subjects, figure: word)]?.inside ?? 0)
  }

  /// Returns the per cent of studies whose interval is wholly above (`below`: the truth is below it) or below the truth.
  func oneSided(_ kind: any CoverageKind, _ subjects: Int, _ figure: String, truthIsBelow: Bool) -> Double {
    let cell = cells[Key(kind: kind.rawValue, subjects: subjects, figure: figure)]
    return percent((truthIsBelow ? cell?.below : cell?.above) ?? 0)
  }

  /// Returns the number in the first few studies whose interval holds the truth, or that have the word.
  func few(_ kind: any CoverageKind, _ subjects: Int, _ figure: String) -> Int? {
    cells[Key(kind: kind.rawValue, subjects: subjects, figure: figure)]?.few
  }

  private func percent(_ count: Int) -> Double { 100 * Double(count) / Double(CoverageRates.studies) }

  // MARK: Page

  private func whole(_ value: Double?) -> String { value.map { "\(Int(saturating: $0.rounded()))" } ?? "–" }

  /// One decimal below 10.
  private func fine(_ value: Double) -> String {
    guard value < 10 else { return whole(value) }
    let tenths = Int(saturating: (10 * value).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private func table(
    _ columns: [(title: String, cell: (any CoverageKind, Int) -> String)],
    of kinds: [any CoverageKind] = StudyKind.allCases
  ) -> String {
    let heads = ["studies"] + columns.map(\.title)
    let rows = kinds.map { kind in
      [kind.words]
        + columns.map { column in StudyKind.clusters.map { column.cell(kind, $0) }.joined(separator: "/") }
    }
    let lines = [heads, heads.enumerated().map { $0.offset == 0 ? "---" : "---:" }] + rows
    return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  private func heldColumns(_ figures: [(String, String)]) -> [(
    title: String, cell: (any CoverageKind, Int) -> String
  )] {
    figures.map { title, figure in (title, { self.whole(self.held($0, $1, figure)) }) }
  }

  /// The worse of two limits.
  private func worse(
    _ kind: any CoverageKind, _ subjects: Int, of limits: (String, String) = ("loaLower", "loaUpper")
  ) -> String {
    missed(kind, subjects, limits.0) > missed(kind, subjects, limits.1) ? limits.0 : limits.1
  }

  /// The whole page.
  var markdown: String {
    """
    # How often intervals and verdicts are right

    An interval of 95 % should hold the true figure in 95 of 100 studies. It does so if the people of a study are like those it did not see. This page says how often
    each interval of hreval holds the truth where that is known: in \(CoverageRates.studies) simulated studies for each of \(StudyKind.allCases.count) kinds of people and for 6, 12 and 30 subjects. The standard
    error of a share is \(fine(100 * (0.95 * 0.05 / Double(CoverageRates.studies)).squareRoot())) points at 95, \(fine(100 * (0.8 * 0.2 / Double(CoverageRates.studies)).squareRoot())) at 80. `./setup.sh error-rates` makes this page and the [counts](../../Tests/ErrorRates/coverage.csv);
    [the design](../../Tests/ErrorRates/README.md). Cells are for 6/12/30 subjects.

    ## Means and shares

    Of 100 intervals so many hold the truth:

    \(table(heldColumns([
      ("bias", "bias"), ("MAE", "mae"), ("RMSE", "rmse"), ("MAPE", "mape"), ("success rate", "rightOfAll"),
      ("coverage", "coverage"), ("within tolerance", "withinTolerance"),
    ])))
    Two kinds are beyond any rule. If one subject in twenty is 40 bpm off, most studies of 6 or 12 people hold none of these or one, and nothing in the data tells of the others. The same is so of
    mean errors that are log-normal: one subject in twenty is five times as far off as the one in the middle. The RMSE squares errors, so it asks for the tails that few subjects show; where errors have heavy tails or subjects
    differ much in their spread, its interval is too narrow.

    **What a run says of it.** A report warns where its data look like a kind whose intervals hold in less than 92 of 100: the subjects' mean errors are skewed; a few subjects are read wrong throughout; few subjects carry the
    figures (effective number under half). Where limits have no interval it says why, and that those of the RMSE and of correlations can be too narrow.

    ## Limits of agreement

    Limits are given an interval only where the subjects are alike enough (no skew, no subject far off, no unequal spread, no heavy tails). Of 100 studies: the interval of the worse limit leaves out the truth, and none is given.

    \(table([
      ("leaves out the truth", { self.whole(self.missed($0, $1, self.worse($0, $1))) }),
      ("not given", { self.whole(self.notGiven($0, $1, "loaUpper")) }),
      ("SD leaves out the truth", { self.whole(self.missed($0, $1, "sd")) }),
      ("percentile limits hold it", { kind, subjects in
        self.whole([self.held(kind, subjects, "loaPercentileLower"), self.held(kind, subjects, "loaPercentileUpper")]
          .compactMap(\.self).min())
      }),
    ]))
    Percentile limits have an interval from \(whole(PercentileLimitIntervals.leastEffective)) effective subjects on (–: none).

    ## Ratios

    Figures of heart-rate variability have the ratio of estimate and reference, with limits of agreement: all is computed of the differences of logarithms, and taken back. In \(CoverageRates.studies) studies of each kind values are log-normal about 40 ms (σ = 0.5 between subjects), and errors
    are ratios: 1.1, times one of the subject's own (σ = 0.1), times one of the window (σ = 0.2). Of 100 intervals of the ratio so many hold the truth; of 100 studies the interval of the worse limit leaves out the truth, and none is given.

    \(table([
      ("ratio", { self.whole(self.held($0, $1, "ratio")) }),
      ("limit leaves out the truth", { self.whole(self.missed($0, $1, self.worse($0, $1, of: ("lower", "upper")))) }),
      ("limit not given", { self.whole(self.notGiven($0, $1, "upper")) }),
    ], of: RatioKind.allCases))
    ## Correlations

    Of 100 intervals so many hold the truth:

    \(table(heldColumns([
      ("Pearson r", "pearson"), ("CCC", "ccc"), ("ICC(2,1)", "icc21"), ("ICC(3,1)", "icc31"),
    ])))
    ## Verdicts

    In per cent of studies. **`acceptable`** is false where it is *shown* although the true limits are exactly at the bound, or *refuted* there; its power is how often it is shown where they are at 80 or 60 % of the bound.
    **Claims** with one figure: that the MAE is at most, or the success rate at least, what it truly is, and the claim *holds*. **`compare`** of two detectors with the same errors, others in each: *better* or *worse*.
    [The gate and the power of `compare`](../reference/results/comparison.md#how-often-a-verdict-is-wrong) were simulated by themselves.

    \(table([
      ("shown falsely", { self.fine(self.share($0, $1, "shownAtBound")) }),
      ("refuted falsely", { self.fine(self.share($0, $1, "refutedAtBound")) }),
      ("shown at 80 %", { self.whole(self.share($0, $1, "shownAt80")) }),
      ("shown at 60 %", { self.whole(self.share($0, $1, "shownAt60")) }),
      ("MAE claim", { self.fine(self.oneSided($0, $1, "mae", truthIsBelow: false)) }),
      ("success claim", { self.fine(self.oneSided($0, $1, "rightOfAll", truthIsBelow: true)) }),
      ("better or worse", { self.fine(self.share($0, $1, "betterOrWorse")) }),
    ]))
    A claim about the MAE of skewed people holds falsely more often than in 5 of 100 studies, for the reason above: the tail that would refute it is not in the study.

    ## Warnings

    In per cent of studies: any of the three warnings; and, of those that hold a subject 40 bpm off, those in which a run says so (gross or skewed).

    \(table([
      ("any warning", { self.fine(self.share($0, $1, "warned")) }),
      ("read wrong throughout", { self.fine(self.share($0, $1, "gross")) }),
      ("told of those that hold one", { kind, subjects in
        let with = self.share(kind, subjects, "withGross")
        return with > 0 ? self.whole(100 * self.share(kind, subjects, "grossFound") / with) : "–"
      }),
    ]))

    """
  }
}
