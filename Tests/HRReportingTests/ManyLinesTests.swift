import HRTestSupport
import Testing

@testable import HRReporting

/// Figures with a line for each of forty detectors, one of which has very large errors.
@Suite struct ManyLinesTests {
  @Test func severityNamesTheBest() {
    let figure = Self.severity(40)
    #expect(figure.legend.map(\.name) == (1...8).map { "d\($0)" } + ["32 more"])
    #expect(figure.panels[0].marks.count { if case .hair = $0 { true } else { false } } == 32)
    #expect(figure.panels[0].y.scale.high < 300)
    #expect(figure.caption.contains("triangle at the top"))
    #expect(XMLReading(figure.svg).problem == nil)
    #expect(figure.svg.contains(">guess</text>"))
  }

  /// Few lines keep their colours; the one with very large errors is an arrow with its value.
  @Test func severityCutsOffTheHopeless() {
    let figure = Self.severity(3)
    #expect(figure.legend.map(\.name) == ["d0", "d1", "d2"])
    #expect(figure.svg.contains("MAE 400.00 bpm, 100 windows, coverage 100.0 % (above the figure)</title>"))
  }

  /// A line fades where coverage falls, and its markers are hollow.
  @Test func severityFades() {
    let svg = Self.severity(3).svg
    #expect(svg.contains("stroke-opacity=\"0.45\""))
    #expect(svg.contains("class=\"s1 hollow\""))
  }

  @Test func riskCoverageNamesTheBest() throws {
    let figure = try #require(Self.risk(40).figure)
    #expect(figure.legend.map(\.name) == (1...8).map { "d\($0)" } + ["32 more"])
    #expect(figure.panels[0].y.scale.high < 30)
    #expect(figure.caption.contains("Lines above the figure are cut off."))
    let svg = figure.svg
    #expect(XMLReading(svg).problem == nil)
    #expect(svg.contains(">d6</text>"))
    #expect(Self.risk(0).figure == nil)
  }

  /// A label at a line's end may be short, since the legend has the whole name.
  @Test func longNamesStandInTheLegend() throws {
    let name = String(repeating: "long-name-", count: 8)
    let svg = try #require(Self.risk(2, prefix: name).figure).svg
    #expect(svg.contains(">\(name)1</text>") && svg.contains(">long-name-long-na…</text>"))
  }

  // MARK: Examples

  /// Returns a figure in which the first detector has very large errors, and the error of the others rises from one
  /// to the next.
  static func severity(_ count: Int) -> Figure {
    let swept = [20.0, 10, 0]
    let lines = (0..<count).map { index in
      SeverityFigure.Line(
        detector: "d\(index)", style: style(index, of: count),
        values: swept.enumerated().map { place, value in
          .init(
            parameter: value, maeBPM: index == 0 ? 400 : Double(index) * 0.2 + Double(place), low: nil,
            high: nil,
            windows: 100, coverage: index == 0 ? 1 : [1, 0.725, 0.3][place])
        })
    }
    return SeverityFigure(
      family: "white … dB", parameter: "snrDecibels", swept: swept, lines: lines,
      chance: swept.map { .init(x: $0, y: 12) }
    ).figure
  }

  /// The style of a line: of few each has one, of many all but the first, until there are no more.
  private static func style(_ index: Int, of count: Int) -> Int? {
    count <= FigureStyle.count ? index : (1...FigureStyle.count).contains(index) ? index - 1 : nil
  }

  static func risk(_ count: Int, prefix: String = "d") -> RiskCoverageFigure {
    RiskCoverageFigure(
      scenario: "clean",
      lines: (0..<count).map { index in
        let height = index == 0 ? 500 : Double(index)
        return .init(
          detector: "\(prefix)\(index)", style: style(index, of: count),
          points: (1...10).map { .init(x: 10 * Double($0), y: height + Double($0)) }, areaBPM: height)
      })
  }
}
