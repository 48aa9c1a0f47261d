internal import HRExperiments
internal import HRResults
internal import HRRunning
internal import ArgumentParser
internal import HRDiagnostics
internal import HRRecordings
internal import HRSignals

/// What `inspect` has to say of one recording.
struct InspectedRecording: Equatable {
  var text = ""
  /// Why it cannot be used.
  var problems: [Diagnostic] = []
  /// SVG, where a picture was asked for.
  var picture: String?
  /// Why it could not be saved.
  var saveProblems: [Diagnostic] = []

  /// One whose worker gave no answer.
  init(problem: Diagnostic) {
    problems = [problem]
  }

  /// - Parameter isFirst: whether this is the recording to draw and to save, if it can be used.
  init(
    _ entry: RecordingEntry, of dataset: Dataset, by trial: inout Trial?, options: InspectOptions,
    isFirst: Bool
  ) {
    do {
      let recording = try dataset.load(entry, needing: nil, reference: dataset.hasReference)
      let view = RecordingView(recording, at: options.at)
      text = view.text
      let damaged = try trial?.damaged(recording, of: dataset)
      let after = damaged.flatMap { damaged in
        trial.map { ScenarioView(recording, damaged, by: $0.plan, at: options.at) }
      }
      if let after { text += "\n" + after.text }
      guard isFirst else { return }
      if options.picture != nil { picture = (after?.picture ?? view.picture).svg }
      if let path = options.save { saveProblems = Self.problems(saving: recording, damaged, to: path) }
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
    do throws(Diagnostic) {
      try RecordingWriter.writeHDF5(written, to: path)
      return []
    } catch {
      return [error]
    }
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(text)
    writer.write(problems)
    writer.write(picture)
    writer.write(saveProblems)
    return writer.bytes
  }

  /// - Throws: ``ByteReader/Damaged`` when the bytes are none.
  init(bytes: [UInt8]) throws(ByteReader.Damaged) {
    var reader = ByteReader(bytes)
    text = try reader.string()
    problems = try reader.diagnostics()
    picture = try reader.optionalString()
    saveProblems = try reader.diagnostics()
    guard reader.isAtEnd else { throw ByteReader.Damaged() }
  }

  /// The question for one: the recording's place in its data set, and whether it is the first that can be used.
  struct Question {
    let index: Int
    let isFirst: Bool

    init(index: Int, isFirst: Bool) {
      self.index = index
      self.isFirst = isFirst
    }

    var bytes: [UInt8] {
      var writer = ByteWriter()
      writer.write(index)
      writer.write(isFirst ? 1 : 0)
      return writer.bytes
    }

    init?(bytes: [UInt8]) {
      var reader = ByteReader(bytes)
      guard let index = try? reader.integer(), let isFirst = try? reader.integer(), reader.isAtEnd else {
        return nil
      }
      self.init(index: index, isFirst: isFirst == 1)
    }
  }
}

/// The hidden other half of `inspect`: the same command line, recordings by number.
struct InspectWorkerCommand: ParsableCommand {
  static let name = "__inspect"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  @OptionGroup var options: InspectOptions

  func run() throws {
    let code = Worker.serve { _ throws(Diagnostics) in
      var (dataset, trial) = try options.subject()
      ProcessLimits.limitOwnMemory(to: dataset.limits)
      return { bytes, _ in
        guard let question = InspectedRecording.Question(bytes: bytes),
          dataset.recordings.indices.contains(question.index)
        else { return nil }
        return InspectedRecording(
          dataset.recordings[question.index], of: dataset, by: &trial, options: options,
          isFirst: question.isFirst
        ).bytes
      }
    }
    if code != 0 { throw ExitCode(code) }
  }
}
