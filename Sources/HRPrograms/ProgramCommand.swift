internal import HRSystem

/// The command of a program, as an experiment's entry has it.
package struct ProgramCommand: Hashable, Sendable {
  /// Program and arguments, as written.
  package let arguments: [String]
  /// Names and patterns of files that it needs besides, relative to the folder.
  package let files: [String]
  /// How long one answer may take; `nil`: as long as what it sees asks for.
  package let timeoutSeconds: Double?
  /// How much memory it may have; `nil`: what the system allows.
  package let memoryBytes: Int?
  /// The largest file it may write.
  package let fileBytes: Int
  /// Folders, absolute, that it may read in a sandbox.
  package let alsoReads: [String]
  /// Of the experiment.
  package let directory: String

  package static let standardFileBytes = 1 << 30

  /// - Parameters:
  ///   - arguments: program and arguments, at least one.
  ///   - files: names and patterns.
  ///   - timeoutSeconds: how long one answer may take.
  ///   - memoryBytes: how much memory it may have.
  ///   - fileBytes: the largest file it may write.
  ///   - alsoReads: folders, absolute.
  ///   - directory: the experiment's.
  package init(
    _ arguments: [String], files: [String] = [], timeoutSeconds: Double? = nil, memoryBytes: Int? = nil,
    fileBytes: Int = Self.standardFileBytes, alsoReads: [String] = [], directory: String
  ) {
    self.arguments = arguments
    self.files = files
    self.timeoutSeconds = timeoutSeconds
    self.memoryBytes = memoryBytes
    self.fileBytes = fileBytes
    self.alsoReads = alsoReads
    self.directory = directory
  }

  /// As a person writes it, without the folders of the machine.
  package var noted: String {
    arguments.map { argument in
      argument.hasPrefix("/") ? String(argument.split(separator: "/").last ?? "/") : argument
    }.joined(separator: " ")
  }
}
