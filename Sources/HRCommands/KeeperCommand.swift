internal import ArgumentParser
internal import HRRunning

/// The hidden process between a worker and a program in another language.
struct KeeperCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: Keeper.name, shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough) var words: [String] = []

  func run() throws {
    let code = Keeper.run(words)
    if code != 0 { throw ExitCode(code) }
  }
}
