/// A part of a run's report, and what each format has of it.
struct RunPart {
  /// Content on the page.
  enum OnPage {
    /// The first screen, which is always there.
    case first
    case html((PageParts) -> String)
    case blocks((PageParts) -> [Block])
    /// Blocks of each scenario, of which the page shows the one that the reader chose.
    case ofScenario((RunDocument) -> (Int) -> [Block], attribute: String = "")
    /// Parts one below the other.
    case several([OnPage])
    /// Blocks behind titles.
    case folds((PageParts) -> [(title: String, id: String, blocks: [Block])])
  }

  let title: String
  /// Anchor on the page; empty for a part that is no section there.
  var id = ""
  var page: OnPage?
  /// Rank among the parts that a page without space leaves out, the lowest first; `nil` for one that stays.
  var leftOutAs: Int?
  /// Blocks in `report.md`, under ``title`` or a title of their own; an empty one is no heading.
  var short: (title: String?, blocks: KeyPath<ShortReport, [Block]>)?
  /// Tables and figures in `report.tex`.
  var paper: [FigureKind] = []

  /// Sections of the page.
  static var onPage: [RunPart] { all.filter { $0.page != nil } }

  /// All parts in their order, which is that of `report.html` and of `report.md`.
  static var all: [RunPart] {
    [
      RunPart(title: "Answer", id: "answer", page: .first, short: ("", \.lead)),
      // On the page in the first screen and under "Data".
      RunPart(title: "", short: (nil, \.document.findings)),
      RunPart(title: SeenText.title, short: (nil, \.unseen)),
      RunPart(title: "Verdicts", short: (nil, \.verdicts)),
      RunPart(
        title: "Leaderboard", id: "leaderboard", page: .html(\.leaderboard), leftOutAs: 11,
        short: ("Results", \.results), paper: [.table, .error]),
      RunPart(
        title: "Differences", id: "differences",
        page: .several([.ofScenario(RunDocument.differences), .html(\.pairs)]), leftOutAs: 9,
        paper: [.difference]),
      RunPart(
        title: "Severity", id: "severity", page: .blocks(\.document.severityFigures), leftOutAs: 9,
        paper: [.severity]),
      RunPart(
        title: "Agreement", id: "agreement",
        page: .ofScenario(RunDocument.agreement, attribute: " data-agreement"), leftOutAs: 8,
        short: ("Ratio, and parts of the error", \.variability),
        paper: [.agreement, .furtherAgreement]),
      RunPart(title: "Recordings", id: "recordings", page: .html(\.recordings)),
      RunPart(
        title: "Errors", id: "errors", page: .ofScenario(RunDocument.errors), leftOutAs: 7,
        paper: [.distribution]),
      RunPart(
        title: "Confidence", id: "confidence", page: .ofScenario(RunDocument.confidence), leftOutAs: 6,
        paper: [.coverage, .reliability]),
      RunPart(
        title: "Kinds of error", id: "kinds", page: .ofScenario(RunDocument.kinds), leftOutAs: 5,
        paper: [.lag]),
      RunPart(title: "Beats, record by record", short: (nil, \.beats)),
      RunPart(title: DelayTables.title, short: (nil, \.delays)),
      RunPart(title: "Over time", id: "rates", page: .html(\.rates)),
      RunPart(title: "Window", id: "window", page: .html(\.window)),
      RunPart(
        title: "Groups", id: "groups",
        page: .several([
          .html(\.groupsNote), .ofScenario(RunDocument.groups), .blocks(\.document.byGroup),
        ]), leftOutAs: 1,
        short: ("By group", \.groups), paper: [.groups]),
      RunPart(
        title: "Comparison", id: "comparison",
        page: .folds { [("Every declared comparison, with rankings", "", $0.document.declared)] },
        leftOutAs: 3),
      RunPart(title: "Data", id: "data", page: .blocks(\.whole.dataParts), leftOutAs: 4),
      RunPart(
        title: "What was run", id: "setup",
        page: .folds { [("Data sets, detectors, scenarios, recordings", "", $0.whole.setup)] },
        leftOutAs: 2, short: ("What could not be used", \.failures)),
      RunPart(
        title: "Methods", id: "methods",
        page: .folds {
          [
            ("How these numbers were made", "", $0.document.methods),
            ("How to read them, and definitions", "how-to-read-this", $0.document.readingGuide),
          ]
        }, leftOutAs: 10),
      RunPart(
        title: "Glossary", id: "glossary",
        page: .folds { _ in [("Terms of these tables", "", [.terms(Glossary.terms)])] }),
      RunPart(title: "Provenance", id: "provenance", page: .html(\.provenance)),
      RunPart(title: "Worth knowing", short: (nil, \.worthKnowing)),
      RunPart(title: "The rest", short: (nil, \.more)),
    ]
  }
}
