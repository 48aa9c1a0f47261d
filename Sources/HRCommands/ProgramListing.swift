internal import HRRunning
internal import HRSupport

/// `list --command`: the description that a program gives of itself.
enum ProgramListing {
  /// - Parameters:
  ///   - words: program and arguments; files are relative to the folder in which the command is typed.
  ///   - files: further files that it needs.
  ///   - isJSON: true to print JSON.
  static func show(_ words: [String], files: [String], isJSON: Bool) throws {
    let registry = ProgramRegistry(hreval: Program.path, isSandboxed: false)
    defer { registry.close() }
    let program = try registry.program(ProgramCommand(words, files: files, directory: TextFile.absolute(".")))
    let item = Listing.Item(program: program)
    Terminal().out(isJSON ? item.json.rendered() : item.detailed)
  }
}
