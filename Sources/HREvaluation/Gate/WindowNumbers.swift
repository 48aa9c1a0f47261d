internal import HRRunning
internal import HRSupport

/// One number per window, or none, as a baseline keeps errors and references.
///
/// Numbers have 32 bits (IEEE 754 binary32): rounded to nearest, ties to even, which is a relative 6e-8. A number
/// beyond its range becomes the largest finite number of its sign. A run's numbers are rounded the same way before
/// they are compared with stored ones, so unchanged numbers are equal.
package struct WindowNumbers: Equatable, Sendable {
  /// The numbers; `nil` for a window without one.
  package let values: [Float?]

  static let none = WindowNumbers([])

  package init(_ values: [Double?]) {
    let most = Double(Float.greatestFiniteMagnitude)
    self.values = values.map { value in
      value.flatMap { $0.isNaN ? nil : Float(min(max($0, -most), most)) }
    }
  }

  /// Number of windows with a number.
  package var known: Int { values.count { $0 != nil } }

  /// Base64 (RFC 4648, section 4, padded) of four bytes per window, the lowest first; a quiet NaN without a number.
  package var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * values.count)
    for value in values {
      let bits = value?.bitPattern ?? Float.nan.bitPattern
      for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
    return bytes.base64
  }

  /// - Returns: `nil` for a text that is no such coding: other characters, a length that is not a multiple of four
  ///   bytes, an infinite number. Any NaN is read as no number.
  package init?(text: String) {
    guard let bytes = [UInt8].decoded(base64: text), bytes.count % 4 == 0 else { return nil }
    var values: [Float?] = []
    values.reserveCapacity(bytes.count / 4)
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let bits = bytes[start..<start + 4].reversed().reduce(0 as UInt32) {
        $0 << 8 | UInt32(truncatingIfNeeded: $1)
      }
      let value = Float(bitPattern: bits)
      if value.isInfinite { return nil }
      values.append(value.isNaN ? nil : value)
    }
    self.values = values
  }
}

/// The windows of a run as a baseline keeps them: per scenario and recording, those of all repeats in order.
struct RunWindows {
  /// Results by scenario, without recordings of which a repeat failed or is missing, so that windows keep their
  /// places.
  private let results: [UnitResults]
  private let units: RunUnits

  init(_ units: RunUnits) {
    self.units = units
    results = units.plan.scenarios.enumerated().map { scenario, note in
      let mine = units.ofScenario(scenario).results.withWindows
      var repeats = units.plan.recordings.map { _ in 0 }
      for unit in mine.units { repeats[units[unit].recording] += 1 }
      return mine.selecting { repeats[units[$0].recording] == note.repeats }
    }
  }

  /// Returns the reference of each window, per recording; of tries each try's.
  func references(scenario: Int) -> [WindowNumbers] {
    numbers(results[scenario].withoutEstimates) { $0.references.map(\.bpm) }
  }

  /// Returns estimate − reference of each window, per recording; of tries that of the chosen one. It is `nil` without
  /// an estimate or a reference.
  func errors(of detector: Int, scenario: Int) -> [WindowNumbers] {
    numbers(results[scenario].reading([detector])) { $0.answers(of: detector)?.map(\.errorBPM) ?? [] }
  }

  private func numbers(_ results: UnitResults, _ numbers: (WindowTable) -> [Double?]) -> [WindowNumbers] {
    var found: [[Double?]] = units.plan.recordings.map { _ in [] }
    for result in results {
      guard case .windows(let table) = result.outcome else { continue }
      found[units.recording(of: result)] += numbers(table)
    }
    return found.map { WindowNumbers($0) }
  }
}
