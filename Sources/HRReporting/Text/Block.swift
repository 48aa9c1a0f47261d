/// A piece of a page. A page is a list of them, and renderers turn it into text.
package enum Block: Equatable, Sendable {
  /// Heading; the one of the first level is the page's own.
  case heading(Int, Prose)
  /// First and largest text of a page.
  case lead(Prose, Tone = .plain)
  case paragraph(Prose)
  case list([Prose])
  case table(Table)
  case picture(Picture)
  case terms([Term])
  /// Blocks that are folded away behind a title.
  case fold(Prose, [Block])

  /// Tone of a text; only pages with colours show it.
  package enum Tone: String, Equatable, Sendable {
    case plain, good, bad, warn
  }

  /// Returns a sentence made elsewhere, without marks.
  static func sentence(_ text: String) -> Block { .paragraph(Prose(plain: text)) }

  /// Returns sentences made elsewhere, an entry each.
  static func sentences(_ texts: [String]) -> Block { .list(texts.map(Prose.init(plain:))) }

  var markdown: String {
    switch self {
    case .heading(let level, let text): String(repeating: "#", count: level) + " " + text.markdown
    case .lead(let text, _): "**\(text.markdown)**"
    case .paragraph(let text): text.markdown
    case .list(let entries): entries.map { "- \($0.markdown)" }.joined(separator: "\n")
    case .table(let table): table.markdown
    case .picture(let picture): picture.markdown
    case .terms(let terms): terms.map { "- \($0.markdown)" }.joined(separator: "\n")
    case .fold(let title, let body):
      (["<details><summary>\(title.markdown)</summary>"] + body.map(\.markdown) + ["</details>"])
        .joined(separator: "\n\n")
    }
  }
}

extension [Block] {
  /// Markdown without a line break at the end.
  package var markdown: String { map(\.markdown).joined(separator: "\n\n") }
}

/// A drawing on a page, with the path of its file.
package struct Picture: Equatable, Sendable {
  /// Path inside the folder of the page.
  let path: String
  let title: String
  /// Caption; `nil` if the page explains elsewhere how to read the figure.
  let caption: String?
  private let drawing: any Drawing

  init(_ entry: FigureEntry, isCaptioned: Bool = true) {
    path = entry.path
    title = entry.figure.title
    caption = isCaptioned ? entry.figure.caption : nil
    drawing = entry.figure
  }

  /// Drawing for pages that hold their drawings themselves.
  var inline: String { drawing.inline }

  var markdown: String {
    let image = "![\(markdownEscaped(title))](\(path))"
    return caption.map { "\(image)\n\n*\(markdownEscaped($0))*" } ?? image
  }

  package static func == (one: Picture, other: Picture) -> Bool {
    (one.path, one.title, one.caption ?? "") == (other.path, other.title, other.caption ?? "")
  }
}
