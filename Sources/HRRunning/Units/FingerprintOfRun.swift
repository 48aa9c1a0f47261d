internal import HRSupport
internal import HRRecordings

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
    var parts: [Part] = []
    func add(_ name: String, _ value: String) { parts.append(Part(name: name, value: value)) }
    add("hreval itself", ProgramIdentity.text(of: executable))
    if let split = experiment.split {
      add("the part of the split", split.part.rawValue)
    }
    if experiment.datasets.contains(where: \.hasVideo) {
      add("ffmpeg", (try? VideoTools.found())?.version ?? "none")
    }
    let noises = experiment.noises
    for dataset in experiment.datasets + noises.map(\.dataset) {
      let path = dataset.descriptorPath
      let digest = dataset.descriptor.sha256 ?? FileMark.digest(of: path)
      witness.expect(path, digest: digest)
      add("the descriptor \(Self.shown(path, in: directory))", digest)
      for table in dataset.tables {
        add("the table \(Self.shown(table, in: directory))", witness.watch([table]))
      }
    }
    for noise in noises {
      let files = noise.dataset.recordings.flatMap { noise.dataset.files(of: $0) }
      add("the noise \(noise.text)", witness.watch(files))
    }
    for plan in experiment.detectors {
      guard let source = plan.recorded else { continue }
      let files = source.files(in: experiment.scenarios.filter(plan.takesPart))
      add("the recorded output of \"\(plan.label)\"", witness.watch(files, onlyWithUnits: true))
      if let manifest = source.manifest {
        add("the manifest of \"\(plan.label)\"", witness.watch([manifest.path]))
      }
    }
    for program in experiment.programs?.programs ?? [] {
      add("the program \(program.command)", "\(program.sha256 ?? "no files") \(program.definition)")
    }
    var marks: [String] = []
    for (index, recording) in experiment.recordings.enumerated() {
      let files = experiment.datasets[recording.dataset].files(of: recording.entry)
      let found = files.map { FileMark($0) }
      witness.expect(recording: index, zip(files, found).map { ($0, $1.version) })
      parts.append(
        Part(
          name: "the recording \(experiment.plan.name(ofRecording: index))", aspect: "size or time",
          value: found.map(\.sizeAndTime).joined(separator: "; ")))
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
