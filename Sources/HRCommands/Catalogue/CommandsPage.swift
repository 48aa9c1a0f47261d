internal import ArgumentParser
internal import HRSupport

/// The help of every command as one page of Markdown.
enum CommandsPage {
  static var markdown: String {
    let parts = [
      "# Commands",
      "Made by `hreval help commands`; do not edit. `hreval COMMAND --help` prints one of them.",
    ]
    return (parts + shown(RootCommand.self, named: "")).joined(separator: "\n\n") + "\n"
  }

  /// Returns the section of a command, then those of its own commands.
  private static func shown(_ command: any ParsableCommand.Type, named name: String) -> [String] {
    let commands = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    let help = RootCommand.helpMessage(for: command, columns: 96)
    let own =
      name.isEmpty ? [] : ["\(name.contains(" ") ? "###" : "##") \(name)", "```text\n\(help)\n```"]
    return own
      + commands.flatMap { shown($0, named: (name + " " + ($0.configuration.commandName ?? "")).trimmed) }
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
