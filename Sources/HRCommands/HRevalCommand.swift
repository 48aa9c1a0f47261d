internal import HRSupport
internal import HRRecordings
internal import HRRunning
internal import ArgumentParser
public import HRPlugins

/// All of hreval, for an executable of five lines.
///
/// ```swift
/// import HRCommands
/// HRevalCommand.main(adding: [DetectorEntry(MyDetector.self)])
/// ```
///
/// Its help and version have the name by which the executable was called, and name the packages that added plugins.
public enum HRevalCommand {
  /// Runs the command line and exits.
  ///
  /// The given plugins are added to the built-in ones and have the same features.
  public static func main(
    adding detectors: [DetectorEntry] = [], extractors: [ExtractorEntry] = [], filters: [FilterEntry] = [],
    qualities: [QualityEntry] = [], scenarios: [ScenarioEntry] = []
  ) -> Never {
    StandardStreams.prepare()
    if let code = RootCommand.refusal() { exit(StandardStreams.exitCode(code)) }
    let builtIn = Plugins.builtIn
    let plugins = Plugins(
      detectors: builtIn.detectors + Catalog(detectors), filters: builtIn.filters + Catalog(filters),
      extractors: builtIn.extractors + Catalog(extractors),
      scenarios: builtIn.scenarios + Catalog(scenarios), qualities: builtIn.qualities + Catalog(qualities))
    let code = PluginContext.$plugins.withValue(plugins) {
      PluginContext.$programName.withValue(Program.calledName) {
        RootCommand.outcome()
      }
    }
    exit(StandardStreams.exitCode(code))
  }
}

/// The plugins of this program, and its name. Task-local, since the argument parser makes the commands and passes no
/// values to them.
enum PluginContext {
  @TaskLocal static var plugins = Plugins.builtIn
  @TaskLocal static var programName = "hreval"
}

struct RootCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: PluginContext.programName,
      abstract: "Puts heart-rate algorithms on trial.",
      discussion: """
        Start with:  \(PluginContext.programName) run \(Shipped.hasDemo ? "demo" : "experiment.json")

        An experiment file names recordings, the damage that is done to them, and the detectors to judge. A run \
        writes tables, figures and the result of every window to reports/<name>/.

        Exit codes: 0 done; 1 done, but something failed, a gate did not hold, or the output could not be written; \
        2 input refused, or a gate cannot tell; 64 wrong usage; of shards 75 try again, 78 never on this machine; \
        130 interrupted (what was done is kept; go on with --resume).

        Pages of help; a page or heading of one: \(PluginContext.programName) help datasets limits
        \(HelpTopic.listing)
        """,
      version: version,
      subcommands: [
        RunCommand.self, CheckCommand.self, RegisterCommand.self, ReportCommand.self, CompareCommand.self,
        BaselineCommand.self,
        GateCommand.self, HistoryCommand.self, ClaimsCommand.self, LeaveOneOutCommand.self,
        DatasetsCommand.self, DetectCommand.self, InspectCommand.self, InitCommand.self, ListCommand.self,
        SynthesizeCommand.self,
        SchemaCommand.self, ExportCommand.self, PlanCommand.self, SubmitCommand.self, StatusCommand.self,
        MergeCommand.self,
        WorkerCommand.self, InspectWorkerCommand.self, InitWorkerCommand.self, KeeperCommand.self,
      ])
  }

  /// The build, with the name by which the program was called where that is another one.
  private static var version: String {
    let build = BuildIdentity.build(with: PluginContext.plugins).described
    return PluginContext.programName == "hreval" ? build : "\(PluginContext.programName): \(build)"
  }

  /// Returns the version with what is built in, for `--version --verbose`; `nil` for other arguments.
  private static func verboseVersion(askedBy arguments: [String]) -> String? {
    guard Set(arguments) == ["--version", "--verbose"] else { return nil }
    let components = Shipped.own.map { $0.folder + "/components.txt" }.flatMap {
      try? TextFile.read($0, what: "component")
    }
    return [version, "libraries: " + OptionalFormat.libraries].joined(separator: "\n")
      + (components.map { "\n\n" + $0 } ?? "")
  }

  /// Prepares the process, before it needs much of a stack.
  ///
  /// - Returns: the exit code, if the system gives it too little memory.
  static func refusal() -> Int32? {
    // A keeper has the limits of a worker, and raises them itself.
    if CommandLine.arguments.dropFirst().first == Keeper.name { return nil }
    do throws(Diagnostics) {
      try ProcessLimits.prepare()
      return nil
    } catch {
      Terminal.show(error)
      return 2
    }
  }

  /// Parses the command line and runs the command.
  ///
  /// - Returns: the exit code. The parser's own function writes help and errors with calls that trap or are lost if a
  ///   stream cannot be written.
  static func outcome() -> Int32 {
    let arguments = Array(CommandLine.arguments.dropFirst())
    var refused = ArgumentText.problems(of: ArgumentText.given)
    if refused.isEmpty, let unknown = UnknownCommand.problem(of: arguments) {
      refused = [unknown]
    }
    guard refused.isEmpty else {
      Terminal.show(Diagnostics(refused))
      return EX_USAGE
    }
    do {
      if let page = try HelpTopic.text(askedBy: arguments) ?? verboseVersion(askedBy: arguments) {
        Terminal.out(page)
        return 0
      }
      var command = try parseAsRoot()
      try command.run()
      return 0
    } catch let refusal as Diagnostics {
      Terminal.show(refusal)
      return 2
    } catch {
      let code = exitCode(for: error)
      let text = fullMessage(for: error)
      if !text.isEmpty {
        if code.isSuccess { Terminal.out(text) } else { Terminal.err(Self.shown(text)) }
      }
      return code.rawValue
    }
  }

  /// Returns the parser's message, which quotes arguments as they were given and has no colours, made safe for the
  /// terminal. It begins as hreval's own messages do.
  private static func shown(_ message: String) -> String {
    let begin = "Error: "
    let own = message.hasPrefix(begin) ? "error: " + message.dropFirst(begin.count) : message
    return CommandLine.arguments.reduce(UnknownOption.suggesting(own)) {
      $0.replacing($1, with: $1.printable)
    }
    .split(separator: "\n", omittingEmptySubsequences: false)
    .map { String($0).printable }.joined(separator: "\n")
  }
}

/// The beginning of an option's name, for which the argument parser suggests any option of similar length.
enum UnknownOption {
  /// Returns the parser's message with the option that begins so, if there is one: `--output` for `--out`.
  static func suggesting(_ message: String) -> String {
    let arguments = CommandLine.arguments.dropFirst()
    guard let found = message.firstMatch(of: /Unknown option '(--[a-z-]+)'\.( Did you mean '--[a-z-]+'\?)?/),
      let command = RootCommand.configuration.subcommands.first(where: {
        $0.configuration.commandName == arguments.first
      })
    else { return message }
    let options = RootCommand.helpMessage(for: command).matches(of: /--[a-z-]+/).map { String($0.0) }
    guard let full = options.first(where: { $0.hasPrefix(found.1) }) else { return message }
    return message.replacing(found.0, with: "Unknown option '\(found.1)'. Did you mean '\(full)'?")
  }
}

/// A mistyped command, for which the argument parser reports only "unexpected argument".
enum UnknownCommand {
  private static let names = RootCommand.configuration.subcommands.map { $0.configuration }
  /// Commands that help shows, and help itself.
  static let known = names.filter(\.shouldDisplay).compactMap(\.commandName) + [help]
  private static let help = "help"

  /// Returns the problem of a first word, or one after `help`, that is not a command.
  static func problem(of arguments: [String]) -> Diagnostic? {
    let words = arguments.first == help ? arguments.dropFirst() : arguments[...]
    // Options, and the requests of completion scripts, are the parser's own.
    guard let word = words.first, !word.hasPrefix("-"), !names.contains(where: { $0.commandName == word }),
      word != help, !(arguments.first == help && HelpTopic.all.contains { $0.name == word })
    else { return nil }
    let isFile = word.lowercased().hasSuffix(".json")
    return Diagnostic(
      "there is no command \"\(word)\"",
      hint: isFile
        ? "to run an experiment: \(PluginContext.programName) run \(word)"
        : suggestionHint(for: word, among: known, listing: known.count))
  }
}

/// Arguments that are not text, such as the name of a file whose bytes are not UTF-8.
enum ArgumentText {
  /// Bytes of the arguments, with the program's name first.
  static var given: [[UInt8]] {
    (0..<Int(clamping: CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }

  /// Returns a problem for each argument that is not UTF-8. As text it would name another file, which most often does
  /// not exist.
  ///
  /// - Parameter arguments: their bytes, with the program's name first.
  static func problems(of arguments: [[UInt8]]) -> [Diagnostic] {
    arguments.enumerated().dropFirst().compactMap { index, bytes in
      guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
      return Diagnostic(
        "argument \(index) is not UTF-8 text: \(String(escaping: bytes))",
        hint: "rename the file or folder; bytes that are not UTF-8 are shown as \\x and two digits")
    }
  }
}
