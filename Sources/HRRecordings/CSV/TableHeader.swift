internal import HRSupport

/// Rows above the data of a table: names, and units or counts below them.
struct TableHeader {
  /// Names of the columns.
  let names: [String]
  /// Index of the row of names.
  let row: Int
  /// Units of the columns, if a row between names and data states them.
  let units: [String]
  /// Index of the first row of data.
  let start: Int

  /// Cells that stand for a unit or for none, in lower case, without quotes and brackets.
  private static let unitWords: Set<String> = [
    "s", "sec", "secs", "seconds", "ms", "msec", "us", "µs", "ns", "min", "hh:mm:ss.mmm", "hh:mm:ss", "mm:ss",
    "date", "time", "mv", "uv", "µv", "\u{3BC}v", "v", "volts", "volt", "mvolts", "m/(s^2)", "m/s^2", "m/s2",
    "m/s²", "g", "mg", "deg/s", "deg/sec", "dps", "°/s", "local_flux", "local_flux*", "ut", "u", "nu",
    "no units", "no_units", "unitless", "none", "%", "percent", "bpm", "1/min", "mmhg", "kpa", "ohm", "ohms",
    "kohms", "kohm", "microsiemens", "°c", "c", "degrees celsius", "degc", "hz", "adu", "counts", "count",
    "raw",
    "cal", "a.u.", "au", "*", "-", "", "n/a",
  ]

  /// Finds the rows of names and units above the first row of numbers.
  ///
  /// - Parameters:
  ///   - cells: rows of the text.
  ///   - start: index of the first row of numbers.
  ///   - count: number of columns.
  ///   - statesCounts: true if the row below the names may be the number of samples of each channel.
  ///   - isValue: true for a cell that is a number or a moment.
  /// - Returns: `nil` if no row of names is there.
  init?(
    _ cells: [[String]], before start: Int, count: Int, statesCounts: Bool, isValue: (String) -> Bool
  ) {
    func isNames(_ index: Int) -> Bool {
      guard cells.indices.contains(index) else { return false }
      let row = cells[index]
      // A row of names has a cell for each column; the delimiter may stand at its end too.
      guard row.count == count || row.count == count + 1 && row.last?.isEmpty == true,
        row.first?.hasSuffix("=") != true, row.contains(where: { !$0.isEmpty })
      else { return false }
      let numbers = row.filter(isValue)
      return numbers.isEmpty || Self.areOrdinals(row, numbers)
    }
    func isUnits(_ index: Int) -> Bool { cells[index].allSatisfy { Self.unitWords.contains(Self.plain($0)) } }
    func isCounts(_ index: Int) -> Bool {
      guard statesCounts, cells.indices.contains(index) else { return false }
      let full = cells[index].filter { !$0.isEmpty }
      return !full.isEmpty && full.allSatisfy { $0 == full[0] && Int($0, radix: 10) != nil }
    }
    var first = start
    if isCounts(start), isNames(start - 1) { first = start + 1 }
    var row = start - 1
    if isCounts(row), isNames(row - 1) { row -= 1 }
    guard isNames(row) else { return nil }
    var units: [String] = []
    while isUnits(row), isNames(row - 1), start - row < 4 {
      let here = cells[row].map(Self.plain)
      if units.isEmpty || !here.contains("cal") && !here.contains("raw") { units = cells[row] }
      row -= 1
    }
    names = Array(cells[row].prefix(count))
    self.units = units.map(Self.unquoted)
    self.row = row
    self.start = first
  }

  /// Returns true if the numbers among names count the columns, such as `Time,1,2` and `,0,1`.
  private static func areOrdinals(_ row: [String], _ numbers: [String]) -> Bool {
    guard numbers.count < row.count, let first = numbers.first.flatMap({ Int($0, radix: 10) }), first <= 1
    else { return false }
    return numbers.enumerated().allSatisfy { Int($1, radix: 10) == first + $0 }
  }

  private static func unquoted(_ cell: String) -> String {
    String(cell.trimming { $0 == "'" || $0 == "\"" || $0 == " " })
  }

  private static func plain(_ cell: String) -> String {
    let bare = unquoted(cell).lowercased()
    return bare.hasPrefix("[") && bare.hasSuffix("]") ? String(bare.dropFirst().dropLast()) : bare
  }
}
