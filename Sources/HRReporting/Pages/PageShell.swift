internal import HRSupport

/// A whole HTML page in one file: its content, its style and its script. It loads nothing.
///
/// A policy in the page's head forbids every request, and every script except the page's own, which it names by its
/// digest.
package struct PageShell: Sendable {
  package enum Script: Sendable {
    /// Light and dark, tables that can be sorted and filtered, files of tables and figures, paper.
    case plain
    /// The plain script, and the navigation from a figure to a recording and to a window.
    case run
  }

  package let title: String
  /// The links of the contents: name and the id of the target.
  package var sections: [(name: String, id: String)] = []
  /// HTML in the bar, before its links.
  package var controls = ""
  /// Style rules besides the page's own: those of the figures.
  package var rules = ""
  /// Content of the page, as HTML.
  package var body: String
  /// Data of the script, as JSON; `nil` where it needs none.
  package var data: String?
  package var script = Script.plain
  /// Seconds after which the page reloads itself; `nil` for a page that is finished.
  package var reloadSeconds: Int?

  /// Beginning of every page of hreval.
  package static let opening = "<!doctype html>\n<html lang=\"en\" data-made-by=\"hreval\""

  /// Returns the text in pieces, so that the content of the page need not be copied to be written.
  ///
  /// - Parameter sha256: returns the 32 bytes of the digest of bytes (FIPS 180-4).
  package func pieces(sha256: (_ bytes: [UInt8]) -> [UInt8]) -> [String] {
    let own =
      script == .run
      ? [
        PackageResources.address_js, PackageResources.data_js, PackageResources.chart_js,
        PackageResources.recordings_js, PackageResources.rates_js, PackageResources.pairs_js,
        PackageResources.windows_js, PackageResources.board_js, PackageResources.run_js,
      ] : []
    let scripts =
      [
        PackageResources.shell_js, PackageResources.tables_js, PackageResources.take_js,
        PackageResources.print_js,
      ] + own
    let code = "\n\"use strict\";\n\(scripts.map(Self.text).joined(separator: "\n"))"
    let live = reloadSeconds.map { " data-reload=\"\($0)\"" } ?? ""
    let head = """
      \(Self.opening)\(live)>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src \
      'sha256-\(sha256(Array(code.utf8)).base64)'; img-src data:; base-uri 'none'; form-action 'none'">
      <title>\(HTMLText.escaped(title))</title>
      <style>
      \(Self.text(PackageResources.page_css))\(rules)</style>
      <noscript><style>[hidden]{display:revert}.needs-script{display:none}#contents{display:block}</style></noscript>
      </head>
      <body\(hasContents ? " class=\"has-contents\"" : "")>
      <a class="skip" href="#main">To the content</a>
      <header class="bar"><div class="bar-in"><a class="brand" href="#main">hreval</a>\(contentsButton)\(controls)\
      <button type="button" id="theme" class="needs-script" aria-label="Light or dark">◐</button></div></header>
      \(contents)<main id="main" tabindex="-1">

      """
    let embedded = data.map {
      ["<script type=\"application/json\" id=\"run-data\">", HTMLText.embedded(json: $0), "</script>\n"]
    }
    let end = """
      <script>\(code)</script>
      </body>
      </html>

      """
    return [head, body, "\n</main>\n"] + (embedded ?? []) + [end]
  }

  /// One part alone needs no list.
  private var hasContents: Bool { sections.count > 1 }

  /// Links to all parts: a column beside the page on wide screens, else a list that a button opens. Without a script
  /// the list is always shown.
  private var contents: String {
    guard hasContents else { return "" }
    let links = sections.map { "<li><a href=\"#\($0.id)\">\(HTMLText.escaped($0.name))</a></li>" }
    return "<nav id=\"contents\" aria-label=\"Parts of this page\"><ul>\(links.joined())</ul></nav>\n"
  }

  private var contentsButton: String {
    !hasContents
      ? ""
      : "<button type=\"button\" id=\"contents-button\" class=\"needs-script\" aria-expanded=\"false\" aria-controls=\"contents\">Contents</button>"
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// Escapes foreign text for an HTML page, between tags and in quoted attributes.
package enum HTMLText {
  /// Returns the text with control characters made printable, since a direction mark would reverse the text beside it;
  /// then with every character escaped that HTML reads as markup, including both kinds of quotation marks.
  package static func escaped(_ text: String) -> String {
    let escaped = SVGText.escaped(text)
    return escaped.utf8.contains(0x27) ? escaped.replacing("'", with: "&#39;") : escaped
  }

  /// Returns JSON for the inside of a `script` element, which ends at the first `</script` in any context, and which a
  /// `<!--` changes.
  package static func embedded(json: String) -> String {
    json.replacing("<", with: "\\u003c")
  }
}
