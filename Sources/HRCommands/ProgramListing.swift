internal import HRCatalogue
internal import HRPrograms
internal import HRSystem

/// `list --command`: what a program says of itself.
enum ProgramListing {
  /// - Parameters:
  ///   - words: program and arguments; files are looked for where the command is typed.
  ///   - isJSON: whether it is shown as JSON.
  static func show(_ words: [String], isJSON: Bool) throws {
    let registry = ProgramRegistry(hreval: Program.path, isSandboxed: false)
    defer { registry.close() }
    let program = try registry.program(ProgramCommand(words, directory: TextFile.absolute(".")))
    let item = Listing.Item(program: program)
    Terminal().out(isJSON ? item.json.rendered() : item.detailed)
  }
}
