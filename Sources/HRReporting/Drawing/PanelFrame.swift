/// One panel on the page: the positions of data values in pixels, and their drawing.
struct PanelFrame {
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double
  let panel: Figure.Panel

  private let head: PanelHead

  /// - Parameters:
  ///   - left: left edge of the panel with its labels.
  ///   - top: top edge of the same.
  ///   - width: width of the same.
  ///   - height: height of the same.
  ///   - head: head of all panels of the figure.
  ///   - panel: the panel to draw.
  init(
    left: Double, top: Double, width: Double, height: Double, head: PanelHead, panel: Figure.Panel
  ) {
    self.left = left + 58
    right = left + width - Self.rightMargin(of: panel)
    self.top = top + head.height
    bottom = top + height - 44
    self.head = head
    self.panel = panel
  }

  func draw(on canvas: inout Sketch) {
    canvas.open(title: panel.title, data: data)
    head.draw(panel, left: left, plotTop: top, on: &canvas)
    drawAxes(on: &canvas)
    for mark in panel.marks { draw(mark, on: &canvas) }
    drawLabels(on: &canvas)
    drawUprightLabels(on: &canvas)
    canvas.close()
  }

  /// Data for scripts: the edges of the plot, and the values there.
  private var data: [(name: String, value: String)] {
    func ends(_ axis: Figure.Axis) -> (Double, Double) {
      axis.isReversed ? (axis.scale.high, axis.scale.low) : (axis.scale.low, axis.scale.high)
    }
    let (x0, x1) = ends(panel.x)
    let (y0, y1) = ends(panel.y)
    return [
      ("name", panel.title), ("left", SVGText.number(left)), ("right", SVGText.number(right)),
      ("top", SVGText.number(top)), ("bottom", SVGText.number(bottom)), ("x0", x0.description),
      ("x1", x1.description), ("y0", y0.description), ("y1", y1.description),
    ]
  }

  func x(_ value: Double) -> Double {
    let share = panel.x.scale.position(of: value)
    return left + (panel.x.isReversed ? 1 - share : share) * (right - left)
  }

  func y(_ value: Double) -> Double {
    let share = panel.y.scale.position(of: value)
    return bottom - (panel.y.isReversed ? 1 - share : share) * (bottom - top)
  }

  /// Returns the same, clamped to the panel.
  func heldY(_ value: Double) -> Double { min(bottom, max(top, y(value))) }

  private func drawAxes(on canvas: inout Sketch) {
    for tick in panel.y.scale.ticks {
      canvas.line("grid", from: (left, y(tick)), to: (right, y(tick)))
      canvas.text(
        "faint", pageNumber(tick, decimals: panel.y.scale.decimals), x: left - 7, y: y(tick) + 4, anchor: .end
      )
    }
    for (index, tick) in panel.x.scale.ticks.enumerated() {
      canvas.line("grid", from: (x(tick), top), to: (x(tick), bottom))
      if panel.x.tickLabels.indices.contains(index) {
        drawTickLabel(panel.x.tickLabels[index], at: x(tick), on: &canvas)
      } else {
        canvas.text(
          "faint", pageNumber(tick, decimals: panel.x.scale.decimals), x: x(tick), y: bottom + 16,
          anchor: .middle)
      }
    }
    canvas.rect("frame", x: left, y: top, width: right - left, height: bottom - top)
    canvas.text("ink", panel.x.title, x: (left + right) / 2, y: bottom + 34, anchor: .middle)
    canvas.text("ink", panel.y.title, x: left - 42, y: (top + bottom) / 2, anchor: .middle, upward: true)
  }

  private func draw(_ mark: Figure.Mark, on canvas: inout Sketch) {
    switch mark {
    case .points(let points, let title): drawCloud(points, title, on: &canvas)
    case .band(let low, let high, let kind, let title):
      canvas.rect(
        kind.rawValue + "Band", x: left, y: heldY(high), width: right - left,
        height: heldY(low) - heldY(high), title: title)
    case .rule(let value, let kind, _, let title):
      canvas.line(kind.rawValue, from: (left, heldY(value)), to: (right, heldY(value)), title: title)
    case .series(let points, let style, let title): drawSeries(points, style, title, on: &canvas)
    case .hair(let points, let title): drawCurve(points, "hair", dash: "", title, on: &canvas)
    case .curve(let points, let style, _, let title):
      drawCurve(points, FigureStyle.colourClass(style), dash: FigureStyle.dash(style), title, on: &canvas)
    case .chance(let points, _, let title): drawCurve(points, "chance", dash: "", title, on: &canvas)
    case .groups(let groups, let areShaped, let title):
      drawGroups(groups, areShaped: areShaped, title, on: &canvas)
    case .sloped(let from, let to, let title): drawCurve([from, to], "level", dash: "", title, on: &canvas)
    case .trace(let lines, let title): drawTrace(lines, title, on: &canvas)
    case .level(let value, let from, let to, let title):
      canvas.line("level", from: (x(from), y(value)), to: (x(to), y(value)), title: title)
    case .upright(let value, let kind, _, let title):
      canvas.line(kind.rawValue, from: (x(value), top), to: (x(value), bottom), title: title)
    }
  }
}
