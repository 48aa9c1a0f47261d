internal import HRSignals

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
