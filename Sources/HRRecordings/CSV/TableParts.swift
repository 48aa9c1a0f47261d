internal import HRSupport

/// A column whose words tell the rows of several sensors apart, or those of several recordings.
struct TableParts {
  enum Kind {
    /// The sensors take turns: each word is a table of its own.
    case sensors
    /// One recording follows the other.
    case recordings
  }

  let kind: Kind
  let column: NameOrIndex
  /// Distinct words of the column, in the order met.
  let words: [String]

  private static let mostSensors = 12
  private static let mostRecordings = 5000
  /// Rows of a recording, on average, at least.
  private static let leastRows = 50

  /// Finds the words of sensors in a table of one column of values: each word stands in a fair share of the rows, and
  /// they take turns.
  ///
  /// - Parameters:
  ///   - columns: outlines of the columns.
  ///   - rows: the first rows.
  static func sensors(_ columns: [SeriesOutline], _ rows: [[String]]) -> TableParts? {
    let values = columns.filter { series in
      guard series.form == .numbers, let summary = series.summary else { return false }
      return summary.levels > 2 && summary.falls > 0
    }
    guard values.count == 1, rows.count >= 100 else { return nil }
    for (index, series) in columns.enumerated() {
      guard case .texts = series.form, case .column(let column) = series.place else { continue }
      let cells = rows.map { $0[index] }
      let words = cells.distinct
      let turns = zip(cells, cells.dropFirst()).count { $0 != $1 }
      guard (2...mostSensors).contains(words.count), turns * 5 >= cells.count, !words.contains(""),
        words.allSatisfy({ word in cells.count { $0 == word } * 4 * words.count >= cells.count })
      else { continue }
      return TableParts(kind: .sensors, column: column, words: words)
    }
    return nil
  }

  /// Returns the column that names people or recordings, if its name says so: not yet whether it has several.
  static func recordingColumn(_ columns: [SeriesOutline]) -> NameOrIndex? {
    let names: Set<String> = ["recording", "record", "session", "file", "filename"]
    let alone: Set<String> = ["id", "name", "sid", "pid", "uid", "subjectid", "recordid"]
    for series in columns {
      let words = NameWords(series.name)
      guard case .column(let column) = series.place,
        words.hasAny(Vocabulary.subject) || words.hasAny(names) || alone.contains(words.joined)
      else { continue }
      switch series.form {
      case .texts: return column
      case .numbers where series.summary?.isWhole == true: return column
      default: continue
      }
    }
    return nil
  }

  /// - Parameter cells: all cells of a column that may name recordings.
  /// - Returns: `nil` unless there are several recordings, whose rows follow each other.
  static func recordings(_ column: NameOrIndex, _ cells: [String]) -> TableParts? {
    let words = cells.distinct
    let runs = 1 + zip(cells, cells.dropFirst()).count { $0 != $1 }
    guard (2...mostRecordings).contains(words.count), runs == words.count, !words.contains(""),
      cells.count >= leastRows * words.count
    else { return nil }
    return TableParts(kind: .recordings, column: column, words: words)
  }
}
