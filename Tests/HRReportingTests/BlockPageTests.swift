import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// Pages of gate and comparison in HTML, with names as hostile as those of their Markdown.
@Suite struct BlockPageTests {
  private static let comparison: ComparisonPage = {
    var example = ExampleComparison.verdicts
    example.baseline = "fft"
    return ComparisonPage(example.comparison)
  }()

  private func check(_ page: String, _ blocks: [Block]) {
    #expect(page.hasPrefix("<!doctype html>") && page.contains("http-equiv=\"Content-Security-Policy\""))
    #expect(!page.contains("<1>") && !page.contains("src=") && !page.contains("<link"))
    var body = BlockHTML()
    let text = body.text(blocks)
    let xml = XMLReading("<main>\(text)</main>")
    #expect(xml.problem == nil && xml.count("h1") == 1 && page.contains(text))
    let ids = xml.elements.compactMap { $0.attributes["id"] }
    let links = xml.elements.compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("#") }
    // Terms are defined at the end of the page.
    #expect(
      links.allSatisfy {
        ids.contains(String($0.dropFirst())) || $0.hasPrefix("#detector-")
          || page.contains("<dt id=\"\($0.dropFirst())\">")
      }, "\(links)")
  }

  @Test func aComparisonBeginsWithItsVerdicts() throws {
    let page = try #require(Self.comparison.files.first { $0.path == "comparison.html" }).text
    check(page, Self.comparison.folded)
    #expect(
      page.contains(
        "<p class=\"answer\">8 comparisons: 2 better, 1 worse, 2 equivalent, 1 undecided, 2 nothing to compare. Shown to be better than all others, on common windows: &quot;peak, *wide*&quot;.</p>"
      ))
    #expect(page.contains("<summary>How these comparisons were made</summary>"))
    #expect(
      OutputFile.comparisonPage.isMade(page) && !OutputFile.comparisonPage.isMade("<p>How we compare</p>"))
    // Links of the bar lead to the scenarios.
    #expect(page.contains("<a href=\"#white-0-db\">white 0 dB</a>"))
  }

  @Test func aGateSaysWhetherItHolds() throws {
    func gate(_ now: ExampleComparison, _ before: ExampleComparison) throws -> GatePage {
      GatePage(
        try Gate(now.evaluation, against: Baseline(before.evaluation), file: "base.json"), strict: false)
    }
    let before = ExampleComparison(detectors: ["fft <b>"], errors: [(1, 0.5, 1)])
    var worse = before
    worse.errors = [(9, 0.5, 1)]
    var few = before
    few.recordings = 3
    var other = few
    other.draw = 1
    other.seed = 8
    for (page, look) in [
      (try gate(before, before), "good"), (try gate(worse, before), "bad"), (try gate(other, few), "warn"),
    ] {
      let text = try #require(page.files.first { $0.path == "gate.html" }).text
      check(text, page.blocks)
      #expect(text.contains("<p class=\"answer box \(look)\">"), "\(look)")
      #expect(text.contains("fft &lt;b&gt;") && !text.contains("<b>"))
    }
  }
}
