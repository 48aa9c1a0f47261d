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
