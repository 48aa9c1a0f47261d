/// The command of a program, from an experiment's entry.
package struct ProgramCommand: Codable, Hashable, Sendable {
  /// Program and arguments, as written; at least one.
  package let arguments: [String]
  /// Names and patterns of files that it needs besides, relative to the folder.
  package let files: [String]
  /// Longest time for one answer; `nil`: the usual time for the program's input.
  package let timeoutSeconds: Double?
  /// Memory that each of its processes may have; `nil`: the limit of the system or the sandbox.
  package let memoryBytes: Int?
  /// Size of the largest file that it may write.
  package let fileBytes: Int
  /// Folders, absolute, that it may read in a sandbox, and that links in its files may lead to.
  package let alsoReads: [String]
  /// Names of variables that it is given beside the usual ones.
  package let environment: [String]
  /// Bounds on it in a sandbox.
  package let bounds: Bounds
  /// The experiment's folder.
  package let directory: String

  package static let standardFileBytes = 1 << 30
  /// Memory limit in a sandbox if the entry has none.
  package static let standardMemoryBytes = 8 << 30

  /// Bounds on a program in a sandbox, beside memory and the size of a file.
  package struct Bounds: Codable, Hashable, Sendable {
    /// Number of processes and threads that it may have at once.
    package let processes: Int
    /// Number of files that each process may have open.
    package let openFiles: Int
    /// Size of `/tmp`, and of `/dev/shm`.
    package let temporaryBytes: Int

    package static let standard = Bounds(processes: 1024, openFiles: 1024, temporaryBytes: 1 << 30)
  }

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

  /// The command as a person writes it, with only the last component of absolute paths.
  package var noted: String {
    arguments.map { argument in
      argument.hasPrefix("/") ? String(argument.split(separator: "/").last ?? "/") : argument
    }.joined(separator: " ")
  }
}
