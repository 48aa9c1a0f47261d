import HRSupport
import HRSignals
import Testing

@testable import HRReporting
@testable import HRNumerics

@Suite struct MarkdownTextTests {
  @Test(arguments: [
    ("fft (wide), 5 dB", "fft (wide), 5 dB"), ("subject_04", "subject_04"), ("_x_ a_", "\\_x\\_ a\\_"),
    ("[x](javascript:1)", "\\[x\\](javascript:1)"), ("![x](y)", "!\\[x\\](y)"), ("R&D", "R&D"),
    ("&lt;b&gt; &#60;", "\\&lt;b\\&gt; \\&\\#60;"), ("<b>", "\\<b\\>"),
    ("- x", "\\- x"), ("-5 dB", "-5 dB"), ("+ x", "\\+ x"), ("---", "\\---"), ("===", "\\==="),
    ("1. x", "1\\. x"), ("12) x", "12\\) x"), ("1.5 s", "1.5 s"), ("^x", "\\^x"), ("# x", "\\# x"),
    ("> x", "\\> x"),
    ("    code", "code"), ("a | b", "a \\| b"), ("two\nlines", "two\\\\u{a}lines"),
    ("[\u{301}x](y)", "\\[\u{301}x\\](y)"), ("", ""),
  ])
  func escapesWhatWouldDoSomething(_ text: String, _ escaped: String) {
    #expect(markdownEscaped(text) == escaped)
  }

  @Test(arguments: [
    ("see https://doi.org/10.1000/182, p. 3", "see https://doi.org/10.1000/182, p. 3"),
    ("https://good.org@evil.org/", "https\\://good.org@evil.org/"), ("ftp://a.org", "ftp\\://a.org"),
    ("www.a.org", "www\\.a.org"), ("mailto:a@b.org", "mailto\\:a@b.org"),
    ("https://a.org/b_c", "https\\://a.org/b_c"),
  ])
  func onlyPlainAddressesStayLinks(_ text: String, _ escaped: String) {
    #expect(markdownEscaped(text) == escaped)
  }

  @Test(arguments: [("fft", "`fft`"), ("a`b", "`` a`b ``"), ("`", "`` ` ``"), ("a\nb", "`a\\u{a}b`")])
  func codeEndsWhereItsFenceDoes(_ text: String, _ code: String) {
    #expect(markdownCode(text) == code)
  }

  /// Random texts made of Markdown's marks are shown unchanged.
  @Test func anyTextIsText() {
    let pieces = [
      "*", "**", "_", "`", "```", "[", "]", "](", "!", "(", ")", "<", ">", "<!--", "&", "&amp;", "#", "##",
      "-", "+",
      "1.", "=", "|", "\\", "~", "~~", "$", ":", "://", "https://", "www.", "@", " ", "    ", "\n", "\t", "a",
      "b_c",
      "é", "\u{301}", "\u{202E}", "\u{1B}", ".", "/", ";", "\"", "'",
    ]
    var stream = RandomStream(seed: 12, ["markdown"])
    for _ in 0..<4000 {
      let count = Int(saturating: 1 + 9 * stream.uniform())
      let text = (0..<count).map { _ in
        pieces[Int(saturating: stream.uniform() * Double(pieces.count))]
      }.joined()
      let shown = PlainMarkdown(markdownEscaped(text))
      #expect(shown.markup == [], "\(text.debugDescription)")
      var printable = Substring(text.printable).unicodeScalars
      while printable.first == " " { printable.removeFirst() }
      while printable.last == " " { printable.removeLast() }
      #expect(shown.text == String(printable), "\(text.debugDescription)")
    }
  }
}
