package import HRSupport

/// Finished units of a run, in the order of the plan.
///
/// A small number is kept in memory. Of more, only the places in the run's store are: a unit is read on access, and
/// forgotten afterwards, so that memory does not grow with the number of windows.
package struct UnitResults: Sendable {
  private enum Source: Sendable {
    case memory([UnitResult])
    case store(UnitStoreReader, [StoredUnit])
  }

  private let source: Source
  /// The detectors whose columns are read from a store; `nil`: all.
  private var detectors: [Int]?

  private init(_ source: Source, detectors: [Int]?) {
    (self.source, self.detectors) = (source, detectors)
  }

  /// - Parameter results: in any order.
  package init(_ results: some Sequence<UnitResult>) {
    source = .memory(results.sorted { $0.unit < $1.unit })
  }

  /// - Parameters:
  ///   - reader: reader of the store that holds them.
  ///   - units: their places in it, in any order.
  init(_ reader: UnitStoreReader, _ units: [StoredUnit]) {
    source = .store(reader, units.sorted { $0.unit < $1.unit })
  }

  // MARK: Known without reading

  /// Returns a unit's index in the plan.
  package func unit(at index: Int) -> Int {
    switch source {
    case .memory(let results): results[index].unit
    case .store(_, let units): units[index].unit
    }
  }

  /// Indices of the plan, ascending.
  package var units: [Int] { indices.map(unit(at:)) }

  /// Returns the size of a unit's result.
  package func size(at index: Int) -> UnitSize {
    switch source {
    case .memory(let results): UnitSize(results[index])
    case .store(_, let units): units[index].size
    }
  }

  package func hasWindows(at index: Int) -> Bool { size(at: index).hasWindows }

  /// Windows times detectors that have rows there.
  package var answerCount: Int { indices.reduce(0) { $0 + size(at: $1).answers } }

  /// Number of rows of a detector that takes part in all of these units.
  package var rowCount: Int { indices.reduce(0) { $0 + size(at: $1).rows } }

  // MARK: Selections

  /// Returns the results whose units, by index of the plan, are wanted.
  package func selecting(_ isWanted: (_ unit: Int) -> Bool) -> UnitResults {
    filtered { isWanted(unit(at: $0)) }
  }

  /// Results that have windows.
  package var withWindows: UnitResults { filtered(hasWindows(at:)) }

  private func filtered(_ isWanted: (_ index: Int) -> Bool) -> UnitResults {
    let places = indices.filter(isWanted)
    if places.count == count { return self }
    return switch source {
    case .memory(let results): UnitResults(.memory(places.map { results[$0] }), detectors: detectors)
    case .store(let reader, let units):
      UnitResults(.store(reader, places.map { units[$0] }), detectors: detectors)
    }
  }

  /// Returns the same units, of which only the columns of some detectors are needed.
  ///
  /// Units read from a store then have no estimates and beats of the others, and no values of quality indices.
  package func reading(_ detectors: [Int]) -> UnitResults { UnitResults(source, detectors: detectors) }

  /// The same units, of which no estimates are needed.
  package var withoutEstimates: UnitResults { reading([]) }

  /// Returns the result of one unit of the plan; `nil` if it is not among these.
  package func result(ofUnit unit: Int) -> UnitResult? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.unit(at: middle) < unit { low = middle + 1 } else { high = middle }
    }
    return low < count && self.unit(at: low) == unit ? self[low] : nil
  }

  /// Returns the windows of one unit of the plan; `nil` if it has none, or is not among these.
  package func table(ofUnit unit: Int) -> WindowTable? {
    guard let result = result(ofUnit: unit), case .windows(let table) = result.outcome else { return nil }
    return table
  }

  // MARK: Numbers alone

  /// Returns the windows of a result with a detector's answers as numbers; of tries the one that counts.
  ///
  /// - Parameter detector: `nil` for no answers.
  /// - Returns: `nil` for a result without windows, and if they cannot be read again, which is a ``problem``.
  package func numbers(of detector: Int?, at index: Int) -> WindowNumberColumns? {
    if case .store(let reader, let units) = source, units[index].size.hasRowPerWindow {
      return reader.numbers(of: units[index], detector)
    }
    guard case .windows(let table) = reading(detector.map { [$0] } ?? [])[index].outcome else { return nil }
    return WindowNumberColumns(table, detector)
  }

  /// Returns the beats of a result, those of one detector among them; `nil` without any, and if they cannot be read
  /// again, which is a ``problem``.
  package func beats(of detector: Int, at index: Int) -> BeatTrains? {
    switch source {
    case .memory(let results):
      guard case .windows(let table) = results[index].outcome else { return nil }
      return table.beats
    case .store(let reader, let units):
      return units[index].size.hasWindows ? reader.beats(of: units[index], detector) : nil
    }
  }

  /// Some consecutive windows of one result.
  package struct Part: Sendable {
    /// Index of the result.
    package let index: Int
    fileprivate let rows: Range<Int>
  }

  /// All windows in their order, in parts that are read at a time.
  package var parts: [Part] {
    indices.flatMap { index in
      NumberLists.parts(of: size(at: index).rows).map { Part(index: index, rows: $0) }
    }
  }

  /// Returns the references and a detector's rates in one part, and in the window before it where there is one.
  ///
  /// - Returns: `nil` for a detector without rows, and if they cannot be read again, which is a ``problem``.
  package func rates(of detector: Int, _ part: Part, withConfidences: Bool = false) -> WindowRates? {
    if case .store(let reader, let units) = source, units[part.index].size.hasRowPerWindow {
      return reader.rates(of: units[part.index], detector, part.rows, withConfidences: withConfidences)
    }
    guard case .windows(let table) = reading([detector])[part.index].outcome,
      let column = table.estimates[detector]
    else { return nil }
    let rows = Swift.max(0, part.rows.lowerBound - 1)..<part.rows.upperBound
    return WindowRates(
      first: rows.count - part.rows.count, references: Array(table.references(of: detector).bpm[rows]),
      rates: Array(column.bpm[rows]), confidences: withConfidences ? Array(column.confidences[rows]) : [])
  }

  /// Returns a result's bytes.
  package func bytes(at index: Int) -> [UInt8] {
    switch source {
    case .memory(let results): results[index].bytes
    case .store(let reader, let units): reader.bytes(of: units[index]) ?? self[index].bytes
    }
  }

  /// Reason why a result could not be read again; whatever was computed from these results is then invalid. `nil` if
  /// all could.
  package var problem: Diagnostics? {
    if case .store(let reader, _) = source { reader.problem } else { nil }
  }
}

extension UnitResults: RandomAccessCollection {
  package var startIndex: Int { 0 }

  package var endIndex: Int {
    switch source {
    case .memory(let results): results.count
    case .store(_, let units): units.count
    }
  }

  package subscript(index: Int) -> UnitResult {
    switch source {
    case .memory(let results): results[index]
    case .store(let reader, let units): reader.result(of: units[index], detectors: detectors)
    }
  }
}

extension UnitResults: ExpressibleByArrayLiteral {
  package init(arrayLiteral results: UnitResult...) { self.init(results) }
}

/// Size of a unit's result.
package struct UnitSize: Equatable, Sendable {
  /// True if its recording could be used.
  package let hasWindows: Bool
  /// Number of windows, each try counted.
  package let windows: Int
  /// Number of estimates of each detector.
  package let rows: Int
  /// Rows times detectors that have rows here.
  package let answers: Int
  /// True if windows are grouped by labels.
  package let isLabelled: Bool

  /// False for tries, which have one row.
  var hasRowPerWindow: Bool { rows == windows }

  init(_ result: UnitResult) {
    if case .windows(let table) = result.outcome {
      (hasWindows, windows, rows, answers) = (true, table.ranges.count, table.rowCount, table.answerCount)
      isLabelled = !table.labels.isEmpty
    } else {
      (hasWindows, windows, rows, answers, isLabelled) = (false, 0, 0, 0, false)
    }
  }
}

extension WindowNumberColumns {
  fileprivate init(_ table: WindowTable, _ detector: Int?) {
    let column = detector.flatMap { table.estimates.indices.contains($0) ? table.estimates[$0] : nil }
    // The range and reference of an estimate are those of the detector's own try, else of the first.
    let first = column == nil ? 0 : detector.map { table.window(of: $0, row: 0) } ?? 0
    let rows = first..<first + table.rowCount
    self.init(
      starts: table.ranges[rows].map(\.start), ends: table.ranges[rows].map(\.end),
      references: Array(table.references.bpm[rows]),
      cadences: table.cadenceBPM.isEmpty ? [] : table.cadenceBPM[rows].map { $0 ?? .nan },
      rates: column?.bpm ?? [], confidences: column?.confidences ?? [], firstReading: column?.firstReading)
  }
}
