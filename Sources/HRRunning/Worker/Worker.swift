package import HRSupport
internal import HRRecordings

/// The worker's side of a command's pipe: it receives an order, then answers questions until the pipe closes.
///
/// It is a process of its own, because a damaged HDF5 file can crash or hang the library that reads it.
package enum Worker {
  /// Signs that a worker gives while it works on an answer.
  package struct Signs {
    /// The recording has been read: a crash after that is not attributed to the reading.
    package let hasRead: () -> Void
    /// The worker waits for a program, and is silent for no other reason.
    package let isWaiting: () -> Void
  }

  /// Answers a question; `nil` for a question that is not understood.
  package typealias Answering = (_ question: [UInt8], _ signs: Signs) -> [UInt8]?

  /// Function that is called while a program is waited for; replaced for each question.
  private final class Waiting {
    var tell: () -> Void = {}
  }

  /// Turns units of an experiment into results.
  ///
  /// - Returns: the process's exit code.
  package static func serve(plugins: Plugins) -> Int32 {
    serve { order throws(Diagnostics) in
      guard let order = WorkOrder(bytes: order) else {
        throw Diagnostics("its order was damaged")
      }
      let registry = order.programs.flatMap { ProgramRegistry($0) }
      if registry?.isEmpty == false { ProcessControl.closeToOthers() }
      // A command that starts no programs has left out the detectors that need them. The command has checked that
      // recorded output exists; exported trials exist before recorded output does.
      let experiment = try order.experiment(
        plugins: plugins.with(registry.map { .started(by: $0) } ?? .leftOut), needsRecorded: false,
        digestsFiles: false)
      // Units are numbers, which must refer to the same recordings in both processes.
      guard experiment.recordingNames == order.recordings else {
        throw Diagnostics("the data sets hold other recordings than at the start")
      }
      // The text is the run's, but descriptors are read again.
      if let objection = order.objection(to: experiment) { throw Diagnostics(objection) }
      ProcessLimits.limitOwnMemory(to: experiment.limits)
      let waiting = Waiting()
      var runner = UnitRunner(experiment, clipFolder: order.clipFolder) { waiting.tell() }
      let units = experiment.units
      return { bytes, signs in
        waiting.tell = signs.isWaiting
        defer { waiting.tell = {} }
        switch UnitQuestion(bytes: bytes) {
        case .result(let index)? where units.indices.contains(index):
          let inBlocks = BlockRunner(experiment).result(of: units[index], hasBegun: signs.hasRead)
          if let inBlocks { return inBlocks.bytes }
          _ = runner.read(recording: units[index].recording)
          signs.hasRead()
          return runner.result(of: units[index]).bytes
        case .inspection(let index)? where experiment.recordings.indices.contains(index):
          return runner.read(recording: index).bytes
        case .exam(let index)? where experiment.recordings.indices.contains(index):
          var answer = runner.read(recording: index)
          signs.hasRead()
          answer.exam = runner.exam(ofRecording: index)
          return answer.bytes
        case .signals(let index, let windows)?
        where units.indices.contains(index)
          && windows.allSatisfy { experiment.detectors.indices.contains($0.detector) }:
          _ = runner.read(recording: units[index].recording)
          signs.hasRead()
          return runner.signals(of: units[index], in: windows).bytes
        case .export(let index, let destination)? where units.indices.contains(index):
          _ = runner.read(recording: units[index].recording)
          signs.hasRead()
          return runner.exported(units[index], to: destination).bytes
        case .result?, .inspection?, .exam?, .signals?, .export?, nil: return nil
        }
      }
    }
  }

  /// - Parameter prepare: takes the order; throws to refuse it, or returns the function that answers questions.
  package static func serve(_ prepare: ([UInt8]) throws(Diagnostics) -> Answering) -> Int32 {
    // Ctrl-C reaches the whole process group; the run decides when its workers stop.
    signal(SIGINT, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    // The pipe must stay clean whatever a library prints: from now on, standard output goes to standard error.
    let descriptor = dup(STDOUT_FILENO)
    guard descriptor >= 0 else { return 2 }
    let output = FramePipe(descriptor: descriptor)
    LibraryCrash.tell(to: descriptor, frameKind: WorkerMessage.crash)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    let input = FramePipe(descriptor: STDIN_FILENO)
    do {
      let setUp = try input.receive()
      guard setUp.kind == WorkerMessage.setUp else { return 2 }
      let answering: Answering
      do {
        answering = try prepare(setUp.payload)
      } catch {
        try output.send(WorkerMessage.refused, Array(error.first.summary.utf8))
        return 2
      }
      try output.send(WorkerMessage.ready, [])
      while true {
        let request = try input.receive()
        // A pipe that has closed is noticed when the answer is sent.
        guard request.kind == WorkerMessage.question,
          let answer = answering(
            request.payload,
            Signs(
              hasRead: { try? output.send(WorkerMessage.read, []) },
              isWaiting: { try? output.send(WorkerMessage.waiting, []) }))
        else { return 2 }
        try output.send(WorkerMessage.answer, answer)
      }
    } catch {
      // The command has closed the pipe: there is no more work.
      return 0
    }
  }
}

/// Everything that a worker needs to resolve the same experiment as its run: the text after overrides, not the
/// file, which may have changed since.
package struct WorkOrder: ProcessMessage, Sendable {
  package let file: ExperimentFile
  package let environment: DataEnvironment
  /// False if only readings are wanted.
  package let needsReference: Bool
  /// The programs as the command checked them; `nil` if there are none.
  private(set) var programs: ProgramRegistry.Sent?
  /// Digests of the descriptors as the run read them; `nil`: any are accepted.
  private var descriptors: [String]?
  /// Folder for what was decoded of videos; `nil`: nothing is kept.
  private(set) var clipFolder: String?
  /// Names of the recordings that the experiment has, which the worker must find too.
  private(set) var recordings: [String] = []

  package init(file: ExperimentFile, environment: DataEnvironment, needsReference: Bool = true) {
    self.file = file
    self.environment = environment
    self.needsReference = needsReference
  }

  package func experiment(
    plugins: Plugins, needsRecorded: Bool = true, digestsFiles: Bool = true
  ) throws(Diagnostics) -> Experiment {
    try Experiment(
      file, plugins: plugins, environment: environment, needsReference: needsReference,
      needsRecorded: needsRecorded, digestsFiles: digestsFiles)
  }

  /// Returns the order for descriptors with these digests only.
  func expecting(_ descriptors: [String]) -> WorkOrder {
    var order = self
    order.descriptors = descriptors
    return order
  }

  /// Returns the order for workers that use the programs of an experiment.
  ///
  /// - Parameters:
  ///   - registry: of the programs.
  ///   - speech: handling of their standard error.
  package func using(_ registry: ProgramRegistry?, _ speech: ProgramRegistry.Speech) -> WorkOrder {
    var order = self
    order.programs = registry.flatMap { $0.isEmpty ? nil : $0.sent(speech) }
    return order
  }

  /// Returns the order for workers that keep what they decode of videos.
  func keepingClips(in folder: String) -> WorkOrder {
    var order = self
    order.clipFolder = folder
    return order
  }

  /// Returns the reason why an experiment is not the run's although its text is the same; `nil` if it is the run's.
  func objection(to experiment: Experiment) -> String? {
    guard let descriptors, descriptors != experiment.descriptorDigests else { return nil }
    return "a descriptor is not as it was when the run began"
  }

  /// Returns the order in bytes for a worker.
  ///
  /// - Parameter recordings: names of the recordings that the experiment has.
  package func bytes(recordings: [String]) -> [UInt8] {
    var order = self
    order.recordings = recordings
    return order.bytes
  }
}
