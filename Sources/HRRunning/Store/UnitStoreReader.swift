internal import HRSupport
internal import HRRecordings
internal import Synchronization

/// Place of a unit's result in a store.
struct StoredUnit: Sendable {
  let unit: Int
  /// Position of its bytes in the file.
  let position: Int
  let length: Int
  let checksum: UInt64
  let size: UnitSize
}

/// A store's file, from which results are read again on access.
final class UnitStoreReader: Sendable {
  private let file: StoreFile
  private let path: String
  private let trouble = Mutex<Diagnostics?>(nil)

  /// - Returns: `nil` for a file that cannot be opened.
  init?(_ path: String) {
    guard let file = StoreFile(path) else { return nil }
    self.file = file
    self.path = path
  }

  /// The first problem; `nil` if there was none.
  var problem: Diagnostics? { trouble.withLock { $0 } }

  /// Reads a result's bytes.
  ///
  /// - Returns: `nil`, and a ``problem``, if they are not what was written.
  func bytes(of unit: StoredUnit) -> [UInt8]? {
    guard let bytes = file.bytes(at: unit.position, count: unit.length),
      RunStore.checksum(bytes) == unit.checksum
    else {
      note(unit)
      return nil
    }
    return bytes
  }

  /// Reads references and rates of one part of a unit's windows.
  ///
  /// - Returns: `nil` for a detector without rows, and, with a ``problem``, if they are not what was written.
  func rates(
    of unit: StoredUnit, _ detector: Int, _ windows: Range<Int>, withConfidences: Bool
  ) -> WindowRates? {
    guard let lists = lists(of: unit), lists.has(detector),
      let references = numbers(of: unit, lists, .references, windows, before: true),
      let rates = numbers(of: unit, lists, .rates(detector), windows, before: true),
      let confidences = withConfidences
        ? numbers(of: unit, lists, .confidences(detector), windows, before: true) : []
    else { return nil }
    return WindowRates(
      first: references.count - windows.count, references: references, rates: rates, confidences: confidences)
  }

  /// Reads the windows of a unit with a detector's answers.
  ///
  /// - Parameter detector: `nil` reads none.
  /// - Returns: `nil`, with a ``problem``, if they are not what was written.
  func numbers(of unit: StoredUnit, _ detector: Int?) -> WindowNumberColumns? {
    guard let lists = lists(of: unit) else { return nil }
    let answers = detector.flatMap { lists.has($0) ? $0 : nil }
    func whole(_ list: NumberLists.List) -> [Double]? {
      var all: [Double] = []
      all.reserveCapacity(lists.windows)
      for part in NumberLists.parts(of: lists.windows) {
        guard let numbers = numbers(of: unit, lists, list, part) else { return nil }
        all += numbers
      }
      return all
    }
    guard let starts = whole(.starts), let ends = whole(.ends), let references = whole(.references),
      let cadences = lists.hasCadence ? whole(.cadences) : [],
      let rates = answers.map({ whole(.rates($0)) }) ?? [],
      let confidences = answers.map({ whole(.confidences($0)) }) ?? []
    else { return nil }
    let firstReading = answers.flatMap {
      file.numbers(at: unit.position + lists.firstReadingPlace(of: $0), count: 1)?[0]
    }
    return WindowNumberColumns(
      starts: starts, ends: ends, references: references, cadences: cadences, rates: rates,
      confidences: confidences, firstReading: firstReading.flatMap { $0.isNaN ? nil : $0 })
  }

  /// Reads the beats of a unit, those of one detector among them.
  ///
  /// - Returns: `nil` without any, and, with a ``problem``, if they are not what was written.
  func beats(of unit: StoredUnit, _ detector: Int) -> BeatTrains? {
    guard let head = head(of: unit), head[4] > 0 else { return nil }
    let place = unit.position + head[4]
    guard let count = file.integer(at: place), let sum = file.bits(at: place + 8), count <= unit.length,
      let bytes = file.bytes(at: place + 16, count: count), RunStore.checksum(bytes) == sum
    else {
      note(unit)
      return nil
    }
    var reader = ByteReader(bytes)
    guard let beats = try? reader.beatTrains(count: head[3], WantedColumns([detector])) else {
      note(unit)
      return nil
    }
    return beats
  }

  /// Reads the integers that a result with windows begins with.
  ///
  /// - Returns: `nil`, with a ``problem``, if they are not what was written.
  private func head(of unit: StoredUnit) -> [Int]? {
    let bits = file.numbers(at: unit.position, count: NumberLists.headBytes / 8)
    guard let head = bits?.map({ Int(clamping: Int64(bitPattern: $0.bitPattern)) }), head[0] == unit.unit,
      head[2] == unit.size.windows, (0..<unit.length).contains(head[3]), (0..<unit.length).contains(head[4])
    else {
      note(unit)
      return nil
    }
    return head
  }

  private func lists(of unit: StoredUnit) -> NumberLists? {
    guard let head = head(of: unit),
      let marks = file.bytes(at: unit.position + NumberLists.headBytes, count: 1 + head[3]),
      let lists = NumberLists(marks: marks, windows: unit.size.windows)
    else {
      note(unit)
      return nil
    }
    return lists
  }

  /// Reads one part of a list.
  ///
  /// - Parameters:
  ///   - windows: a part of ``NumberLists``.
  ///   - before: true reads the number before it too, where there is one, which has its checksum in its own part.
  private func numbers(
    of unit: StoredUnit, _ lists: NumberLists, _ list: NumberLists.List, _ windows: Range<Int>,
    before: Bool = false
  ) -> [Double]? {
    let more = before && windows.lowerBound > 0 ? 1 : 0
    guard let place = lists.place(of: list).map({ unit.position + $0 }),
      let sum = file.bits(at: place + 8 * (windows.lowerBound / NumberLists.partWindows)),
      let numbers = file.numbers(
        at: place + 8 * (NumberLists.partCount(of: lists.windows) + windows.lowerBound - more),
        count: windows.count + more), NumberLists.checksum(numbers[more...]) == sum
    else {
      note(unit)
      return nil
    }
    return numbers
  }

  /// Reads a result.
  ///
  /// - Parameter detectors: those whose columns are wanted; `nil`: all.
  /// - Returns: a failure, and a ``problem``, if it cannot be read. Callers check ``problem`` before they show
  ///   results.
  func result(of unit: StoredUnit, detectors: [Int]?) -> UnitResult {
    if let bytes = bytes(of: unit), let result = try? UnitResult(bytes: bytes, detectors: detectors) {
      return result
    }
    note(unit)
    return UnitResult(
      unit: unit.unit, facts: .unknown, outcome: .failed("its result could not be read again"))
  }

  private func note(_ unit: StoredUnit) {
    trouble.withLock { trouble in
      if trouble == nil {
        trouble = Diagnostics(
          "the run's store changed while it was read: the result at byte \(unit.position) is not what was written",
          in: path, hint: "see that nothing else writes to the run's folder, and run the experiment again")
      }
    }
  }
}

/// Results of a run while they arrive: at first in memory, above a number of bytes in their store alone.
package struct ArrivingResults: Sendable {
  /// Bytes in the store up to which results stay in memory, where they take about twice as much.
  package static let mostBytesInMemory = 16 << 20

  private let reader: UnitStoreReader?
  private var kept: [UnitResult]? = []
  private var places: [StoredUnit] = []
  private var bytes = 0
  private let most: Int

  /// - Parameters:
  ///   - path: path of the store that holds each result before it is added. If it cannot be read, all results stay in
  ///     memory.
  ///   - most: bytes up to which they stay in memory.
  init(in path: String, most: Int = mostBytesInMemory) {
    reader = UnitStoreReader(path)
    self.most = most
  }

  mutating func add(_ result: UnitResult, at place: StoredUnit) {
    places.append(place)
    bytes += place.length
    if reader != nil, bytes > most, kept != nil {
      kept = nil
      FreedMemory.returnAtOnce()
    }
    kept?.append(result)
  }

  /// Results so far.
  package var results: UnitResults {
    guard let reader, kept == nil else { return UnitResults(kept ?? []) }
    return UnitResults(reader, places)
  }
}
