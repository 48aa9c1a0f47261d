internal import HRExperiments
package import HRResults
internal import HRRunning
package import HRDiagnostics
package import HRRecordings
internal import HRSignals

/// What `inspect` has to say of one recording.
package struct InspectedRecording: Equatable {
  package var text = ""
  /// Why it cannot be used.
  package var problems: [Diagnostic] = []
  /// SVG, where a picture was asked for.
  package var picture: String?
  /// Why it could not be saved.
  package var saveProblems: [Diagnostic] = []
  /// The same as one JSON object on one line, where that was asked for.
  package var json: String?
  /// Names of what is suspicious about it and that its descriptor does not know of.
  package var findings: [String] = []

  /// One whose worker gave no answer.
  package init(problem: Diagnostic) {
    problems = [problem]
  }

  /// - Parameters:
  ///   - start: where its pictures begin, in seconds; `nil` leaves that to them.
  ///   - window: how many seconds these show, and length of the windows that the reference is summed up over; `nil`
  ///     leaves both to them.
  ///   - isDrawn: whether a picture is asked for.
  ///   - path: HDF5 file to save it to.
  ///   - isJSON: whether JSON is asked for in place of text.
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

  /// - Throws: ``ByteReader/Damaged`` when the bytes are none.
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
  /// What `inspect` says of the whole data set.
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
