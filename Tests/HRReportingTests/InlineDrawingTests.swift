import HRTestSupport
import Testing

@testable import HRReporting

@Suite struct InlineDrawingTests {
  /// An element of a page takes its size and its colours from the page.
  @Test func elementOfAPage() throws {
    let figure = FigureTests.blandAltman(windows: 40)
    let inline = figure.inline
    #expect(XMLReading(inline).problem == nil)
    #expect(inline.hasPrefix("<svg class=\"drawing\" style=\"max-width:900px\" viewBox=\"0 0 720 "))
    #expect(inline.contains("role=\"img\" aria-label=\"Agreement: white noise &lt;5 dB&gt;\""))
    for absent in ["<style>", "class=\"page\"", " width=\"720", "xmlns", "<desc", "font-family"] {
      #expect(!inline.contains(absent), "\(absent)")
    }
    #expect(figure.svg.contains("<style") && !figure.svg.contains("data-"))
  }

  /// Scripts find the plot's edges and the values there.
  @Test func panelsSayWhereTheyAre() {
    let inline = FigureTests.severity.inline
    #expect(
      inline.contains("data-name=\"\" data-left=\"58\" data-right=\"")
        && inline.contains("data-x0=\"21.0\" data-x1=\"-6.0\" data-y0=\"0.0\" data-y1=\""))
  }

  /// A name cannot end the attribute that holds it.
  @Test func namesStayInTheirAttributes() {
    let plot = RowPlotTests.plot(names: ["a\" onload=\"x\" <script>", "b\nc\u{202e}"])
    let inline = plot.inline
    #expect(XMLReading(inline).problem == nil)
    #expect(!inline.contains("<script") && !inline.contains("\" onload"))
    #expect(!inline.contains("\u{202e}"))
  }

  /// Every colour of the rules is a variable, and every variable has a colour on light and on dark pages.
  @Test func rulesNameVariablesThatExist() throws {
    let (light, dark) = (FigureStyle.variables(dark: false), FigureStyle.variables(dark: true))
    #expect(light.map(\.name) == dark.map(\.name) && light.map(\.value) != dark.map(\.value))
    let rules = FigureStyle.pageRules
    #expect(!rules.contains("#"))
    #expect(rules.split(separator: "\n").allSatisfy { $0.hasPrefix("svg.drawing ") })
    let used = Set(rules.matches(of: /var\((--[a-z0-9-]+)\)/).map { String($0.1) })
    #expect(used == Set(light.map(\.name)))
  }
}

@Suite struct TextLinesTests {
  @Test(arguments: [
    ("short", 10, ["short"]),
    ("two words of it", 10, ["two words ", "of it"]),
    ("a-name-without-spaces", 12, ["a-name-", "without-", "spaces"]),
    ("nothingToBreakAtHere", 8, ["nothingT", "oBreakAt", "Here"]),
    ("one two three four five", 8, ["one two ", "three ", "four fi…"]),
    ("心拍数の検出器", 6, ["心拍数", "の検出", "器"]),
    ("a long name (12.34)", 15, ["a long name ", "(12.34)"]), ("", 5, [""]),
  ])
  func linesOf(_ text: String, _ columns: Int, _ lines: [String]) {
    #expect(text.lines(of: columns, atMost: 3) == lines)
  }
}

@Suite struct FadingTests {
  @Test func strengthFollowsCoverage() {
    #expect(Fading.strength(nil) == 1)
    #expect(Fading.strength(1) == 1 && Fading.strength(0.95) == 1)
    #expect(Fading.strength(0.5) == 0.25 && Fading.strength(0) == 0.25)
    #expect(Fading.strength(0.725) == 0.65)
  }
}
