import Foundation
import Testing

@testable import HRReporting

@Suite struct PageShellTests {
  private static let enemy = "</title><script>alert(1)</script>\"'&\u{202E}\u{1B}[2J"

  @Test func escapesWhatHTMLReads() {
    #expect(HTMLText.escaped("a<b>&\"c\"'d'") == "a&lt;b&gt;&amp;&quot;c&quot;&#39;d&#39;")
    #expect(HTMLText.escaped("x\u{202E}y") == "x\\u{202e}y")
    #expect(HTMLText.embedded(json: #"{"a": "</script><!--"}"#) == #"{"a": "\u003c/script>\u003c!--"}"#)
  }

  @Test func embeddedJSONReadsBackTheSame() throws {
    let json = #"["</script>", "<!-- <script>", "é"]"#
    let read = try JSONDecoder().decode([String].self, from: Data(HTMLText.embedded(json: json).utf8))
    #expect(read == ["</script>", "<!-- <script>", "é"])
  }

  @Test(arguments: [PageShell.Script.plain, .run])
  func loadsNothing(_ script: PageShell.Script) {
    var shell = PageShell(title: Self.enemy, body: "<p>body</p>")
    shell.data = "{\"name\": \"</script><script>alert(2)</script>\"}"
    shell.script = script
    let text = shell.pieces(sha256: { _ in [0, 1, 2] }).joined()
    #expect(text.hasPrefix(PageShell.opening))
    #expect(text.contains("default-src 'none'"))
    #expect(!text.contains("alert(1)</script>"))
    #expect(!text.contains("<script>alert(2)"))
    for forbidden in [" src=", "@import", "url(", "<link", "fetch(", "XMLHttpRequest", "https://"] {
      #expect(!text.contains(forbidden), "\(forbidden)")
    }
    #expect(
      text.components(separatedBy: "http://").count - 1 == text.components(
        separatedBy: "http://www.w3.org/2000/svg"
      ).count - 1)
  }

  @Test func onlyAPageOfARunThatGoesOnLoadsItselfAgain() {
    var shell = PageShell(title: "t", body: "")
    #expect(!shell.pieces(sha256: { _ in [0, 1, 2] }).joined().contains("data-reload="))
    shell.reloadSeconds = 10
    #expect(shell.pieces(sha256: { _ in [0, 1, 2] }).joined().contains("data-reload=\"10\""))
  }
}
