import HRTestSupport
import Testing

@testable import HRReporting

/// Pieces of pages, as Markdown and as HTML.
@Suite struct BlockTests {
  @Test func marksAreOursAlone() {
    let name = "**a** [b](c) `d` <e> & \"f\" 'g'"
    let line: Prose = "**\(name)** is *not* `code`, [there](#x)\(own: name.isEmpty ? "" : " *now*") at \(12)"
    #expect(
      line.markdown
        == "**\\*\\*a\\*\\* \\[b\\](c) \\`d\\` \\<e\\> & \"f\" 'g'** is *not* `code`, [there](#x) *now* at 12"
    )
    #expect(
      line.html
        == "<strong>**a** [b](c) `d` &lt;e&gt; &amp; &quot;f&quot; &#39;g&#39;</strong> is <em>not</em> "
        + "<code>code</code>, <a href=\"#x\">there</a> <em>now</em> at 12")
    #expect(line.text == "\(name) is not code, there now at 12")
  }

  @Test(arguments: [
    ("a * b", "a * b"), ("2 ** 3", "2 ** 3"), ("[0.1, 2.0] (p = 1)", "[0.1, 2.0] (p = 1)"),
    ("*F1\\**: far", "<em>F1*</em>: far"), ("one ` tick", "one ` tick"),
    ("[0, 1], [how](#how)", "[0, 1], <a href=\"#how\">how</a>"), ("p < 0.001", "p &lt; 0.001"),
    ("**Limits** (*simple*)", "<strong>Limits</strong> (<em>simple</em>)"), ("****", "****"), ("", ""),
  ])
  func aMarkWithoutItsOtherHalfIsText(_ literal: String, _ html: String) {
    #expect(Prose(stringLiteral: literal).html == html)
  }

  @Test func somebodysWordsAsCodeAndAsLinks() {
    let line: Prose = "\(code: "a`<b>") of \(link: "x]y", to: "x%20y.json"), \(link: "z", to: "javascript:1")"
    #expect(line.markdown == "`` a`<b> `` of [x\\]y](x%20y.json), [z](javascript:1)")
    #expect(line.html == "<code>a`&lt;b&gt;</code> of <a href=\"x%20y.json\">x]y</a>, z")
  }

  @Test func proseJoinsAndAdds() {
    let names = ["a*", "b"].map(Prose.init(plain:)).joined(separator: "; ")
    #expect(("**Of** " + names + ".").markdown == "**Of** a\\*; b.")
  }

  private static let table = Table(
    columns: [.left("who <x>"), .init("MAE", unit: "bpm"), .left("what")],
    rows: [
      [.text("a & b"), .number(1.25, decimals: 2), .code("x<y")],
      [.link("c", anchor: "c"), .missing(""), .text("two\nlines\u{202E}")],
    ])

  private static let blocks: [Block] = [
    .heading(1, "Of \("<script>alert(1)</script>")"), .lead("It **holds**."),
    .list(["one", "\("two")"]), .table(table),
    .fold("More of *it*", [.heading(2, "Clean, 5 dB?"), .heading(2, "Clean 5 dB"), .sentence("x")]),
  ]

  @Test func markdownOfEveryBlock() {
    #expect(
      Self.blocks.markdown == """
        # Of \\<script\\>alert(1)\\</script\\>

        **It **holds**.**

        - one
        - two

        \(Self.table.markdown)

        <details><summary>More of *it*</summary>

        ## Clean, 5 dB?

        ## Clean 5 dB

        x

        </details>
        """)
  }

  @Test func htmlOfEveryBlock() throws {
    var page = BlockHTML()
    let text = page.text(Self.blocks)
    #expect(
      text == """
        <h1 id="of-scriptalert1script">Of &lt;script&gt;alert(1)&lt;/script&gt;</h1>
        <p class="answer">It <strong>holds</strong>.</p>
        <ul>
        <li>one</li>
        <li>two</li>
        </ul>
        <div class="scroll" tabindex="0">
        <table>
        <thead>
        <tr><th scope="col">who &lt;x&gt;</th><th scope="col" class="n">MAE (bpm) \(try #require(Glossary.terms.first { $0.columns.contains("MAE") }).mark)</th><th scope="col">what</th></tr>
        </thead>
        <tbody>
        <tr><th scope="row">a &amp; b</th><td class="n">1.25</td><td><code>x&lt;y</code></td></tr>
        <tr><th scope="row"><a href="#c">c</a></th><td class="n">–</td><td>two\\u{a}lines\\u{202e}</td></tr>
        </tbody>
        </table>
        </div>
        <details>
        <summary>More of <em>it</em></summary>
        <h2 id="clean-5-db">Clean, 5 dB?</h2>
        <h2 id="clean-5-db-1">Clean 5 dB</h2>
        <p>x</p>
        </details>
        """)
    // The second of a heading on one page, however the page is put together.
    #expect(page.text([.heading(3, "clean 5 dB")]) == "<h3 id=\"clean-5-db-2\">clean 5 dB</h3>")
  }

  /// All parts of a run's page, with their drawings in them.
  @Test func aRunsDocumentIsWellFormed() {
    let document = RunDocument(ExampleEvaluation.evaluation)
    var page = BlockHTML()
    let xml = XMLReading("<main>\(page.text(document.blocks))</main>")
    #expect(xml.problem == nil)
    let figures = document.figures
    #expect(xml.count("figure") == figures.all.count - figures[.error].count && xml.count("h1") == 1)
    let anchors = xml.elements.compactMap { $0.name.hasPrefix("h") ? $0.attributes["id"] : nil }
    #expect(Set(anchors).count == anchors.count && anchors.contains("how-to-read-this"))
  }
}
