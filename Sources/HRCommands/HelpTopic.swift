internal import HRReporting
internal import HRSupport

/// Pages of help that come with the program: `hreval help TOPIC`, or a page or part of one: `hreval help TOPIC WORDS`.
struct HelpTopic {
  let name: String
  /// Path of the page, or of a folder of pages, in the project and in what comes with an installed program; empty for
  /// a page that the program writes itself.
  let page: String
  let about: String

  static let all = [
    HelpTopic(name: "tutorials", page: "docs/tutorials", about: "first steps, to be followed word for word"),
    HelpTopic(name: "guides", page: "docs/how-to", about: "one task each"),
    HelpTopic(
      name: "datasets", page: "docs/reference/datasets", about: "descriptors of recordings, formats, limits"),
    HelpTopic(name: "experiments", page: "docs/reference/experiments", about: "experiment files, key by key"),
    HelpTopic(
      name: "reports", page: "docs/reference/results", about: "files of a run, comparison, gate, shards"),
    HelpTopic(name: "formulas", page: "docs/reference/formulas", about: "the formula of every figure"),
    HelpTopic(
      name: "programs", page: "docs/reference/programs", about: "detectors in any language: protocol, sandbox"
    ),
    HelpTopic(name: "python", page: "clients/python/README.md", about: "the Python module"),
    HelpTopic(
      name: "clusters", page: "docs/how-to/run-on-a-cluster.md", about: "runs in shards on a cluster"),
    HelpTopic(name: "explanation", page: "docs/explanation", about: "why the figures are what they are"),
    HelpTopic(name: glossary, page: "", about: "the terms of tables and pages"),
    HelpTopic(name: commands, page: "", about: "the help of all commands on one page"),
  ]
  private static let glossary = "glossary"
  private static let commands = "commands"

  /// The topics as lines of the general help.
  static var listing: String {
    all.map { "  \($0.name.padded(to: 12, .leading)) \($0.about)" }.joined(separator: "\n")
  }

  /// Returns the page, or its part, that a command line asks for; `nil` if it asks for no topic.
  ///
  /// - Parameter arguments: without the program's name.
  static func text(askedBy arguments: [String]) throws(Diagnostics) -> String? {
    guard arguments.count >= 2, arguments[0] == "help",
      let topic = all.first(where: { $0.name == arguments[1] })
    else { return nil }
    let pages = try topic.pages()
    let wanted = arguments.dropFirst(2).joined(separator: " ")
    guard wanted.isEmpty else { return try topic.part(wanted, of: pages) }
    guard pages.count > 1 else { return pages.first?.text ?? "" }
    let first = pages.first { $0.name == index }?.text ?? ""
    let others = pages.filter { $0.name != index }.map {
      "  \(PluginContext.programName) help \(topic.name) \($0.name)".padded(to: 52, .leading) + " \($0.title)"
    }
    return first + "Pages:\n\n" + others.joined(separator: "\n") + "\n"
  }

  // MARK: Pages

  private struct Page {
    /// Name of its file, without the ending.
    let name: String
    let text: String

    var title: String {
      let line = text.split(separator: "\n").first { $0.hasPrefix("# ") }
      return String(line?.dropFirst(2) ?? "")
    }
  }

  /// Name of the first page of a folder.
  private static let index = "index"

  /// Returns the topic's pages; of a folder the first one first, the others by name.
  private func pages() throws(Diagnostics) -> [Page] {
    switch name {
    case Self.glossary: return [Page(name: name, text: Glossary.markdown)]
    case Self.commands: return [Page(name: name, text: CommandsPage.markdown)]
    default: break
    }
    guard let folder = Shipped.own?.folder else {
      throw Diagnostics(
        "the pages of help belong beside the program, in ../share/hreval, and are not there",
        hint: "install hreval again, with its folder share")
    }
    let path = "\(folder)/\(page)"
    let files =
      page.hasSuffix(".md")
      ? [path] : TextFile.names(in: path).filter { $0.hasSuffix(".md") }.sorted().map { "\(path)/\($0)" }
    var pages: [Page] = []
    for file in files {
      let name = String(file.split(separator: "/").last?.dropLast(3) ?? "")
      let text = Self.withoutContents(try TextFile.read(file, what: "help"))
      pages.insert(Page(name: name, text: text), at: name == Self.index ? 0 : pages.count)
    }
    return pages
  }

  /// Returns the text without the lists of pages that only the site shows.
  private static func withoutContents(_ text: String) -> String {
    guard let start = text.firstRange(of: "\n## Pages of this part\n") else { return text }
    return String(text[..<start.lowerBound]) + "\n"
  }

  // MARK: Parts

  /// Returns a page of that name or title, or the part below a heading.
  private func part(_ wanted: String, of pages: [Page]) throws(Diagnostics) -> String {
    let plain = Self.plain(wanted)
    if let page = pages.first(where: { Self.plain($0.name) == plain || Self.plain($0.title) == plain }) {
      return page.text
    }
    var headings: [String] = []
    for page in pages {
      let found = Self.part(plain, of: page.text, headings: &headings)
      if let found { return found }
    }
    throw Diagnostics(
      "the topic \"\(name)\" has no page or heading \"\(wanted)\"",
      hint: suggestionHint(for: wanted, among: pages.map(\.name) + headings, listing: pages.count))
  }

  /// Returns the part of a page below a heading, with the headings inside it; `nil` without that heading.
  private static func part(_ wanted: String, of text: String, headings: inout [String]) -> String? {
    var part: [Substring] = []
    var level: Int?
    var isCode = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      let marks = isCode ? 0 : line.prefix { $0 == "#" }.count
      if marks > 0 {
        let heading = String(line.dropFirst(marks + 1))
        headings.append(heading)
        if let level, marks <= level { break }
        if level == nil, plain(heading) == wanted { level = marks }
      }
      if level != nil { part.append(line) }
    }
    return level == nil ? nil : part.joined(separator: "\n") + "\n"
  }

  private static func plain(_ heading: String) -> String {
    heading.lowercased().filter { $0 != "`" }.replacing("-", with: " ")
  }
}
