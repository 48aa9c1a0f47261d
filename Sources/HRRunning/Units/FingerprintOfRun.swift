internal import HRSupport

extension RunFingerprint {
  /// - Parameters:
  ///   - executable: path of the program.
  ///   - witness: is told the files whose content counts.
  init(
    _ experiment: Experiment, file: ExperimentFile, executable: String, witness: inout RunWitness
  ) {
    let directory = TextFile.absolute(file.directory)
    // The quota of signals that are kept for the page changes no result.
    let members = JSONText(file.document.root).members.filter { $0.key != ExperimentKey.keepSignals.name }
    let experimentText = JSONText.object(members).rendered(indented: false)
    var parts = [Part(name: "hreval itself", value: FileMark.digest(of: executable))]
    if let split = experiment.split {
      parts.append(Part(name: "the part of the split", value: split.part.rawValue))
    }
    let noises = experiment.noises
    for dataset in experiment.datasets + noises.map(\.dataset) {
      let path = dataset.descriptorPath
      let digest = dataset.descriptor.sha256 ?? FileMark.digest(of: path)
      witness.expect(path, digest: digest)
      parts.append(Part(name: "the descriptor \(Self.shown(path, in: directory))", value: digest))
      for table in dataset.tables {
        parts.append(
          Part(name: "the table \(Self.shown(table, in: directory))", value: witness.watch([table])))
      }
    }
    for noise in noises {
      let files = noise.dataset.recordings.flatMap { noise.dataset.files(of: $0) }
      parts.append(Part(name: "the noise \(noise.text)", value: witness.watch(files)))
    }
    for plan in experiment.detectors {
      guard let source = plan.recorded else { continue }
      let files = source.files(in: experiment.scenarios.filter(plan.takesPart))
      parts.append(
        Part(
          name: "the recorded output of \"\(plan.label)\"", value: witness.watch(files, onlyWithUnits: true)))
      if let manifest = source.manifest {
        parts.append(
          Part(name: "the manifest of \"\(plan.label)\"", value: witness.watch([manifest.path])))
      }
    }
    for program in experiment.programs?.programs ?? [] {
      let value = "\(program.sha256 ?? "no files") \(program.definition)"
      parts.append(Part(name: "the program \(program.command)", value: value))
    }
    var marks: [String] = []
    for (index, recording) in experiment.recordings.enumerated() {
      let dataset = experiment.datasets[recording.dataset]
      let files = dataset.files(of: recording.entry)
      let found = files.map { FileMark($0) }
      witness.expect(recording: index, zip(files, found).map { ($0, $1.version) })
      let name = dataset.qualifiedName(of: recording.entry.id)
      parts.append(
        Part(
          name: "the recording \(name)", aspect: "size or time",
          value: found.map(\.sizeAndTime).joined(separator: "; ")
        ))
      marks.append(found.map(\.identity).joined(separator: "; "))
    }
    self.init(experiment: experimentText, parts: parts, recordingMarks: marks)
  }

  /// Returns the path as it is shown: relative to the experiment's folder if below it, else its last two parts.
  private static func shown(_ path: String, in directory: String) -> String {
    let whole = TextFile.absolute(path)
    if whole.hasPrefix(directory + "/") { return String(whole.dropFirst(directory.count + 1)) }
    return whole.split(separator: "/").suffix(2).joined(separator: "/")
  }
}
