import HRTestSupport
import Testing

@testable import HRReporting

@Suite struct AgreementFigureTests {
  /// One extreme window of many does not stretch the axes: it is drawn at the edge and counted.
  @Test func farPointsAreCountedAndDrawnAtTheEdge() throws {
    let figure = Self.figure([Self.panel("a", wild: 130)])
    #expect(figure.caption.contains("1 window lies beyond them (triangles at the edge)."))
    #expect(figure.panels[0].note.contains(", 1 beyond"))
    #expect(figure.panels[0].y.scale.high < 20)
    #expect(figure.caption.contains("windows taken as independent"))
    #expect(figure.svg.contains("beyond the scale"))
  }

  /// A detector with very large errors does not change the scale of the others.
  @Test func scalesAreOwn() {
    let panels = [Self.panel("good", limit: 4), Self.panel("bad", limit: 250)]
    let own = Self.figure(panels).panels.map(\.y.scale)
    #expect(own[0].high <= 10 && own[1].high >= 250)
  }

  /// Up to eight clusters have a shape, a colour and a name; of more, all dots have the colour of their detector.
  @Test func clustersAreToldApart() {
    let few = Self.figure([Self.panel("a", clusters: 3)], names: ["s1", "s2", "s3"])
    #expect(few.legend.map(\.name) == ["s1", "s2", "s3"] && few.legend.allSatisfy { $0.look == .dot })
    #expect(few.caption.contains("a colour and a shape for each subject"))
    #expect(few.svg.contains("<path class=\"m2 shapes\""))
    let many = Self.figure([Self.panel("a", clusters: 20)], names: (1...20).map { "s\($0)" })
    #expect(many.legend.isEmpty && many.caption.contains("in the colour of its detector"))
    guard case .groups(let groups, areShaped: false, _)? = many.panels[0].marks.first(where: isDots) else {
      Issue.record("no groups")
      return
    }
    #expect(groups.map(\.style) == [nil] && groups.reduce(0) { $0 + $1.points.count } == 200)
    let one = Self.figure([Self.panel("a", clusters: 1)], names: ["s1"])
    #expect(one.legend.isEmpty && one.panels[0].marks.contains(where: isDots))
  }

  private func isDots(_ mark: Figure.Mark) -> Bool { if case .groups = mark { true } else { false } }

  /// A slope is always named, and drawn if its interval leaves out zero.
  @Test func slopes() {
    func marks(_ low: Double, _ high: Double) -> Figure.Panel {
      Self.figure([Self.panel("a", slope: .init(value: 0.12, low: low, high: high))]).panels[0]
    }
    func line(_ panel: Figure.Panel) -> Figure.Mark? {
      panel.marks.first { if case .sloped = $0 { true } else { false } }
    }
    #expect(marks(0.05, 0.19).note.hasSuffix("slope 0.12 [0.05, 0.19]"))
    #expect(line(marks(-0.05, 0.19)) == nil)
    guard case .sloped(let from, let to, _)? = line(marks(0.05, 0.19)) else {
      Issue.record("no line")
      return
    }
    #expect(abs((to.y - from.y) / (to.x - from.x) - 0.12) < 1e-9)
  }

  @Test func acceptedDifferences() {
    var figure = Self.value([Self.panel("a")])
    figure.acceptableBPM = 3
    let drawn = figure.figure
    #expect(drawn.caption.contains("Thin lines: differences of ±3 bpm, which the experiment accepts."))
    let accepted = drawn.panels[0].marks.compactMap { mark -> Double? in
      if case .rule(let value, .accepted, _, _) = mark { value } else { nil }
    }
    #expect(accepted == [-3, 3])
  }

  /// Long names are whole, and the figure keeps its maximum height with many panels.
  @Test func manyPanelsWithLongNames() {
    let name = "spectral peak of the chrominance signal, finger camera, red only, with motion gate, 2"
    let figure = Self.figure((0..<12).map { Self.panel("\(name)\($0)") })
    let sketch = figure.sketch
    #expect(sketch.height <= 1400)
    let titles = figure.svg.matches(of: /font-size="13" font-weight="600">([^<]*)</).map { String($0.1) }
    #expect(titles.joined().contains(name))
  }

  @Test func whatIsElsewhereIsSaid() {
    var figure = Self.value([Self.panel("a")])
    figure.elsewhere = 12
    figure.leftOut = 22
    #expect(
      figure.figure.caption.hasSuffix(
        "12 detectors have panels in another figure. 22 detectors more have no panel; the tables have the numbers."
      ))
  }

  // MARK: Examples

  static func panel(
    _ name: String, limit: Double = 4, wild: Double? = nil, clusters: Int = 1,
    slope: BlandAltmanFigure.Level? = nil
  ) -> BlandAltmanFigure.Panel {
    let references = (0..<200).map { 60 + Double($0 % 40) }
    let estimates = references.enumerated().map { index, rate in
      index == 77 ? rate + (wild ?? 0) : rate + limit * (Double(index % 9) - 4) / 5
    }
    return BlandAltmanFigure.Panel(
      detector: name, referenceBPM: references, estimateBPM: estimates,
      cluster: references.indices.map { $0 % clusters }, clusters: clusters,
      bias: .init(value: 0, low: nil, high: nil), lower: .init(value: -limit, low: nil, high: nil),
      upper: .init(value: limit, low: nil, high: nil), limitsAreSimple: true, slope: slope)
  }

  static func value(
    _ panels: [BlandAltmanFigure.Panel], names: [String] = []
  ) -> BlandAltmanFigure {
    BlandAltmanFigure(scenario: "clean", panels: panels, clusterKind: .subjects, clusterNames: names)
  }

  static func figure(_ panels: [BlandAltmanFigure.Panel], names: [String] = []) -> Figure {
    value(panels, names: names).figure
  }
}
