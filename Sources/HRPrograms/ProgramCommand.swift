internal import HRSystem

/// The command of a program, as an experiment's entry has it.
package struct ProgramCommand: Hashable, Sendable {
  /// Program and arguments, as written.
  package let arguments: [String]
  /// Names and patterns of files that it needs besides, relative to the folder.
  package let files: [String]
  /// How long one answer may take; `nil`: as long as what it sees asks for.
  package let timeoutSeconds: Double?
  /// The memory that each of its processes may have; `nil`: what the system or the sandbox allows.
  package let memoryBytes: Int?
  /// The largest file it may write.
  package let fileBytes: Int
  /// Folders, absolute, that it may read in a sandbox, and that links in its files may lead to.
  package let alsoReads: [String]
  /// The names of variables that it is given beside the usual ones.
  package let environment: [String]
  /// The bounds that it has in a sandbox.
  package let bounds: Bounds
  /// Of the experiment.
  package let directory: String

  package static let standardFileBytes = 1 << 30
  /// In a sandbox, where the entry says nothing.
  package static let standardMemoryBytes = 8 << 30

  /// The bounds that a sandbox holds a program to, beside memory and the size of a file.
  package struct Bounds: Hashable, Sendable {
    /// The number of processes and threads that it may have at once.
    package let processes: Int
    /// The number of files that each process may have open.
    package let openFiles: Int
    /// The size of `/tmp`, and of `/dev/shm`.
    package let temporaryBytes: Int

    package static let standard = Bounds(processes: 1024, openFiles: 1024, temporaryBytes: 1 << 30)

    package init(processes: Int, openFiles: Int, temporaryBytes: Int) {
      self.processes = processes
      self.openFiles = openFiles
      self.temporaryBytes = temporaryBytes
    }
  }

  /// - Parameters:
  ///   - arguments: program and arguments, at least one.
  ///   - files: names and patterns.
  ///   - timeoutSeconds: how long one answer may take.
  ///   - memoryBytes: how much memory it may have.
  ///   - fileBytes: the largest file it may write.
  ///   - alsoReads: folders, absolute.
  ///   - environment: names of variables.
  ///   - bounds: what it may use in a sandbox.
  ///   - directory: the experiment's.
  package init(
    _ arguments: [String], files: [String] = [], timeoutSeconds: Double? = nil, memoryBytes: Int? = nil,
    fileBytes: Int = Self.standardFileBytes, alsoReads: [String] = [], environment: [String] = [],
    bounds: Bounds = .standard, directory: String
  ) {
    self.arguments = arguments
    self.files = files
    self.timeoutSeconds = timeoutSeconds
    self.memoryBytes = memoryBytes
    self.fileBytes = fileBytes
    self.alsoReads = alsoReads
    self.environment = environment
    self.bounds = bounds
    self.directory = directory
  }

  /// As a person writes it, without the folders of the machine.
  package var noted: String {
    arguments.map { argument in
      argument.hasPrefix("/") ? String(argument.split(separator: "/").last ?? "/") : argument
    }.joined(separator: " ")
  }
}
