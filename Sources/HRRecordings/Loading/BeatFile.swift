package import HRSupport
internal import HRNumerics

/// Beats of one text file that lists beats or RR intervals in columns, as straps, watches and apps export them.
///
/// The columns and their units are guessed as for a proposal: by names such as `rr_ms`, `RR [ms]`, `ibi`, and by
/// sizes. Beats follow from intervals as from those of a descriptor, see ``TimedIntervals``.
package struct BeatFile: Equatable, Sendable {
  /// Clock of the times of a file.
  package enum Clock: Equatable, Sendable {
    /// No times: 0 s is the begin of the first interval.
    case none
    /// Numbers, in seconds as they are written.
    case seconds
    /// Dates with times of day, or times of day alone; 0 s is so many seconds after 1970, or after midnight.
    case moments(zeroSeconds: Double, isZoned: Bool, isTimeOfDay: Bool)
  }

  /// Seconds on the file's clock, strictly ascending.
  package let beats: [Double]
  package let clock: Clock
  /// Description of the guesses, with reasons.
  package let why: String

  /// - Returns: `nil` if the file has no such columns.
  /// - Throws: every problem of a file that has, with its place.
  package init?(contentsOf path: String, limits: ReadingLimits = ReadingLimits()) throws(Diagnostics) {
    let budget = ReadingBudget(limits)
    // A text without a table has no such columns.
    guard let outline = try? TextOutline(path, budget: budget).outline(),
      let columns = BeatColumns(KnownFile(path, outline))
    else { return nil }
    if !outline.problems.isEmpty { throw Diagnostics(outline.problems) }
    why = columns.why
    var contents = FileContents(path: path)
    let lengths = columns.intervals.map { (cell: Self.cell($0), unit: TimeUnit(rawValue: $0.unit) ?? .s) }
    let times = columns.times.map { (cell: Self.cell($0), unit: TimeUnit(rawValue: $0.unit) ?? .s) }
    try contents.read([lengths?.cell, times?.cell].compactMap(\.self), outline, budget)
    let settled = try MomentClock.settled(
      [contents], candidates: times.map { [DataLocation(file: 0, cell: $0.cell)] } ?? [])
    contents = settled[0] ?? contents
    func series(_ cell: DataCell) -> Series {
      Series(values: contents.columns[cell] ?? [], cell: cell, file: contents)
    }
    switch (lengths, times) {
    case (let lengths?, let times):
      beats = try TimedIntervals.beats(
        series(lengths.cell), lengths.unit, ends: times.map { (series($0.cell), $0.unit) }, offset: 0)
    case (nil, let times?):
      beats = try RecordingLoader.ascending(series(times.cell), "beat").map { $0 / times.unit.perSecond }
    case (nil, nil): return nil
    }
    if let cell = (times ?? lengths)?.cell {
      try RecordingLimits.check(from: beats.first, to: beats.last, series(cell))
    }
    clock =
      contents.origin.map {
        .moments(
          zeroSeconds: Double($0.nanoseconds) / 1e9, isZoned: $0.isZoned, isTimeOfDay: $0.isTimeOfDay)
      } ?? (times == nil ? .none : .seconds)
  }

  /// Returns true if a text is a header that names such columns, and nothing else: a program that found no beat.
  package static func isEmptyList(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    return lines.count == 1
      && NameWords(String(lines[0])).hasAny(Vocabulary.intervals.union(Vocabulary.beats))
  }

  private static func cell(_ column: BeatColumns.Column) -> DataCell {
    guard case .column(let place) = column.guess.series.place else { return .everything }
    guard let unit = MomentUnit(rawValue: column.unit) else { return .column(place) }
    let main = MomentSeries(place: .column(place), form: MomentForm(iso: unit.part))
    return .moments(
      MomentCells(main: main, date: nil, zoneMinutes: nil, passesMidnight: unit == .timeOfDay))
  }

  /// Returns the beats of numbers of another format, with its messages.
  ///
  /// - Parameters:
  ///   - intervals: RR intervals in seconds or, if their median is ``leastMilliseconds`` or more, in milliseconds.
  ///   - ends: their ends in seconds, as many; `nil` if each follows the one before and the first begins at 0 s.
  ///   - file: path of the file.
  ///   - name: name of the list in it.
  package static func beats(
    ofIntervals intervals: [Double], endingAt ends: [Double]?, in file: String, named name: String
  ) throws(Diagnostics) -> [Double] {
    let cell = DataCell.object(name, .whole)
    var contents = FileContents(path: file)
    contents.entries[cell] = EntryNames(before: "\(name)[", after: "]", first: 0)
    let unit = (median(intervals) ?? 0) >= leastMilliseconds ? TimeUnit.ms : .s
    return try TimedIntervals.beats(
      Series(values: intervals, cell: cell, file: contents), unit,
      ends: ends.map { (Series(values: $0, cell: cell, file: contents), .s) }, offset: 0)
  }

  /// Median from which intervals are milliseconds: no heart beats so slowly in seconds, or so fast in milliseconds.
  package static let leastMilliseconds = 20.0
}

extension FileContents {
  /// Reads columns of the one table, or the numbers of one line.
  fileprivate mutating func read(
    _ cells: [DataCell], _ outline: FileOutline, _ budget: ReadingBudget
  ) throws(Diagnostics) {
    guard let format = outline.table?.format else {
      columns[.everything] = try NumberText.read(path, budget: budget)
      return
    }
    var numbers: [NameOrIndex] = []
    var moments: [MomentCells] = []
    for cell in cells {
      if case .column(let column) = cell { numbers.append(column) }
      if case .moments(let cells) = cell { moments.append(cells) }
    }
    let table = try CSVTable.read(
      path, format: format, columns: numbers, moments: moments.flatMap(\.columns), budget: budget)
    (firstLine, rowLines) = (table.firstLine, table.rowLines)
    for (column, values) in zip(numbers, table.columns) { columns[.column(column)] = values }
    self.moments = Array(zip(moments, table.moments)).map { (cells: $0, moments: $1) }
  }
}
