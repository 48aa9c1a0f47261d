internal import Foundation
package import HRDiagnostics

/// The other end of a run's pipe: resolves the same experiment, then turns unit numbers into results.
///
/// A process of its own, because a damaged HDF5 file can crash or hang the library that reads it.
package enum Worker {
  /// Serves until the pipe closes.
  ///
  /// - Returns: the process's exit code.
  package static func serve(plugins: Plugins) -> Int32 {
    // Ctrl-C reaches the whole process group; the run decides when its workers stop.
    signal(SIGINT, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    // The pipe must stay clean whatever a library prints: from here on, standard output is standard error.
    let output = FramePipe(descriptor: dup(STDOUT_FILENO))
    dup2(STDERR_FILENO, STDOUT_FILENO)
    let input = FramePipe(descriptor: STDIN_FILENO)
    do {
      let setUp = try input.receive()
      guard setUp.kind == WorkerMessage.setUp, let order = WorkOrder(bytes: setUp.payload) else { return 2 }
      let experiment: Experiment
      do {
        experiment = try order.experiment(plugins: plugins)
      } catch {
        try output.send(WorkerMessage.refused, Array((error.list.first?.summary ?? "").utf8))
        return 2
      }
      // The text is the run's, but descriptors are read anew.
      if let objection = order.objection(to: experiment) {
        try output.send(WorkerMessage.refused, Array(objection.utf8))
        return 2
      }
      try output.send(WorkerMessage.ready, [])
      var runner = UnitRunner(experiment)
      let units = experiment.units
      while true {
        let request = try input.receive()
        var reader = ByteReader(request.payload)
        guard request.kind == WorkerMessage.unit, let index = try? reader.integer(),
          units.indices.contains(index)
        else { return 2 }
        try output.send(WorkerMessage.result, runner.result(of: units[index]).bytes)
      }
    } catch {
      // The run has closed the pipe: there is no more work.
      return 0
    }
  }
}

/// What a worker needs to resolve the same experiment as its run: the text after overrides, not the file, which may
/// have changed since.
package struct WorkOrder: Sendable {
  package let file: ExperimentFile
  package let environment: DataEnvironment
  /// Digests of the descriptors as the run read them; `nil`: whatever they are now.
  private var descriptors: [String]?

  package init(file: ExperimentFile, environment: DataEnvironment) {
    self.file = file
    self.environment = environment
  }

  package func experiment(plugins: Plugins) throws(Diagnostics) -> Experiment {
    try Experiment(file, plugins: plugins, environment: environment)
  }

  /// The order for descriptors with these digests only.
  func expecting(_ descriptors: [String]) -> WorkOrder {
    var order = self
    order.descriptors = descriptors
    return order
  }

  /// Why an experiment is not the run's although its text is; `nil` where it is.
  func objection(to experiment: Experiment) -> String? {
    guard let descriptors, descriptors != experiment.descriptorDigests else { return nil }
    return "a descriptor is not as it was when the run began"
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(file.document.root.rewritten.rendered(indented: false))
    writer.write(file.document.file)
    writer.write(file.directory)
    writer.write(file.limit ?? -1)
    writer.write(environment.descriptorDirectory)
    writer.write(environment.dataDirectory ?? "")
    writer.write(descriptors == nil ? 0 : 1)
    writer.write(descriptors?.count ?? 0)
    for digest in descriptors ?? [] { writer.write(digest) }
    return writer.bytes
  }

  init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let text = try? reader.string(), let name = try? reader.string(),
      let directory = try? reader.string(),
      let limit = try? reader.integer(), let descriptors = try? reader.string(),
      let data = try? reader.string(), let isExpecting = try? reader.flag(), let count = try? reader.count(),
      let document = try? JSONDocument(text, file: name)
    else { return nil }
    file = ExperimentFile(document: document, directory: directory, limit: limit < 0 ? nil : limit)
    environment = DataEnvironment(
      descriptorDirectory: descriptors, dataDirectory: data.isEmpty ? nil : data)
    var digests: [String] = []
    for _ in 0..<count {
      guard let digest = try? reader.string() else { return nil }
      digests.append(digest)
    }
    self.descriptors = isExpecting ? digests : nil
  }
}

extension JSONNode {
  /// The node as JSON to be written, overrides included.
  package var rewritten: JSONText {
    switch value {
    case .object(let members): .object(members.map { ($0.key, $0.value.rewritten) })
    case .array(let elements): .array(elements.map(\.rewritten))
    case .string(let text): .string(text)
    case .number(let number, _): .number(number)
    case .boolean(let boolean): .boolean(boolean)
    case .null: .null
    }
  }
}
