package import HRRunning
package import HRSupport
package import HRRecordings
internal import HRSignals

/// The output of `inspect` about one recording.
package struct InspectedRecording: Equatable {
  package var text = ""
  /// Reasons why it cannot be used.
  package var problems: [Diagnostic] = []
  /// SVG; `nil` where no picture was asked for.
  package var picture: String?
  /// Reasons why it could not be saved.
  package var saveProblems: [Diagnostic] = []
  /// The output as one JSON object on one line; `nil` where that was not asked for.
  package var json: String?
  /// Names of its findings that its descriptor does not acknowledge.
  package var findings: [String] = []

  /// Creates the output for a recording whose worker gave no answer.
  package init(problem: Diagnostic) {
    problems = [problem]
  }

  /// - Parameters:
  ///   - start: start of its pictures in seconds; `nil` for their default.
  ///   - window: length of its pictures in seconds, and of the windows that the reference is summarised over; `nil`
  ///     for the defaults of both.
  ///   - isDrawn: true if a picture is asked for.
  ///   - path: HDF5 file to save it to.
  ///   - isJSON: true if JSON is asked for in place of text.
  package init(
    _ entry: RecordingEntry, of dataset: Dataset, by trial: inout Trial?, at start: Double?,
    window: Double?, isDrawn: Bool, savedTo path: String?, isJSON: Bool = false
  ) {
    do {
      let recording = try dataset.load(entry, needing: nil, reference: dataset.hasReference, labels: nil)
      let rates = RateCourseView(recording)
      let view = RecordingView(recording, at: start, window: window, rates: rates)
      let exam = ExamView(recording, of: dataset)
      findings = exam.open
      if isJSON {
        json = JSONText.object(view.jsonMembers + [("findings", exam.json)]).rendered(indented: false)
      } else {
        text = ([view.text] + (rates?.lines ?? []) + exam.lines).joined(separator: "\n")
      }
      let damaged = try trial?.damaged(recording, of: dataset)
      let after = damaged.flatMap { damaged in
        trial.map { ScenarioView(recording, damaged, by: $0.plan, at: start, seconds: window) }
      }
      if let after, !isJSON { text += "\n" + after.text }
      if isDrawn { picture = (after?.picture ?? view.picture).svg }
      if let path { saveProblems = Self.problems(saving: recording, damaged, to: path) }
    } catch {
      problems = error.list
    }
  }

  private static func problems(
    saving recording: Recording, _ damaged: ScenarioPlan.Damaged?, to path: String
  ) -> [Diagnostic] {
    let written = Recording(
      id: recording.id, subject: recording.subject, metadata: recording.metadata,
      channels: damaged?.channels ?? recording.channels, reference: damaged?.reference ?? recording.reference,
      breaths: recording.breaths)
    do {
      try RecordingWriter.writeHDF5(written, to: path)
      return []
    } catch {
      return error.list
    }
  }

  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(text)
    writer.write(problems)
    writer.write(picture)
    writer.write(saveProblems)
    writer.write(findings)
    writer.write(json)
    return writer.bytes
  }

  /// - Throws: ``ByteReader/Damaged`` if the bytes are not such an output.
  package init(bytes: [UInt8]) throws(ByteReader.Damaged) {
    var reader = ByteReader(bytes)
    text = try reader.string()
    problems = try reader.diagnostics()
    picture = try reader.optionalString()
    saveProblems = try reader.diagnostics()
    findings = try reader.strings()
    json = try reader.optionalString()
    guard reader.isAtEnd else { throw ByteReader.Damaged() }
  }
}

extension Dataset {
  /// The output of `inspect` about the whole data set.
  package var heading: String {
    let count = recordings.count
    return [
      "\(name): \(count) recording\(count == 1 ? "" : "s")",
      "  channels   \(channelKinds.map(\.rawValue).joined(separator: ", "))",
      "  reference  \(referenceText ?? "none")" + (referenceNote.map { " (\($0))" } ?? ""),
      "  licence    \(descriptor.license ?? "not stated")",
      "  cite       \(descriptor.citation ?? "not stated")",
    ].map(\.printable).joined(separator: "\n")
  }
}
