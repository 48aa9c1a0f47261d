internal import HRRunning
internal import ArgumentParser
internal import HRCatalogue
internal import HRDiagnostics
internal import HRExperiments
internal import HRRecordings

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
          dataset.recordings[question.index], of: dataset, by: &trial, at: options.at,
          isDrawn: question.isFirst && options.picture != nil,
          savedTo: question.isFirst ? options.save : nil
        ).bytes
      }
    }
    if code != 0 { throw ExitCode(code) }
  }
}
