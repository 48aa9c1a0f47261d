import HRTestSupport

/// `Tests/ErrorRates/error-rates.csv`: counts of each result, and the tables of the docs that are made of them.
struct StoredErrorRates: Equatable {
  static let header = "rule,members,errors,subjects,effect,word,first200,of2000"

  private struct Key: Hashable {
    let cell: String
    let effect: String
    let word: String
  }

  private var lines: [String] = []
  private var counts: [Key: (few: Int, all: Int)] = [:]

  static func == (one: Self, other: Self) -> Bool { one.lines == other.lines }

  init(_ cells: [(cell: ErrorRates, counts: ErrorRates.Counts)]) {
    for (cell, found) in cells {
      for (effect, bpm) in cell.effects.enumerated() {
        for (word, name) in cell.words.enumerated() {
          add(
            Key(cell: cell.name, effect: "\(bpm)", word: name), few: found.few[effect][word],
            all: found.all[effect][word])
        }
      }
    }
  }

  /// Reads the lines of a text; lines that it cannot read are left out.
  init(text: String) {
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",").map(String.init)
      guard cells.count == 8, let few = Int(cells[6], radix: 10), let all = Int(cells[7], radix: 10) else {
        continue
      }
      add(
        Key(cell: cells[..<4].joined(separator: ","), effect: cells[4], word: cells[5]), few: few, all: all)
    }
  }

  static func read() throws -> Self { Self(text: try ProjectFolder.text("Tests/ErrorRates/error-rates.csv")) }

  var text: String { ([Self.header] + lines).map { $0 + "\n" }.joined() }

  private mutating func add(_ key: Key, few: Int, all: Int) {
    lines.append("\(key.cell),\(key.effect),\(key.word),\(few),\(all)")
    counts[key] = (few, all)
  }

  /// Returns the number of repetitions with any of these results, of which at most one occurs at a time; `nil` if a
  /// count is missing.
  func count(
    _ cell: ErrorRates, effectBPM: Double, _ words: [String]
  ) -> (few: Int, all: Int)? {
    let found = words.compactMap { counts[Key(cell: cell.name, effect: "\(effectBPM)", word: $0)] }
    guard found.count == words.count else { return nil }
    return found.reduce((0, 0)) { ($0.0 + $1.few, $0.1 + $1.all) }
  }

  // MARK: Tables

  /// Returns the false results that must be rare: their words in a cell, by effect, and their largest share.
  static func falseWords(_ cell: ErrorRates) -> [(effectBPM: Double, words: [String], share: Double)] {
    switch cell.rule {
    case .compare where cell.members > 1: [(0, ["shown"], 0.05)]
    case .compare:
      [
        (0, ["better", "worse"], 0.05), (0.5, ["better"], 0.05), (0.5, ["withinMargin"], 0.05),
        (1, ["better"], 0.05), (1, ["withinMargin"], 0.05),
      ]
    case .gate where cell.members > 1: [(0, ["regressed"], 0.01)]
    case .gate: [(0, ["regressed"], 0.01), (0.5, ["held"], 0.05), (1, ["held"], 0.05)]
    case .grossWindows: []
    }
  }

  /// Power and error rates of one comparison, or of one row of a gate.
  func table(_ rule: ErrorRates.Rule) -> String {
    let effects: [Double] = [0, 0.5, 1]
    let (shown, held) =
      rule == .compare ? ("better or worse", "within the margin") : ("regressed", "held")
    let columns =
      ["\(shown): 0 bpm"] + ["0.5 bpm", "1 bpm"] + ["\(held): 0 bpm"] + ["0.5 bpm", "1 bpm"]
    return table(columns, rule, members: 1) { cell in
      let words: [[String]] =
        rule == .compare ? [["better", "worse"], ["withinMargin"]] : [["regressed"], ["held"]]
      return words.flatMap { words in effects.map { share(cell, $0, words) } }
    }
  }

  /// Results of one row whose windows are 40 bpm off in 2 and 5 of 100, at the same mean absolute error.
  func grossWindowsTable() -> String {
    let words = ["regressed", "cannotTell", "held"]
    let columns = ["regressed: 2 %", "5 %", "cannot tell: 2 %", "5 %", "held: 2 %", "5 %"]
    return table(columns, .grossWindows, members: 1) { cell in
      words.flatMap { word in cell.effects.map { share(cell, $0, [word]) } }
    }
  }

  /// Results of several members if nothing differs.
  func togetherTable() -> String {
    let columns = [
      "5 candidates: any better or worse", "20 rows: any regressed", "20 rows: all held",
    ]
    return table(columns, .compare, members: 5) { compared in
      let night = ErrorRates(rule: .gate, members: 20, tails: compared.tails, subjects: compared.subjects)
      return [share(compared, 0, ["shown"]), share(night, 0, ["regressed"]), share(night, 0, ["held"])]
    }
  }

  private func table(
    _ columns: [String], _ rule: ErrorRates.Rule, members: Int, _ row: (ErrorRates) -> [String]
  ) -> String {
    let rows = ErrorRates.cells.filter { $0.rule == rule && $0.members == members }.map { cell in
      [cell.tails.words, "\(cell.subjects)"] + row(cell)
    }
    let rule = [String](repeating: "---", count: columns.count + 2)
    return ([["errors", "subjects"] + columns, rule] + rows).map {
      "| " + $0.joined(separator: " | ") + " |\n"
    }
    .joined()
  }

  /// `3.1 ± 0.4`: per cent, and one standard error.
  private func share(_ cell: ErrorRates, _ effectBPM: Double, _ words: [String]) -> String {
    guard let count = count(cell, effectBPM: effectBPM, words)?.all else { return "?" }
    let total = ErrorRates.repetitions
    // If none of n was seen, the share is below 3/n in 95 of 100 such simulations.
    if count == 0 { return "< 0.2" }
    if count == total { return "> 99.8" }
    let p = Double(count) / Double(total)
    return "\(tenths(100 * p)) ± \(tenths(100 * (p * (1 - p) / Double(total)).squareRoot()))"
  }

  private func tenths(_ value: Double) -> String {
    let tenths = Int(saturating: (10 * value).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension ErrorRates {
  /// The first cells of a line.
  fileprivate var name: String { "\(rule.rawValue),\(members),\(tails.rawValue),\(subjects)" }
}

extension SimulatedErrors.Tails {
  fileprivate var words: String { self == .oneSided ? "one-sided" : rawValue }
}
