internal import HRRunning
internal import HRSupport

/// A page of a folder of results: every one that any command writes, and no other.
package enum OutputFile: String, CaseIterable, Sendable {
  case report = "report.md"
  case page = "report.html"
  case latex = "report.tex"
  case summary = "summary.csv"
  case groups = "groups.csv"
  case windows = "windows.csv"
  case windowColumns = "windows.h5"
  case qualities = "qualities.csv"
  case beats = "beats.csv"
  case beatScores = "beat-scores.csv"
  case results = "results.json"
  case run = "run.json"
  case comparison = "comparison.md"
  case comparisonTable = "comparison.csv"
  case gate = "gate.md"
  case gateTests = "junit.xml"
  case history = "history.md"
  case historyTable = "history.csv"
  case comparisonPage = "comparison.html"
  case gatePage = "gate.html"
  case historyPage = "history.html"
  case changes = "changes.csv"

  /// True if the page is removed with a run that is replaced. The pages of a history are of many runs.
  var isOfRun: Bool { ![.history, .historyTable, .historyPage].contains(self) }

  /// A line or the beginning of one that every page of a kind has, for kinds whose folder need not be a run's.
  private static let marks: [OutputFile: String] = [
    .comparison: "## " + ComparisonPage.notesHeading,
    .comparisonTable: ComparisonCSV.leading.joined(separator: ","),
    .history: HistoryPage.heading, .historyTable: HistoryCSV.leading.joined(separator: ","),
    .comparisonPage: ComparisonPage.notesMark, .historyPage: HistoryPage.headingMark,
    .changes: ChangesCSV.leading.joined(separator: ","),
  ]

  /// Returns true if a text is such a page of hreval's, and not someone's own file of that name.
  package func isMade(_ text: String) -> Bool {
    guard let mark = Self.marks[self] else { return false }
    return text.hasPrefix(mark) || text.contains("\n" + mark)
  }
}

/// Subject of a figure; its file's name begins with it.
package enum FigureKind: String, CaseIterable, Sendable {
  case agreement, furtherAgreement, severity, coverage, lag, ranking, history, reliability, error,
    distribution, difference, groups, comparison
  case table

  /// Subjects of a run's figures, in the order of their files.
  static let ofReports: [FigureKind] = [
    .agreement, .severity, .furtherAgreement, .coverage, .lag, .reliability, .groups, .difference, .error,
    .distribution,
  ]
  /// The same in the order of `report.tex`.
  static let inPaper = ofReports.suffix(2) + ofReports.dropLast(2)

  var isOfRun: Bool { self != .history }

  /// Beginning of the names of its files.
  private var stem: String { self == .furtherAgreement ? Self.agreement.rawValue : rawValue }

  /// Returns the words of a file's name.
  func words(_ label: String) -> String {
    "\(stem) \(label)\(self == .furtherAgreement ? " rest" : "")"
  }

  /// Returns true if `figures/<name>` may be one of these.
  package func owns(_ name: String) -> Bool {
    guard [".svg", ".tex"].contains(where: name.hasSuffix) || PictureFormat.has(name) else { return false }
    let name = name.dropLast(4)
    return name == stem || name.hasPrefix(stem + "-")
  }
}

/// A form of figures that other programs make of hreval's SVG files.
package enum PictureFormat: String, CaseIterable, Sendable {
  case png, pdf

  /// Returns true if a file is such a picture by its name.
  package static func has(_ name: String) -> Bool { allCases.contains { name.hasSuffix(".\($0.rawValue)") } }
}

/// Paths that hreval may write into a folder of results. No other file is ever removed from one.
package enum OwnedFiles {
  package static let figures = "figures"
  /// The folder of the programs' standard error.
  package static let speech = ErrorOutputFiles.folder

  package static let pagesOfRun = OutputFile.allCases.filter(\.isOfRun).map(\.rawValue)
  /// Files of a run by name: pages, the store under both of its names, and the signals beside it.
  package static let ofRun: [String] =
    pagesOfRun + [
      RunStore.name, RunStore.partialName, SignalStore.name,
    ]

  /// Returns true if a file in a run's folder is the run's by its name.
  package static func isOfRun(_ name: String) -> Bool {
    ofRun.contains(name)
  }

  /// Returns true if a file in `figures/` is a run's by its name. Others may bear such a name too: see
  /// ``isFigure(_:)``.
  package static func isFigureOfRun(_ name: String) -> Bool {
    FigureKind.allCases.contains { $0.isOfRun && $0.owns(name) }
  }

  /// Returns true if a text is a figure that hreval drew.
  package static func isFigure(_ text: String) -> Bool {
    text.hasPrefix(LaTeXReport.opening)
      || (text.hasPrefix(SVGText.opening)
        && (text.split(separator: "\n").first ?? "").hasSuffix(SVGText.role))
  }

  /// Returns pages in a run's folder that a run with these pages of its own does not write anew. They are removed
  /// with the run that is replaced.
  package static func going(from names: [String], replacedBy pages: [OutputFile]) -> [String] {
    OutputFile.allCases.filter { $0.isOfRun && !pages.contains($0) && names.contains($0.rawValue) }.map(
      \.rawValue)
  }
}
