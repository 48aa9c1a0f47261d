internal import HRResults
internal import HRSignals

/// What a worker says where a recording is to be examined by itself.
struct ExamAnswer {
  /// `nil` where it cannot be read.
  let exam: RecordingExam?
}

extension ExamAnswer {
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(exam)
    return writer.bytes
  }

  /// - Throws: ``ByteReader/Damaged`` when the bytes are none.
  init(bytes: [UInt8]) throws(ByteReader.Damaged) {
    var reader = ByteReader(bytes)
    exam = try reader.exam()
    guard reader.isAtEnd else { throw ByteReader.Damaged() }
  }
}
