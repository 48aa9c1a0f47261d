import HRStatistics
import HRTestSupport
import Testing

@testable import HRReporting

@Suite struct RowPlotTests {
  static func plot(names: [String]) -> RowPlot {
    RowPlot(
      title: "Rows", caption: "Some rows.", axis: Figure.Axis(title: "x", scale: Scale(covering: 0, 10)),
      textTitle: "text", rules: [.init(value: 4, kind: .chance, label: "chance 4.0")],
      rows: names.enumerated().map { index, name in
        .init(
          name: name, detector: index, marks: [.dot(Double(index), fill: 0.5)], text: "50.0 %", title: name)
      })
  }

  /// Within a page a row links to its detector, and the whole is not a single image then; in a file there is no link.
  @Test func rowsLeadToTheirDetectors() {
    let plot = Self.plot(names: ["a", "b"])
    #expect(plot.inline.contains("role=\"group\""))
    #expect(
      plot.inline.contains(
        "<g data-detector=\"1\"><title>b</title>\n<a href=\"#detector-1\" aria-label=\"b\">"))
    #expect(!plot.svg.contains("<a ") && !plot.svg.contains("data-"))
  }

  @Test func longNamesAreWhole() {
    let name = "spectral peak of the chrominance signal, finger camera, red only, with motion gate, 2"
    let svg = Self.plot(names: ["short", name]).svg
    let texts = svg.matches(of: /text-anchor="end" font-size="10.5">([^<]*)</).map { String($0.1) }
    #expect(texts.first == "short" && texts.dropFirst().joined() == name)
  }

  @Test func neverTallerThanAPage() throws {
    let sketch = Self.plot(names: (0..<100).map { "detector \($0)" }).sketch
    #expect(sketch.height < 1400.05)
  }

  /// Chance is within the scale, and the row with very large errors does not compress the others.
  @Test func dotPlot() throws {
    let plot = try #require(Self.dots(mostRows: nil).dots)
    #expect(plot.rows.map(\.name) == ["best", "middle", "other", "hopeless", "silent"])
    #expect(plot.axis.scale.high == 20)
    #expect(plot.rows[4].marks == [.words("no window has a reference")] && plot.rows[4].text == "")
    #expect(
      plot.rows[0].title
        == "best: mean absolute error 1.25 bpm, 95 % interval 0.80 to 1.90, 98.1 % answered")
    let svg = plot.svg
    #expect(XMLReading(svg).problem == nil)
    #expect(svg.contains(">310.0</text>"))
    try expectGolden(svg, "error.svg")
  }

  @Test func fewerRowsAreSaid() throws {
    let plot = try #require(Self.dots(mostRows: 2).dots)
    #expect(plot.rows.map(\.name) == ["best", "middle"])
    #expect(plot.caption.hasSuffix("3 more detectors are in the tables alone."))
    #expect(ErrorFigures(scenario: "a", rows: []).dots == nil)
  }

  /// Chance far beyond all errors is named at the edge.
  @Test func farChanceIsNamed() throws {
    let row = ErrorFigures.Row(detector: 0, name: "a", maeBPM: 0.5, coverage: 1, reason: "")
    let plot = try #require(ErrorFigures(scenario: "s", rows: [row], chanceBPM: 14).dots)
    #expect(plot.svg.contains(">guess 14.0 →</text>") && !plot.svg.contains("<path class=\"chance\""))
  }

  @Test func distribution() throws {
    let errors = (0...20).map { Double($0) - 6 }
    let pairs = PairedRates(
      referenceBPM: errors.map { _ in 70 }, estimateBPM: errors.map { 70 + $0 },
      cluster: errors.map { _ in 0 })
    let figure = ErrorFigures(
      scenario: "clean",
      rows: [
        .init(detector: 1, name: "silent", maeBPM: nil, reason: "no window"),
        .init(
          detector: 0, name: "a", maeBPM: 5, spread: Score(pairs, windowCount: pairs.count, seed: 1).spread,
          beyondShare: 0.25, reason: ""),
      ])
    let plot = try #require(figure.distribution)
    #expect(
      plot.rows[0].title
        == "a: median error 4.0 bpm, half of them −1.0 to 9.0, nine tenths −5.0 to 13.0, 25.0 % beyond 5 bpm or "
        + "10 % of the reference")
    #expect(plot.rows[1].marks == [.words("no window")])
    #expect(plot.axis.scale.low <= -5 && plot.axis.scale.high >= 13)
    try expectGolden(plot.svg, "distribution.svg")
  }

  @Test func reach() {
    #expect(Reach.top([1, 2, 3], chance: 2) == 3)
    #expect(Reach.top([1, 2, 300], chance: 10) == 13)
    #expect(Reach.top([5, 6, 300], chance: 10) == 18)
    #expect(Reach.top([1, 2], ends: [4], chance: nil) == 3)
    #expect(Reach.top([], chance: 9) == 9)
    #expect(Reach.top([0, 0], chance: nil) > 0)
  }

  static func dots(mostRows: Int?) -> ErrorFigures {
    func row(_ index: Int, _ name: String, _ mae: Double?, _ coverage: Double?) -> ErrorFigures.Row {
      .init(
        detector: index, name: name, maeBPM: mae,
        interval: name == "best"
          ? Interval(low: 0.8, high: 1.9) : mae.map { Interval(low: 0.8 * $0, high: 1.4 * $0) },
        coverage: coverage,
        reason: mae == nil ? "no window has a reference" : "")
    }
    return ErrorFigures(
      scenario: "white <5 dB>",
      rows: [
        row(0, "hopeless", 310, 1), row(1, "silent", nil, nil), row(2, "middle", 4, 0.5),
        row(3, "best", 1.25, 0.981), row(4, "other", 6.5, 0.9),
      ], chanceBPM: 14, mostRows: mostRows)
  }
}
