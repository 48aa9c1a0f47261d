internal import HRReporting
internal import HRSupport

/// Pages of help that come with the program: `hreval help TOPIC`, or a part of one: `hreval help TOPIC HEADING`.
struct HelpTopic {
  let name: String
  /// Path of the page, in the project and in what comes with an installed program.
  let page: String
  let about: String

  static let all = [
    HelpTopic(
      name: "datasets", page: "datasets/README.md", about: "your own recordings: descriptors, formats, limits"
    ),
    HelpTopic(name: "experiments", page: "experiments/README.md", about: "experiment files, key by key"),
    HelpTopic(name: "reports", page: "reports/README.md", about: "the files of a run, and what is in them"),
    HelpTopic(name: "formulas", page: "reports/formulas.md", about: "every figure's formula"),
    HelpTopic(
      name: "programs", page: "clients/README.md",
      about: "detectors in any language: the protocol, the sandbox"),
    HelpTopic(name: "python", page: "clients/python/README.md", about: "the Python module"),
    HelpTopic(name: "clusters", page: "cluster/README.md", about: "runs in shards on a cluster"),
  ]

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
    guard let folder = Shipped.own?.folder else {
      throw Diagnostics(
        "the pages of help lie beside the program, in ../share/hreval, and are not there",
        hint: "install hreval again, with its folder share")
    }
    let text = try TextFile.read("\(folder)/\(topic.page)", what: "help")
    let heading = arguments.dropFirst(2).joined(separator: " ")
    return heading.isEmpty ? text : try topic.part(heading, of: text)
  }

  /// Returns the part of a page below a heading, with the headings inside it.
  private func part(_ wanted: String, of text: String) throws(Diagnostics) -> String {
    var headings: [String] = []
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
        if level == nil, Self.plain(heading) == Self.plain(wanted) { level = marks }
      }
      if level != nil { part.append(line) }
    }
    guard level != nil else {
      throw Diagnostics(
        "the page \"\(name)\" has no heading \"\(wanted)\"",
        hint: suggestionHint(for: wanted, among: headings, listing: headings.count))
    }
    return part.joined(separator: "\n") + "\n"
  }

  private static func plain(_ heading: String) -> String { heading.lowercased().filter { $0 != "`" } }
}
