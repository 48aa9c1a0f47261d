/// A figure of rows: a name on the left, marks on a scale that all rows share, a text on the right.
package struct RowPlot: Drawing, Equatable {
  package let title: String
  package let caption: String
  let axis: Figure.Axis
  /// Heading of the texts on the right.
  let textTitle: String
  let rules: [Rule]
  let rows: [Row]

  /// A line over all rows, with a label above them.
  struct Rule: Equatable, Sendable {
    let value: Double
    let kind: Figure.RuleKind
    let label: String
  }

  struct Row: Equatable, Sendable {
    let name: String
    /// Index among the detectors of the plan; within a page the row links to `#detector-…`. `nil`: it does not.
    let detector: Int?
    /// Style of the detector; `nil`: grey.
    var style: Int?
    let marks: [Mark]
    var text = ""
    /// Content of the row in words.
    let title: String
  }

  enum Mark: Equatable, Sendable {
    /// A line between two values, as far as the scale reaches.
    case line(from: Double, to: Double)
    case box(from: Double, to: Double)
    case tick(Double)
    /// A dot, filled to the share `fill`, 0…1. Beyond the scale: an arrow at its edge, with the value.
    case dot(Double, fill: Double)
    /// Words in place of marks.
    case words(String)
  }

  package var sketch: Sketch { RowPlotRenderer(self).sketch }
}

private struct RowPlotRenderer {
  private let plot: RowPlot
  private let names: [[String]]
  private let nameSize: Double
  private let left: Double
  private let right: Double
  private let top: Double
  private let titleLines: [String]
  /// Heights of the rows, from the top.
  private let heights: [Double]

  private static let width = 720.0
  private static let mostHeight = 1400.0
  private static let foot = 46.0

  init(_ plot: RowPlot) {
    self.plot = plot
    let longest = plot.rows.map(\.name.displayWidth).max() ?? 0
    // Long names take two lines, and then smaller letters.
    let columns = longest <= 34 ? longest : min(46, max(34, longest / 2 + 4))
    nameSize = columns > 38 ? 10.5 : 12
    names = plot.rows.map { $0.name.lines(of: max(4, columns), atMost: 2) }
    left = 14 + Double(max(6, columns)) * nameSize * 0.56 + 12
    let longestText = ([plot.textTitle] + plot.rows.map(\.text)).map(\.displayWidth).max() ?? 0
    right = Self.width - 16 - 7 * Double(min(longestText, 26)) - (longestText > 0 ? 10 : 0)
    titleLines = plot.title.lines(of: 86, atMost: 2)
    top = 42 + 18 * Double(titleLines.count)
    let wanted = names.map { $0.count > 1 ? 30.0 : 22 }
    let share = min(1, (Self.mostHeight - top - Self.foot) / max(1, wanted.reduce(0, +)))
    heights = wanted.map { max(12, share * $0) }
  }

  private func x(_ value: Double) -> Double {
    left + plot.axis.scale.position(of: value) * (right - left)
  }

  private func held(_ value: Double) -> Double { min(right, max(left, x(value))) }

  private func isInside(_ value: Double) -> Bool { x(value) >= left - 0.05 && x(value) <= right + 0.05 }

  var sketch: Sketch {
    var canvas = Sketch()
    for (index, line) in titleLines.enumerated() {
      canvas.text("ink", line, x: 14, y: 23 + 18 * Double(index), size: 15, bold: true)
    }
    let bottom = top + heights.reduce(0, +)
    canvas.open(data: [
      ("name", plot.title), ("left", SVGText.number(left)), ("right", SVGText.number(right)),
      ("top", SVGText.number(top)), ("bottom", SVGText.number(bottom)),
      ("x0", plot.axis.scale.low.description), ("x1", plot.axis.scale.high.description),
    ])
    drawAxis(bottom: bottom, on: &canvas)
    var y = top
    for index in plot.rows.indices {
      drawRow(index, middle: y + heights[index] / 2, on: &canvas)
      y += heights[index]
    }
    drawRules(bottom: bottom, on: &canvas)
    canvas.close()
    (canvas.width, canvas.height) = (Self.width, bottom + Self.foot)
    return canvas
  }

  private func drawAxis(bottom: Double, on canvas: inout Sketch) {
    for tick in plot.axis.scale.ticks {
      canvas.line("grid", from: (x(tick), top), to: (x(tick), bottom))
      canvas.text(
        "faint", pageNumber(tick, decimals: plot.axis.scale.decimals), x: x(tick), y: bottom + 15,
        anchor: .middle)
    }
    canvas.rect("frame", x: left, y: top, width: right - left, height: bottom - top)
    canvas.text("ink", plot.axis.title, x: (left + right) / 2, y: bottom + 33, anchor: .middle)
    canvas.text("faint", plot.textTitle, x: Self.width - 14, y: top - 7, anchor: .end)
  }

  /// Draws rules. Labels are above the plot; a rule beyond the scale is named at the edge.
  private func drawRules(bottom: Double, on canvas: inout Sketch) {
    for rule in plot.rules {
      if isInside(rule.value) {
        canvas.line(
          rule.kind.rawValue, from: (x(rule.value), top), to: (x(rule.value), bottom), title: rule.label)
      }
      guard !rule.label.isEmpty else { continue }
      let half = 3.2 * Double(rule.label.displayWidth)
      let isRight = held(rule.value) + half > right
      let isLeft = held(rule.value) - half < left
      canvas.text(
        rule.kind.rawValue + "Text", isInside(rule.value) ? rule.label : "\(rule.label) →",
        x: isRight ? right : isLeft ? left : x(rule.value), y: top - 7,
        anchor: isRight ? .end : isLeft ? .start : .middle)
    }
  }

  private func drawRow(_ index: Int, middle: Double, on canvas: inout Sketch) {
    let row = plot.rows[index]
    canvas.open(title: row.title, data: row.detector.map { [("detector", String($0))] } ?? [])
    if let detector = row.detector {
      canvas.link(to: "detector-\(detector)", name: row.title) { drawContent(index, middle, on: &$0) }
    } else {
      drawContent(index, middle, on: &canvas)
    }
    canvas.close()
  }

  private func drawContent(_ index: Int, _ middle: Double, on canvas: inout Sketch) {
    let (row, lines) = (plot.rows[index], names[index])
    for (place, line) in lines.enumerated() {
      let shift = (Double(place) - Double(lines.count - 1) / 2) * (nameSize + 1.5)
      canvas.text("ink", line, x: left - 10, y: middle + shift + 4, anchor: .end, size: nameSize)
    }
    canvas.line("grid", from: (left, middle), to: (right, middle))
    for mark in row.marks { draw(mark, row.style, middle, on: &canvas) }
    canvas.text("faint", row.text, x: Self.width - 14, y: middle + 4, anchor: .end)
  }

  private func draw(
    _ mark: RowPlot.Mark, _ style: Int?, _ y: Double, on canvas: inout Sketch
  ) {
    switch mark {
    case .line(let from, let to):
      guard x(from) < right, x(to) > left else { return }
      let caps = [from, to].filter { abs(held($0) - x($0)) < 0.05 }.map {
        "M\(SVGText.point(x($0), y - 3.5))v7"
      }
      .joined()
      canvas.path(
        FigureStyle.colourClass(style), "M\(SVGText.point(held(from), y))H\(SVGText.number(held(to)))\(caps)")
    case .box(let from, let to):
      guard x(from) < right, x(to) > left else { return }
      canvas.path(
        FigureStyle.dotClass(style),
        "M\(SVGText.point(held(from), y - 5))H\(SVGText.number(held(to)))v10H\(SVGText.number(held(from)))Z",
        fillOpacity: 0.35)
    case .tick(let value):
      guard isInside(value) else { return drawArrow(value, style, y, on: &canvas) }
      canvas.path("level", "M\(SVGText.point(x(value), y - 7))v14")
    case .dot(let value, let fill):
      guard isInside(value) else { return drawArrow(value, style, y, on: &canvas) }
      canvas.path(
        FigureStyle.dotClass(style), Marker.path(style, x: x(value), y: y),
        fillOpacity: min(1, max(0, fill)))
    case .words(let words):
      let available = Int(saturating: (right - left - 16) / 5.6)
      canvas.text("faint inside", words.truncated(to: available), x: left + 8, y: y + 4, size: 11.5)
    }
  }

  private func drawArrow(_ value: Double, _ style: Int?, _ y: Double, on canvas: inout Sketch) {
    let isRight = x(value) > right
    let (edge, back) = isRight ? (right - 1, "-9") : (left + 1, "9")
    canvas.path(FigureStyle.dotClass(style), "M\(SVGText.point(edge, y))l\(back) 4.5v-9Z")
    canvas.text(
      "ink inside", pageNumber(value, decimals: 1), x: edge + (isRight ? -13 : 13), y: y + 4,
      anchor: isRight ? .end : .start, size: 11.5)
  }
}
