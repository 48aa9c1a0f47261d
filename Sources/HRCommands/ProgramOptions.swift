internal import ArgumentParser
internal import HRPrograms

/// How a command that may start programs in other languages does it.
struct ProgramOptions: ParsableArguments {
  @Flag(
    help: """
      Run programs in other languages (\"command\") in bubblewrap's sandbox: no network, and of the file system only \
      the system's folders, their own files and \"alsoReads\", all read-only.
      """)
  var sandbox = false

  func registry() -> ProgramRegistry { ProgramRegistry(hreval: Program.path, isSandboxed: sandbox) }
}
