internal import HRRecordings
internal import HRSupport

/// Blocks as the body of an HTML page; headings have the anchors that GitHub gives them in Markdown.
struct BlockHTML {
  /// Headings so far; the second of a name has another id.
  private(set) var headings: [(level: Int, text: String, id: String)] = []

  /// Ids that are used elsewhere on the page.
  var reserved: [String] = []
  /// Bytes that are left for pictures.
  var pictureRoom = Int.max

  /// - Parameter blocks: the next blocks of the page.
  mutating func text(_ blocks: [Block]) -> String {
    blocks.map { text($0) }.joined(separator: "\n")
  }

  private mutating func text(_ block: Block) -> String {
    switch block {
    case .heading(let level, let title):
      let id = anchor(title.text)
      headings.append((level, title.text, id))
      return "<h\(level) id=\"\(HTMLText.escaped(id))\">\(title.html)</h\(level)>"
    case .lead(let text, let tone):
      let look = tone == .plain ? "answer" : "answer box \(tone.rawValue)"
      return "<p class=\"\(look)\">\(text.html)</p>"
    case .paragraph(let text): return "<p>\(text.html)</p>"
    case .list(let entries):
      return "<ul>\n" + entries.map { "<li>\($0.html)</li>" }.joined(separator: "\n") + "\n</ul>"
    case .table(let table): return table.html
    case .terms(let terms): return "<dl class=\"terms\">\n\(terms.map(\.html).joined(separator: "\n"))\n</dl>"
    case .picture(let picture):
      let drawing = picture.inline
      guard drawing.utf8.count <= pictureRoom else {
        return
          "<p class=\"note\">There is no room here for the figure “\(HTMLText.escaped(picture.title))”: it is <code>\(HTMLText.escaped(picture.path))</code>, which is written with <code>report.md</code>.</p>"
      }
      pictureRoom -= drawing.utf8.count
      let caption = picture.caption.map { "\n<figcaption>\(HTMLText.escaped($0))</figcaption>" } ?? ""
      return "<figure>\n\(drawing)\(caption)\n</figure>"
    case .fold(let title, let body):
      return "<details>\n<summary>\(title.html)</summary>\n\(text(body))\n</details>"
    }
  }

  /// `How to read this` → `how-to-read-this`; a second one gets `-1`.
  private func anchor(_ title: String) -> String {
    let name = Self.anchor(title)
    var unique = name
    var number = 0
    while reserved.contains(unique) || headings.contains(where: { $0.id == unique }) {
      number += 1
      unique = "\(name)-\(number)"
    }
    return unique
  }

  /// Returns an anchor by GitHub's rule: letters, digits, hyphens and underscores, in lower case; a hyphen for each
  /// blank.
  static func anchor(_ title: String) -> String {
    var name = String.UnicodeScalarView()
    for scalar in title.printable.lowercased().unicodeScalars {
      switch scalar {
      case " ": name.append("-")
      case "-", "_": name.append(scalar)
      default:
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { name.append(scalar) }
      }
    }
    return String(name)
  }
}

extension Prose {
  var html: String { spans.map(\.html).joined() }
}

extension ProseSpan {
  fileprivate var html: String {
    switch self {
    case .text(let text): HTMLText.escaped(text)
    case .code(let text): "<code>\(HTMLText.escaped(text))</code>"
    case .strong(let spans): "<strong>\(spans.map(\.html).joined())</strong>"
    case .emphasis(let spans): "<em>\(spans.map(\.html).joined())</em>"
    case .link(let spans, let target):
      // A target with a scheme would be outside of the folder.
      target.contains(":")
        ? spans.map(\.html).joined()
        : "<a href=\"\(HTMLText.escaped(target))\">\(spans.map(\.html).joined())</a>"
    }
  }
}

extension Table {
  /// HTML in a box of its own that can be scrolled sideways if the table is wider than the page, by keyboard too.
  var html: String {
    let headings = columns.map {
      "<th scope=\"col\"\($0.mark)>\(HTMLText.escaped($0.heading))\($0.term)</th>"
    }
    let body = rows.map { row in
      let cells = zip(columns, row).enumerated().map { place, cell in
        // A heading without words would be read as one.
        place == 0 && cell.0.alignment == .leading && !cell.1.display.isEmpty
          ? "<th scope=\"row\">\(cell.1.html)</th>" : "<td\(cell.0.mark)>\(cell.1.html)</td>"
      }
      return "<tr>\(cells.joined())</tr>\n"
    }
    let box = rows.count > Self.mostRowsAtOnce ? "scroll tall" : "scroll"
    let look = columns.count > TableStyle.mostColumns ? " class=\"many\"" : ""
    return
      "<div class=\"\(box)\" tabindex=\"0\">\n<table\(look)>\n<thead>\n<tr>\(headings.joined())</tr>\n</thead>\n"
      + "<tbody>\n\(body.joined())</tbody>\n</table>\n</div>"
  }
}

extension Table {
  /// Maximum number of rows of a table that is as high as it needs; a longer one is moved in its box.
  private static let mostRowsAtOnce = 40
}

extension Table.Column {
  /// Class of a column of figures, which are aligned at the right.
  fileprivate var mark: String { alignment == .trailing ? " class=\"n\"" : "" }

  /// Link to the definition of the column's term; empty without one.
  var term: String {
    let mark = Glossary.mark(ofColumn: title)
    return mark.isEmpty ? "" : " " + mark
  }
}

extension Cell {
  var html: String {
    // The interval has a line of its own where the column is narrow, but is never cut apart.
    if case .estimate(let number, let low, let high, let decimals) = self {
      return
        "\(fixed(number, decimals: decimals)) <span class=\"ci\">[\(fixed(low, decimals: decimals)), \(fixed(high, decimals: decimals))]</span>"
    }
    let shown = HTMLText.escaped(display)
    return switch self {
    case .link(_, let anchor): "<a href=\"#\(HTMLText.escaped(anchor))\">\(shown)</a>"
    case .code: "<code>\(shown)</code>"
    case .prose(let prose): prose.html
    case .verdict(_, let tone): "<strong class=\"verdict \(tone.rawValue)\">\(shown)</strong>"
    case .text, .figures, .count, .number, .interval, .estimate, .bare, .missing: shown
    }
  }
}

/// A list of blocks as a whole page in HTML.
struct BlockPage {
  /// Title of the window.
  let title: String
  let blocks: [Block]

  var html: String {
    var body = BlockHTML()
    var shell = PageShell(title: "\(title) – hreval", body: body.text(blocks + glossary))
    shell.sections = body.headings.filter { $0.level == 2 }.map { ($0.text, $0.id) }
    shell.rules = FigureStyle.rulesOfPages
    return shell.pieces.joined()
  }
}

extension BlockPage {
  /// The terms of the page's tables, folded away; empty without any.
  fileprivate var glossary: [Block] {
    let titles = Set(blocks.flatMap(\.columnTitles))
    let terms = Glossary.terms.filter { !titles.isDisjoint(with: $0.columns) }
    return terms.isEmpty ? [] : [.fold("Glossary", [.terms(terms)])]
  }
}

extension Block {
  fileprivate var columnTitles: [String] {
    switch self {
    case .table(let table): table.columns.map(\.title)
    case .fold(_, let blocks): blocks.flatMap(\.columnTitles)
    case .heading, .lead, .paragraph, .list, .picture, .terms: []
    }
  }
}

extension PageShell {
  /// The text in pieces, its script named by its digest.
  package var pieces: [String] { pieces(sha256: ContentHash.bytes) }
}
