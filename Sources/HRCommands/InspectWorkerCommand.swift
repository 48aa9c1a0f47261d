internal import HRRunning
internal import ArgumentParser
internal import HRSupport
internal import HRRecordings

/// The hidden worker of `inspect`: it has the same command line, and is sent the numbers of recordings.
struct InspectWorkerCommand: ParsableCommand {
  static let name = "__inspect"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  @OptionGroup var options: InspectOptions

  func run() throws {
    let code = Worker.serve { _ throws(Diagnostics) in
      var (dataset, trial) = try options.subject()
      ProcessLimits.limitOwnMemory(to: dataset.limits)
      return { bytes, _ in
        guard let question = InspectQuestion(bytes: bytes),
          dataset.recordings.indices.contains(question.index)
        else { return nil }
        return InspectedRecording(
          dataset.recordings[question.index], of: dataset, by: &trial, at: options.at, window: options.window,
          isDrawn: question.isFirst && options.picture != nil, savedTo: question.isFirst ? options.save : nil,
          isJSON: options.json
        ).bytes
      }
    }
    if code != 0 { throw ExitCode(code) }
  }
}

/// Question to the worker of `inspect`: the recording's index in its data set, and whether it is the first that can be
/// used.
struct InspectQuestion {
  let index: Int
  let isFirst: Bool

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(index)
    writer.write(isFirst ? 1 : 0)
    return writer.bytes
  }
}

extension InspectQuestion {
  init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let index = try? reader.integer(), let isFirst = try? reader.integer(), reader.isAtEnd else {
      return nil
    }
    self.init(index: index, isFirst: isFirst == 1)
  }
}
