internal import ArgumentParser
internal import HRSupport

/// A mistyped command, for which the argument parser reports only "unexpected argument".
enum UnknownCommand {
  private static let names = RootCommand.configuration.subcommands.map { $0.configuration }
  /// Commands that help shows, and help itself.
  static let known = names.filter(\.shouldDisplay).compactMap(\.commandName) + [help]
  private static let help = "help"

  /// Refuses a first word, or one after `help`, that is not a command.
  static func refuse(_ arguments: some Collection<String>) throws(Diagnostics) {
    if let problem = problem(of: Array(arguments)) { throw Diagnostics(problem) }
  }

  static func problem(of arguments: [String]) -> Diagnostic? {
    let words = arguments.first == help ? arguments.dropFirst() : arguments[...]
    // Options, and the requests of completion scripts, are the parser's own.
    guard let word = words.first, !word.hasPrefix("-"), !names.contains(where: { $0.commandName == word }),
      word != help
    else { return nil }
    let isFile = word.lowercased().hasSuffix(".json")
    return Diagnostic(
      "there is no command \"\(word)\"",
      hint: isFile
        ? "to run an experiment: \(PluginContext.programName) run \(word)"
        : suggestionHint(for: word, among: known, listing: known.count))
  }
}
