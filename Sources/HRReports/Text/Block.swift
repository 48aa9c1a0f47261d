/// A piece of a page; what a page says is a list of them, and renderers turn it into text.
package enum Block: Equatable, Sendable {
  /// Of the first level is the page's own.
  case heading(Int, Prose)
  /// What a page says first and largest.
  case lead(Prose, Tone = .plain)
  case paragraph(Prose)
  case list([Prose])
  case table(Table)
  case picture(Picture)
  /// Folded away behind its title.
  case fold(Prose, [Block])

  /// Whether what is said is good news; only pages with colours show it.
  package enum Tone: String, Equatable, Sendable {
    case plain, good, bad, warn
  }

  /// A sentence made elsewhere, without marks.
  static func sentence(_ text: String) -> Block { .paragraph(Prose(plain: text)) }

  /// Sentences made elsewhere, an entry each.
  static func sentences(_ texts: [String]) -> Block { .list(texts.map(Prose.init(plain:))) }

  var markdown: String {
    switch self {
    case .heading(let level, let text): String(repeating: "#", count: level) + " " + text.markdown
    case .lead(let text, _): "**\(text.markdown)**"
    case .paragraph(let text): text.markdown
    case .list(let entries): entries.map { "- \($0.markdown)" }.joined(separator: "\n")
    case .table(let table): table.markdown
    case .picture(let picture): picture.markdown
    case .fold(let title, let body):
      (["<details><summary>\(title.markdown)</summary>"] + body.map(\.markdown) + ["</details>"])
        .joined(separator: "\n\n")
    }
  }
}

extension [Block] {
  /// Without a line break at the end.
  package var markdown: String { map(\.markdown).joined(separator: "\n\n") }
}

/// A drawing on a page: where its file lies, and what it is.
package struct Picture: Equatable, Sendable {
  /// Inside the folder of the page.
  let path: String
  let title: String
  /// `nil` where the page says elsewhere how to read it.
  let caption: String?
  private let drawing: any Drawing

  init<Drawn>(_ entry: FigureEntry<Drawn>, isCaptioned: Bool = true) {
    path = entry.path
    title = entry.figure.title
    caption = isCaptioned ? entry.figure.caption : nil
    drawing = entry.figure
  }

  /// For pages that hold their drawings themselves.
  var inline: String { drawing.inline }

  var markdown: String {
    let image = "![\(markdownEscaped(title))](\(path))"
    return caption.map { "\(image)\n\n*\(markdownEscaped($0))*" } ?? image
  }

  package static func == (one: Picture, other: Picture) -> Bool {
    (one.path, one.title, one.caption ?? "") == (other.path, other.title, other.caption ?? "")
  }
}
