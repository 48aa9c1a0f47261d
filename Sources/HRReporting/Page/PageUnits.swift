internal import HRSupport
internal import HREvaluation
internal import HRRunning

/// The windows of a run that its page holds: reference and readings of whole units of work, the most informative
/// first, as many as fit.
struct PageUnits {
  /// Indices of results, in their order.
  let chosen: [Int]
  /// Number of units that have windows.
  let available: Int
  private let evaluation: Evaluation
  /// Outcomes of windows, each once; the first is an estimate.
  private let outcomes: [WindowOutcome]

  /// Maximum size in bytes of text; the actual one depends on the rest of the page.
  static let mostBytes = 2_000_000
  static let leastBytes = 300_000
  /// Maximum number of windows of a unit; one with more is thinned evenly.
  static let mostWindows = 4000
  private static let mostOutcomes = 254

  /// - Parameters:
  ///   - evaluation: evaluation of the run.
  ///   - first: indices of units that are wanted before others.
  ///   - bytesLeft: maximum size in bytes of text.
  init(_ evaluation: Evaluation, first: [Int], bytesLeft: Int = Self.mostBytes) {
    self.evaluation = evaluation
    let (results, units) = (evaluation.results, evaluation.plan.units)
    let columns = evaluation.plan.scenarios.indices.map { evaluation.plan.detectors(in: $0).count }
    let sizes = results.indices.map { index in
      Self.bytes(of: results.size(at: index), columns: columns[units[results.unit(at: index)].scenario])
    }
    available = sizes.count { $0 > 0 }
    var taken = [Bool](repeating: false, count: sizes.count)
    var left = bytesLeft
    func take(_ result: Int) {
      guard !taken[result], sizes[result] > 0, sizes[result] <= left else { return }
      taken[result] = true
      left -= sizes[result]
    }
    let placeOfUnit = Dictionary(uniqueKeysWithValues: results.units.enumerated().map { ($1, $0) })
    for unit in first { placeOfUnit[unit].map(take) }
    for result in Self.landmarks(of: evaluation, placeOfUnit) { take(result) }
    for isFirst in [true, false] {
      for (index, unit) in results.units.enumerated() where (units[unit].repetition == 0) == isFirst {
        take(index)
      }
    }
    chosen = taken.indices.filter { taken[$0] }
    outcomes = Array(
      ([.value]
        + chosen.flatMap { index -> [WindowOutcome] in
          guard case .windows(let table) = evaluation.results[index].outcome else { return [] }
          return table.estimates.flatMap { $0?.reasons ?? [] }
        }).distinct.prefix(Self.mostOutcomes))
  }

  /// Returns the worst, the best and the median recording of each row, those of each scenario's leader first.
  private static func landmarks(of evaluation: Evaluation, _ placeOfUnit: [Int: Int]) -> [Int] {
    var unitOf: [[Int]: Int] = [:]
    for unit in evaluation.plan.units where unit.repetition == 0 {
      unitOf[[unit.recording, unit.scenario]] = placeOfUnit[unit.index]
    }
    let leaders = evaluation.plan.scenarios.indices.compactMap { evaluation.leader(ofScenario: $0) }
    return (leaders + evaluation.rows).flatMap { row -> [Int] in
      let known = row.perRecording.filter { $0.maeBPM != nil }
        .sorted { ($0.maeBPM ?? 0, $0.recording) < ($1.maeBPM ?? 0, $1.recording) }
      guard !known.isEmpty else { return [] }
      return [known.count - 1, 0, (known.count - 1) / 2].compactMap {
        unitOf[[known[$0].recording, row.scenario]]
      }
    }
  }

  /// Returns the approximate number of bytes that a unit takes in the page; 0 without windows.
  private static func bytes(of size: UnitSize, columns: Int) -> Int {
    guard size.windows > 0 else { return 0 }
    let windows = min(size.windows, mostWindows)
    return 200 + columns * 70 + windows * (2 + 4 * columns) * 4 / 3
  }

  var isAll: Bool { chosen.count == available }

  /// Units in the form that the page's script reads.
  var json: JSONText {
    let codes = Dictionary(uniqueKeysWithValues: outcomes.enumerated().map { ($1, $0) })
    let units = evaluation.plan.units
    return .array(
      chosen.compactMap { index in
        let result = evaluation.results[index]
        guard case .windows(let table) = result.outcome else { return nil }
        return Self.json(table, of: units[result.unit], in: evaluation.plan, codes: codes)
      })
  }

  /// Outcomes in plain words, by code.
  var outcomesJSON: JSONText {
    .array(outcomes.map { .string($0 == .value ? "an estimate" : $0.text.replacing(":", with: ": ")) })
  }

  private static func json(
    _ table: WindowTable, of unit: WorkUnit, in plan: RunPlan, codes: [WindowOutcome: Int]
  ) -> JSONText {
    let places = evenly(table.ranges.count)
    let isWhole = places.count == table.ranges.count
    let scale = plan.pageScale(of: unit.scenario)
    let starts = places.map { table.ranges[$0].start }
    let lengths = places.map { table.ranges[$0].end - table.ranges[$0].start }
    let (first, hop) = (starts.first ?? 0, starts.count > 1 ? starts[1] - starts[0] : 0)
    let areEven = starts.enumerated().allSatisfy { abs($1 - first - Double($0) * hop) < 1e-6 }
    let length = lengths.first ?? 0
    let areEqual = lengths.allSatisfy { abs($0 - length) < 1e-6 }
    let detectors = table.estimates.enumerated().compactMap { detector, column in
      column.map { json($0, of: detector, in: table, places: places, codes: codes, scale: scale) }
    }
    return .known([
      ("unit", .integer(unit.index)), ("recording", .integer(unit.recording)),
      ("scenario", .integer(unit.scenario)), ("repetition", .integer(unit.repetition)),
      ("reference", .string(PackedNumbers.hundredths(places.map { table.references[$0].bpm }, by: scale))),
      ("first", areEven ? .number(first) : nil), ("hop", areEven ? .number(hop) : nil),
      ("starts", areEven ? nil : .numbers(starts)), ("length", areEqual ? .number(length) : nil),
      ("lengths", areEqual ? nil : .numbers(lengths)),
      ("thinnedFrom", isWhole ? nil : .integer(table.ranges.count)),
      ("places", isWhole ? nil : .integers(places)), ("detectors", .array(detectors)),
    ])
  }

  private static func json(
    _ column: EstimateColumn, of detector: Int, in table: WindowTable, places: [Int],
    codes: [WindowOutcome: Int], scale: Double
  ) -> JSONText {
    // With tries a detector has one answer, which is of one of the windows.
    let cells: [EstimateColumn.Cell?] =
      table.chosenTries.isEmpty
      ? places.map { column[$0] }
      : places.map { $0 == table.chosenTries[detector] ? column[0] : nil }
    let confidences = cells.map { $0?.confidence }
    let outcomes = cells.map { $0.flatMap { codes[column.outcome(of: $0)] } ?? mostOutcomes }
    return .known([
      ("detector", .integer(detector)),
      (
        "estimate",
        .string(
          PackedNumbers.hundredths(
            cells.map { $0.flatMap { $0.hasValue ? $0.bpm : nil } }, by: scale))
      ),
      ("outcome", .string(PackedNumbers.bytes(outcomes))),
      (
        "confidence",
        confidences.contains { $0 != nil } ? .string(PackedNumbers.shares(confidences)) : nil
      ),
    ])
  }

  /// Returns the places of the windows that are kept: all, or evenly chosen ones with the first among them.
  private static func evenly(_ count: Int) -> [Int] {
    guard count > mostWindows else { return Array(0..<count) }
    return (0..<mostWindows).map { $0 * count / mostWindows }
  }
}
