package import HRSignals

/// Facts of a recording that was read, and the reason if it cannot be used.
package struct RecordingInspection: Equatable, Sendable {
  package let facts: RecordingFacts
  package let failure: String?
  /// Remedy, if one is known.
  package private(set) var hint: String?
  /// Findings of the examination, which is asked for separately so that its failure does not affect the reading.
  package var exam: RecordingExam?
  /// Reason why there is no ``exam`` although it was asked for.
  package var examFailure: String?

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(facts)
    writer.write(failure)
    writer.write(hint)
    writer.write(exam)
    return writer.bytes
  }
}

extension RecordingInspection {
  /// - Throws: ``ByteReader/Damaged`` if the bytes are no such facts.
  init(bytes: [UInt8]) throws(ByteReader.Damaged) {
    var reader = ByteReader(bytes)
    self.init(
      facts: try reader.facts(), failure: try reader.optionalString(), hint: try reader.optionalString(),
      exam: try reader.exam())
    guard reader.isAtEnd else { throw ByteReader.Damaged() }
  }
}
