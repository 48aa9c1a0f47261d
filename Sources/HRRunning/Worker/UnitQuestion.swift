internal import HRSupport

/// A question to a worker about an experiment.
enum UnitQuestion: Codable, Equatable {
  /// The result of a unit.
  case result(unit: Int)
  /// Facts of a recording, and whether it can be used; nothing is computed.
  case inspection(recording: Int)
  /// Findings of the examination of a recording.
  case exam(recording: Int)
  /// Input of detectors in these windows of a unit.
  case signals(unit: Int, windows: [AskedWindow])
  /// The request to write the files of a unit's trial.
  case export(unit: Int, TrialDestination)

  /// Any other question, which is asked less often than for results.
  private struct Rare: ProcessMessage {
    let question: UnitQuestion
  }

  /// The unit's number in digits for a result, which is asked for once a unit; a property list for the others.
  var bytes: [UInt8] {
    guard case .result(let unit) = self else { return Rare(question: self).bytes }
    return Array(String(unit).utf8)
  }

  /// - Returns: `nil` for bytes that are no question.
  init?(bytes: [UInt8]) {
    let result = Int(String(decoding: bytes, as: UTF8.self), radix: 10).map { UnitQuestion.result(unit: $0) }
    guard let question = result ?? Rare(bytes: bytes)?.question else { return nil }
    self = question
  }
}

/// A window of a detector, in a question about a unit.
struct AskedWindow: Codable, Hashable, Sendable {
  let detector: Int
  /// Index among the unit's windows.
  let window: Int
}

extension ExpendableWorker {
  /// Asks about a recording, or for its examination.
  func inspection(_ question: UnitQuestion, within seconds: Double) throws(Loss) -> RecordingInspection {
    try answer(to: question.bytes, within: seconds) { try? RecordingInspection(bytes: $0) }
  }
}
