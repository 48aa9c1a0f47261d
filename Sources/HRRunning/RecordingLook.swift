package import HRExperiments
package import HRResults
package import HRSignals

/// What a recording turned out to be, and why it cannot be used if it cannot.
package struct RecordingLook: Equatable, Sendable {
  package let facts: RecordingFacts
  package let failure: String?
  /// What can be done about it, where that is known.
  package private(set) var hint: String?
  /// What is suspicious about it; asked for by itself, so that it costs no look.
  package var exam: RecordingExam?
  /// Why there is no ``exam`` although it was asked for.
  package var examFailure: String?

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(facts)
    writer.write(failure)
    writer.write(hint)
    return writer.bytes
  }
}

extension RecordingLook {
  /// - Throws: ``ByteReader/Damaged`` when the bytes are none.
  init(bytes: [UInt8]) throws(ByteReader.Damaged) {
    var reader = ByteReader(bytes)
    self.init(
      facts: try reader.facts(), failure: try reader.optionalString(), hint: try reader.optionalString())
    guard reader.isAtEnd else { throw ByteReader.Damaged() }
  }
}

extension Experiment {
  /// `welltory-ppg/subject_04`, of every recording in order.
  package var recordingNames: [String] {
    recordings.map { datasets[$0.dataset].qualifiedName(of: $0.entry.id) }
  }
}
