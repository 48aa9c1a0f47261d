internal import ArgumentParser
internal import HRSupport

/// The help of every command as one page of Markdown.
enum CommandsPage {
  static var markdown: String {
    let parts = [
      "# Commands",
      "Made by `hreval help commands`; do not edit. `hreval COMMAND --help` prints one of them.",
    ]
    return (parts + shown(RootCommand.self, path: [])).joined(separator: "\n\n") + "\n"
  }

  /// Returns the section of a command, then those of its own commands. The program itself has no section.
  ///
  /// - Parameter path: names that lead to the command: `datasets`, `fetch`.
  private static func shown(_ command: any ParsableCommand.Type, path: [String]) -> [String] {
    let commands = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    let help = RootCommand.helpMessage(for: command, columns: 96)
    let heading = String(repeating: "#", count: path.count + 1) + " " + path.joined(separator: " ")
    return (path.isEmpty ? [] : [heading, "```text\n\(help)\n```"])
      + commands.flatMap { shown($0, path: path + [$0.configuration.commandName ?? ""]) }
  }
}
