package import HRDiagnostics

/// Recorded output as plain CSV: a line `time,value` or `time,value,confidence`, then one reading per line.
///
/// Times in seconds, values in beats per minute, confidences 0…1. An empty value, `null` and `NaN` stand for no value; an empty
/// confidence for none. Blank lines count for nothing. There are no quotes: nothing here needs them.
package enum RecordedCSV {
  package static func readings(_ text: String, file: String) throws(Diagnostics) -> [RecordedEstimates
    .Reading]
  {
    var reader = RecordedCSVReader(file: file)
    let readings = reader.readings(text)
    if !reader.problems.isEmpty { throw Diagnostics(reader.problems) }
    return readings
  }
}

private struct RecordedCSVReader {
  let file: String
  private(set) var problems: [Diagnostic] = []
  private static let problemLimit = 20

  init(file: String) {
    self.file = file
  }

  mutating func readings(_ text: String) -> [RecordedEstimates.Reading] {
    var readings: [RecordedEstimates.Reading] = []
    var columns: Int?
    let marked = text.unicodeScalars.first == "\u{FEFF}"
    let content = marked ? String(text.unicodeScalars.dropFirst()) : text
    for (index, source) in content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let cells = source.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
      if cells == [""] { continue }
      let line = Line(number: index + 1, source: String(source))
      if let columns {
        guard cells.count == columns else {
          report("expected \(columns) cells, found \(cells.count)", line, nil)
          continue
        }
        if let reading = reading(cells, line) { readings.append(reading) }
      } else {
        guard cells == ["time", "value"] || cells == ["time", "value", "confidence"] else {
          report(
            "the first line names the columns: time,value or time,value,confidence", line, nil,
            hint: "times are seconds on the recording's clock, values beats per minute")
          return []
        }
        columns = cells.count
      }
    }
    return readings
  }

  private struct Line {
    let number: Int
    let source: String
  }

  private mutating func reading(_ cells: [String], _ line: Line) -> RecordedEstimates.Reading? {
    guard let time = Double(cells[0]), time.isFinite else {
      report("a time is a number, not \"\(cells[0].prefix(40))\"", line, "time")
      return nil
    }
    var bpm: Double?
    if !["", "null", "nan"].contains(cells[1].lowercased()) {
      guard let value = Double(cells[1]), value.isFinite, value >= 0 else {
        report("a heart rate is a number that is not negative, not \"\(cells[1].prefix(40))\"", line, "value")
        return nil
      }
      bpm = value > 0 ? value : nil
    }
    var confidence: Double?
    if cells.count == 3, !cells[2].isEmpty {
      confidence = Double(cells[2])
      guard let confidence, (0...1).contains(confidence) else {
        report("a confidence is a number from 0 to 1, not \"\(cells[2].prefix(40))\"", line, "confidence")
        return nil
      }
    }
    return RecordedEstimates.Reading(time: time, bpm: bpm, confidence: confidence)
  }

  private mutating func report(_ message: String, _ line: Line, _ column: String?, hint: String? = nil) {
    if problems.count < Self.problemLimit {
      let place = Diagnostic.Place(file: file, line: line.number, path: column, excerpt: line.source)
      problems.append(Diagnostic(message, place: place, hint: hint))
    } else if problems.count == Self.problemLimit {
      problems.append(Diagnostic("and more problems of this file", place: .init(file: file)))
    }
  }

  private static func trimmed(_ cell: Substring) -> String {
    guard let first = cell.firstIndex(where: { !$0.isWhitespace }),
      let last = cell.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(cell[first...last])
  }
}
