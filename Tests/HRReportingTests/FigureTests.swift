import HRTestSupport
import Testing

@testable import HRReporting

@Suite struct ScaleTests {
  @Test func ticksAreRound() {
    #expect(Scale(covering: -8.3, 8.5, count: 6).ticks == [-10, -5, 0, 5, 10])
    #expect(Scale(covering: 0, 1, count: 5).ticks.count == 6)
    #expect(Scale(covering: 0, 0.37, count: 4).decimals == 1)
    #expect(Scale(covering: 0.01, 0.013, count: 3).decimals == 3)
    #expect(Scale(covering: 40, 200, count: 5).ticks == [0, 50, 100, 150, 200])
    #expect(Scale(covering: 71, 71).low < 71)
  }

  @Test func unextendedScaleKeepsItsEnds() {
    let scale = Scale(covering: -0.8, 20.8, count: 8, extended: false)
    #expect(scale.low == -0.8 && scale.high == 20.8)
    #expect(scale.ticks == [0, 5, 10, 15, 20])
    #expect(scale.position(of: 10) == 0.5)
  }
}

@Suite struct ThinningTests {
  @Test func fewPointsAllStay() {
    #expect(thinned(Self.points(10), to: 10) == Array(0..<10))
  }

  @Test func manyPointsKeepTheExtremes() {
    var points = Self.points(10_001)
    points[777] = Figure.Point(x: 0, y: 1e6)
    points[5003] = Figure.Point(x: 0, y: -1e6)
    let kept = thinned(points, to: 400)
    #expect(kept.contains(777) && kept.contains(5003))
    #expect(kept.count <= 400 && kept.count >= 398)
    #expect(kept == kept.sorted() && Set(kept).count == kept.count)
  }

  private static func points(_ count: Int) -> [Figure.Point] {
    (0..<count).map { Figure.Point(x: Double($0), y: Double($0 % 7)) }
  }
}

@Suite struct FigureTests {
  @Test func blandAltman() throws {
    let svg = Self.blandAltman(windows: 40).svg
    let xml = XMLReading(svg)
    #expect(xml.problem == nil)
    #expect(xml.count("title") > 10)
    try expectGolden(svg, "bland-altman.svg")
  }

  @Test func severity() throws {
    let svg = Self.severity.svg
    #expect(XMLReading(svg).problem == nil)
    try expectGolden(svg, "severity.svg")
  }

  @Test func thinningIsSaid() {
    let figure = Self.blandAltman(windows: 6000)
    #expect(figure.caption.contains("At most 4,000 windows per panel are drawn"))
    guard
      case .groups(let groups, _, let title)? = figure.panels.first?.marks.first(where: {
        if case .groups = $0 { true } else { false }
      })
    else {
      Issue.record("no dots")
      return
    }
    let points = groups.flatMap(\.points)
    #expect(points.count == 4000 || points.count == 3999 || points.count == 3998)
    #expect(title.contains("of 6,000 windows"))
  }

  @Test func labelsAreEscaped() {
    #expect(SVGText.escaped("a < b & \"c\" > \u{1}") == "a &lt; b &amp; &quot;c&quot; &gt; \\u{1}")
  }

  @Test func sweepDirectionIsTheAxisDirection() {
    #expect(Self.severity.panels[0].x.isReversed)
  }

  /// Returns a figure of numbers like a detector's, from a fixed recurrence.
  static func blandAltman(windows: Int) -> Figure {
    var state: UInt64 = 1
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    func panel(_ name: String, spread: Double, bias: Double, clusters: Int) -> BlandAltmanFigure.Panel {
      let reference = (0..<windows).map { _ in 55 + 90 * next() }
      let estimate = reference.map { $0 + bias + spread * (next() + next() + next() - 1.5) }
      let hasIntervals = clusters >= 5
      func level(_ value: Double, _ half: Double) -> BlandAltmanFigure.Level? {
        .init(value: value, low: hasIntervals ? value - half : nil, high: hasIntervals ? value + half : nil)
      }
      return BlandAltmanFigure.Panel(
        detector: name, referenceBPM: reference, estimateBPM: estimate,
        cluster: reference.indices.map { $0 % clusters }, clusters: clusters,
        bias: level(bias, 0.3), lower: level(bias - spread, 0.8), upper: level(bias + spread, 0.8),
        limitsAreSimple: false,
        slope: .init(value: 0.02, low: hasIntervals ? -0.03 : nil, high: hasIntervals ? 0.07 : nil))
    }
    return BlandAltmanFigure(
      scenario: "white noise <5 dB>",
      panels: [
        panel("fft.swasthicare", spread: 4, bias: 0.4, clusters: 12),
        panel("peak & hold", spread: 9, bias: -1.2, clusters: 3),
        BlandAltmanFigure.Panel(
          detector: "silent", referenceBPM: [], estimateBPM: [], clusters: 0, bias: nil, lower: nil,
          upper: nil, limitsAreSimple: false),
      ], clusterKind: .subjects, clusterNames: (1...12).map { "s\($0)" }
    ).figure
  }

  static var severity: Figure {
    let swept = [20.0, 10, 5, 0, -5]
    let lines = ["fft.swasthicare", "peak.swasthicare", "hue", "combined.swasthicare"].enumerated().map {
      index, name in
      SeverityFigure.Line(
        detector: name, style: index,
        values: swept.enumerated().compactMap { place, value in
          if index == 2 && place == 4 { return nil }
          let mae = 1 + Double(place * place) * (0.4 + 0.3 * Double(index))
          return .init(
            parameter: value, maeBPM: mae, low: index == 3 ? nil : mae * 0.8,
            high: index == 3 ? nil : mae * 1.25,
            windows: 400 - 20 * place, coverage: 1 - 0.05 * Double(place))
        })
    }
    return SeverityFigure(
      family: "white {snrDecibels} dB", parameter: "snrDecibels", swept: swept, lines: lines,
      chance: swept.map { .init(x: $0, y: 14) }
    ).figure
  }
}
