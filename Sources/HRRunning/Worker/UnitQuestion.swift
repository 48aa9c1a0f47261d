internal import HRSupport
internal import HRSignals

/// A question to a worker about an experiment.
enum UnitQuestion: ProcessMessage, Equatable {
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
}

/// A window of a detector, in a question about a unit.
struct AskedWindow: Codable, Hashable, Sendable {
  let detector: Int
  /// Index among the unit's windows.
  let window: Int
}

/// A worker's answer to the request to examine one recording.
struct ExamAnswer {
  /// `nil` if the recording cannot be read.
  let exam: RecordingExam?
}

extension ExamAnswer {
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(exam)
    return writer.bytes
  }

  /// - Throws: ``ByteReader/Damaged`` if the bytes are not an answer.
  init(bytes: [UInt8]) throws(ByteReader.Damaged) {
    var reader = ByteReader(bytes)
    exam = try reader.exam()
    guard reader.isAtEnd else { throw ByteReader.Damaged() }
  }
}
