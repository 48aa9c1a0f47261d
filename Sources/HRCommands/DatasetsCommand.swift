internal import ArgumentParser
internal import HRRecordings
internal import HRReporting
internal import HRRunning
internal import HRSupport

struct DatasetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "datasets", abstract: "Fetch public recordings, and show which are here.",
    subcommands: [List.self, Fetch.self, Verify.self], defaultSubcommand: List.self)

  /// Descriptors of a command line: those that were named, or all that are found.
  private static func descriptors(
    _ names: [String], in environment: DataEnvironment
  ) throws(Diagnostics) -> [(path: String, descriptor: DatasetDescriptor)] {
    var problems: [Diagnostic] = []
    var found: [(path: String, descriptor: DatasetDescriptor)] = []
    for name in names.isEmpty ? environment.descriptors.map(\.name) : names {
      do throws(Diagnostics) {
        let path = try environment.descriptorPath(of: name, relativeTo: ".")
        found.append((path, try DatasetDescriptor(path: path)))
      } catch {
        problems += error.list
      }
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return found
  }

  /// Folder of a data set's files: that in which they are found, or in which they are put.
  private static func folder(of descriptor: DatasetDescriptor, in environment: DataEnvironment) -> String? {
    (environment.dataDirectory ?? UserFolders.data).map { "\($0)/\(descriptor.folder)" }
  }

  private static let noFolder = Diagnostics(
    "no folder for data is known", hint: "set HREVAL_DATA to a folder of yours")

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Show the data sets that have a descriptor: what is here, what can be fetched, and how large it is.")

    @Flag(help: "As a Markdown page of those that can be fetched, which does not depend on this machine.")
    var markdown = false

    @OptionGroup var table: TableOptions

    func run() throws {
      let environment = DataEnvironment.around(".")
      let all = try DatasetsCommand.descriptors([], in: environment)
      if markdown {
        Terminal.out(Self.page(of: all.map(\.descriptor).filter { !$0.fetch.isEmpty }))
        return
      }
      var shown = Table(columns: [
        .left("data set"), .left("here", importance: 9), Table.Column("size", importance: 8),
        .left("licence", importance: 7), Table.Column("people"), Table.Column.left("sensors"),
        .left("references"),
      ])
      for (path, descriptor) in all {
        let root = MadeRecordings.isMade(descriptor.name) ? environment.madeFolder(of: path) : nil
        let state = Self.state(of: descriptor, made: root, in: environment)
        shown.rows.append(([descriptor.name, state] + Self.facts(of: descriptor)).map(Cell.text))
      }
      Terminal.out(TerminalTable(shown, table.style).text)
    }

    private static func state(
      of descriptor: DatasetDescriptor, made: String?, in environment: DataEnvironment
    ) -> String {
      if let made { return TextFile.isDirectory(made) ? "yes" : "made on first use" }
      guard let folder = DatasetsCommand.folder(of: descriptor, in: environment) else { return "no" }
      guard !descriptor.fetch.isEmpty else { return TextFile.isDirectory(folder) ? "yes" : "no" }
      let there = descriptor.fetch.count { TextFile.exists("\(folder)/\($0.path)") }
      if there == descriptor.fetch.count { return "yes" }
      return there == 0 ? "can be fetched" : "\(there) of \(descriptor.fetch.count) files"
    }

    private static func facts(of descriptor: DatasetDescriptor) -> [String] {
      [
        descriptor.fetch.isEmpty ? "" : DatasetFetch.bytes(of: descriptor).map(shownMegabytes) ?? "",
        descriptor.license ?? "", descriptor.participantCount.map(String.init) ?? "",
        // Three axes are one sensor.
        descriptor.channelKinds.map { $0.rawValue.replacing(/[XYZ]$/, with: "") }.distinct.joined(
          separator: ", "),
        descriptor.referenceNames.joined(separator: ", "),
      ]
    }

    /// Returns an address as Markdown links it; one with other than usual characters as text.
    private static func link(_ address: String?) -> Cell {
      guard let address else { return .text("") }
      let isUsual = address.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"<>|\\`".utf8.contains($0) }
      return isUsual ? .figures("<\(address)>") : .text(address)
    }

    private static func page(of descriptors: [DatasetDescriptor]) -> String {
      var table = Table(columns: [
        .left("data set"), Table.Column("files"), Table.Column("size"), .left("licence"),
        Table.Column("people"), .left("sensors"),
        .left("references"), .left("published"),
      ])
      for one in descriptors {
        let facts = facts(of: one)
        table.rows.append(
          ([one.name, "\(one.fetch.count)"] + facts).map(Cell.text) + [Self.link(one.homePage)])
      }
      return """
        # Public data that hreval fetches

        Made by `hreval datasets list --markdown`; do not edit. `hreval datasets fetch NAME` fetches the files of a row, and \
        checks each by its SHA-256. The digests are of copies of the published files; the addresses themselves were not tried.

        \(table.markdown(isPadded: false))
        """
    }
  }

  struct Fetch: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Fetch the recordings of data sets, and check their digests.",
      discussion: """
        Files go to $HREVAL_DATA or, where that is not set, to the user's folder of data ($XDG_DATA_HOME/hreval-data, \
        ~/.local/share/hreval-data). A file gets its name when it is whole; the same command goes on where one was interrupted. \
        Files are brought by curl, which takes a proxy from https_proxy.
        """)

    @Argument(help: "Names of data sets.", completion: .datasets)
    var names: [String]

    @Option(
      help: ArgumentHelp(
        "Take the files from a copy that is laid out as $HREVAL_DATA: a folder, or an address.",
        valueName: "dir|url"))
    var from: String?

    @Flag(
      name: [.customLong("accept-licence"), .customLong("accept-license")],
      help: "Agree to the terms of data sets that ask for it.")
    var acceptsLicence = false

    @Option(help: ArgumentHelp("How long a silent server is waited for.", valueName: "seconds"))
    var timeout = 30

    func validate() throws {
      if timeout < 1 { throw ValidationError("--timeout takes a number from 1 up, not \(timeout).") }
      if names.isEmpty {
        throw ValidationError("Name a data set; `\(PluginContext.programName) datasets list` shows them.")
      }
    }

    func run() throws {
      let environment = DataEnvironment.around(".")
      let all = try DatasetsCommand.descriptors(names, in: environment)
      var problems: [Diagnostic] = []
      for (path, one) in all {
        if let terms = one.agreement, !acceptsLicence {
          problems.add(
            "the data set \"\(one.name)\" asks to agree to its terms: \(terms)", in: path,
            hint: "where you agree: --accept-licence")
        }
      }
      guard problems.isEmpty else { throw Diagnostics(problems) }
      for (_, descriptor) in all {
        guard let folder = DatasetsCommand.folder(of: descriptor, in: environment) else {
          throw DatasetsCommand.noFolder
        }
        do throws(Diagnostics) { try fetch(descriptor, into: folder) } catch { problems += error.list }
      }
      guard problems.isEmpty else { throw Diagnostics(problems) }
    }

    private func fetch(_ descriptor: DatasetDescriptor, into folder: String) throws(Diagnostics) {
      let size = DatasetFetch.bytes(of: descriptor).map { ", \(shownMegabytes($0))" } ?? ""
      let source = from.map(DatasetFetch.Source.init) ?? .recipe
      Terminal.err(
        "\(descriptor.name): \(descriptor.fetch.count) files\(size), licence \(descriptor.license ?? "not stated")"
          + (descriptor.citation.map { "; cite: \($0)" } ?? ""))
      let work = DatasetFetch(descriptor, into: folder, from: source, patience: timeout)
      let outcome = try shown(work)
      Terminal.out(
        "\(descriptor.name): \(outcome.brought) files brought (\(shownMegabytes(outcome.bytes))), \(outcome.kept) were there: \(shownPath(folder))"
      )
    }

    /// Performs the fetch with a line of progress on a terminal, which is gone afterwards.
    private func shown(_ work: DatasetFetch) throws(Diagnostics) -> DatasetFetch.Outcome {
      guard Terminal.canRedraw else { return try work.perform { _, _, _ in } }
      defer { Terminal.redraw("") }
      return try work.perform { Terminal.redraw("\($0): \(shownMegabytes($1)) of \(shownMegabytes($2))") }
    }
  }

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check the digests of recordings that are here.",
      discussion: "Ends with 1 where a file is missing or has other bytes.")

    @Argument(
      help: "Names of data sets (default: all that have a recipe and a folder here).", completion: .datasets)
    var names: [String] = []

    func run() throws {
      let environment = DataEnvironment.around(".")
      var isWhole = true
      for (path, descriptor) in try DatasetsCommand.descriptors(names, in: environment) {
        guard let folder = DatasetsCommand.folder(of: descriptor, in: environment) else {
          throw DatasetsCommand.noFolder
        }
        guard !descriptor.fetch.isEmpty else {
          if !names.isEmpty {
            throw Diagnostics("the descriptor of \"\(descriptor.name)\" has no digests (\"fetch\")", in: path)
          }
          continue
        }
        guard !names.isEmpty || TextFile.isDirectory(folder) else { continue }
        let states = DatasetFetch(descriptor, into: folder).states()
        let wrong = states.filter { $0.state != .whole }
        isWhole = isWhole && wrong.isEmpty
        Terminal.out(
          "\(descriptor.name): \(states.count - wrong.count) of \(states.count) files are those of the recipe: \(shownPath(folder))"
        )
        for (path, state) in wrong {
          if case .other(let reason) = state {
            Terminal.out("  \(path): \(reason)")
          } else {
            Terminal.out("  \(path): missing")
          }
        }
      }
      if !isWhole { throw ExitCode(1) }
    }
  }
}
