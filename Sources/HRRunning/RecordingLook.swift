package import HRExperiments
package import HRResults

/// What a recording turned out to be, and why it cannot be used if it cannot.
package struct RecordingLook: Equatable, Sendable {
  package let facts: RecordingFacts
  package let failure: String?
  /// What can be done about it, where that is known.
  package let hint: String?

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(facts)
    writer.write(failure == nil ? 0 : 1)
    writer.write(failure ?? "")
    writer.write(hint ?? "")
    return writer.bytes
  }

  init(facts: RecordingFacts, failure: String?, hint: String? = nil) {
    self.hint = hint
    self.facts = facts
    self.failure = failure
  }

  /// - Throws: ``ByteReader/Damaged`` when the bytes are none.
  init(bytes: [UInt8]) throws(ByteReader.Damaged) {
    var reader = ByteReader(bytes)
    facts = try reader.facts()
    let hasFailure = try reader.flag()
    let text = try reader.string()
    let hint = try reader.string()
    guard reader.isAtEnd else { throw ByteReader.Damaged() }
    failure = hasFailure ? text : nil
    self.hint = hint.isEmpty ? nil : hint
  }
}

extension Experiment {
  /// `welltory-ppg/subject_04`, of every recording in order.
  package var recordingNames: [String] {
    recordings.map { datasets[$0.dataset].qualifiedName(of: $0.entry.id) }
  }
}
