internal import HRSupport

/// A program in another language that an experiment's file names.
package struct NamedProgram: Hashable, Sendable {
  /// Program and arguments as written.
  package let command: String
  /// Absolute paths of the folders that the experiment permits it to read in a sandbox.
  package let alsoReads: [String]
  /// Names of environment variables that the experiment passes to it beyond those that every program gets.
  package let environment: [String]
  /// Files of the command that are outside the experiment's folder, as written: they are not copied, and no digest
  /// covers them. Programs of the system do not count.
  package let undigested: [String]

  /// The command and its permissions, in one line.
  package var text: String {
    let granted = [
      alsoReads.isEmpty ? nil : "also reads \(alsoReads.joined(separator: ", "))",
      environment.isEmpty ? nil : "is given the variables \(environment.joined(separator: ", "))",
      undigested.isEmpty
        ? nil
        : "outside the experiment's folder, so that no digest notices a change: \(undigested.joined(separator: ", "))",
    ].compactMap(\.self)
    return command + (granted.isEmpty ? "" : " (\(granted.joined(separator: "; ")))")
  }
}

extension ExperimentFile {
  /// The programs that a part of the file names, in the order of the text, each once.
  func programs(in node: JSONNode?) -> [NamedProgram] {
    guard let node else { return [] }
    var found: [NamedProgram] = []
    if let words = node[ProgramKey.command], !words.isEmpty {
      found.append(
        NamedProgram(
          command: words.joined(separator: " "),
          alsoReads: node[ProgramKey.alsoReads].map {
            TextFile.absolute(TextFile.resolve($0, in: directory))
          },
          environment: node[ProgramKey.environment], undigested: undigested(words)))
    }
    let parts = (node.members ?? []).map(\.value) + (node.elements ?? [])
    return (found + parts.flatMap { programs(in: $0) }).distinct
  }

  private func undigested(_ words: [String]) -> [String] {
    words.enumerated().filter { number, word in
      guard number > 0 || word.contains("/"), !ProgramFiles.isOwn(word, in: directory) else { return false }
      let path = TextFile.absolute(TextFile.resolve(word, in: directory))
      return TextFile.isFile(path) && !["/usr", "/bin"].contains { TextFile.isBelow(path, $0) }
    }.map(\.element)
  }

  /// All programs that the file names.
  package var programs: [NamedProgram] {
    (programs(in: document.root.node(ExperimentKey.detectors))
      + programs(in: document.root.node(ExperimentKey.qualities))).distinct
  }
}

/// Everything that an experiment uses outside its own folder, for people who run an experiment of somebody else.
package struct ExperimentReach {
  /// The programs that are started.
  package let programs: [NamedProgram]
  /// Folders and files outside the experiment's folder that are read, each with the reason, in the order of the file.
  package let reads: [String]

  package init(_ experiment: Experiment) {
    programs = experiment.namedPrograms
    let own = TextFile.withoutLinks(experiment.directory) ?? TextFile.absolute(experiment.directory)
    var reads: [String] = []
    func add(_ path: String, _ reason: String) {
      let absolute = TextFile.absolute(path)
      let real = TextFile.withoutLinks(path) ?? absolute
      guard !TextFile.isBelow(real, own) else { return }
      reads.append("\(absolute) (\(reason))")
    }
    for dataset in experiment.datasets {
      add(dataset.root, "data set \(dataset.name)")
      for folder in dataset.alsoReads { add(folder, "\"alsoReads\" of data set \(dataset.name)") }
    }
    for noise in experiment.noises { add(noise.dataset.root, "noise of \(noise.dataset.name)") }
    for plan in experiment.detectors {
      guard let source = plan.recorded else { continue }
      // Filled-in parts contain no slash, so the folder before the first one is the folder of all files.
      let path = TextFile.resolve(source.path.text, in: experiment.directory)
      add(TextFile.directory(of: String(path.prefix { $0 != "{" })), "recorded output of \(plan.label)")
      if let manifest = source.manifest { add(manifest.path, "manifest of \(plan.label)") }
    }
    self.reads = reads.distinct
  }
}
