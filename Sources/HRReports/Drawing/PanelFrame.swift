internal import HRSignals

/// One panel on the page: where data values lie in pixels, and how they are drawn.
struct PanelFrame {
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double
  let panel: Figure.Panel

  init(left: Double, top: Double, width: Double, height: Double, panel: Figure.Panel) {
    self.left = left + 58
    // Labels of rules stand beside the panel; series need no such room.
    let hasLabels = panel.marks.contains { if case .rule = $0 { true } else { false } }
    right = left + width - (hasLabels ? 52 : 18)
    self.top = top + (panel.title.isEmpty ? 16 : 40)
    bottom = top + height - 44
    self.panel = panel
  }

  func draw(on canvas: inout SVGText) {
    canvas.open(title: panel.title)
    let room = Int(saturating: (right - left + 40) / 6.6)
    canvas.text("ink", panel.title.truncated(to: room), x: left, y: top - 22, size: 13, bold: true)
    canvas.text("faint", panel.note.truncated(to: room + 4), x: left, y: top - 7, size: 11.5)
    drawAxes(on: &canvas)
    for mark in panel.marks { draw(mark, on: &canvas) }
    drawLabels(on: &canvas)
    drawUprightLabels(on: &canvas)
    canvas.close()
  }

  func x(_ value: Double) -> Double {
    let share = panel.x.scale.position(of: value)
    return left + (panel.x.isReversed ? 1 - share : share) * (right - left)
  }

  func y(_ value: Double) -> Double {
    let share = panel.y.scale.position(of: value)
    return bottom - (panel.y.isReversed ? 1 - share : share) * (bottom - top)
  }

  /// The same, held inside the panel.
  private func heldY(_ value: Double) -> Double { min(bottom, max(top, y(value))) }

  private func drawAxes(on canvas: inout SVGText) {
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

  private func draw(_ mark: Figure.Mark, on canvas: inout SVGText) {
    switch mark {
    case .points(let points, let title): drawCloud(points, title, on: &canvas)
    case .band(let low, let high, let kind, let title):
      canvas.rect(
        kind.rawValue + "Band", x: left, y: heldY(high), width: right - left,
        height: heldY(low) - heldY(high), title: title)
    case .rule(let value, let kind, _, let title):
      canvas.line(kind.rawValue, from: (left, heldY(value)), to: (right, heldY(value)), title: title)
    case .series(let points, let style, let title): drawSeries(points, style, title, on: &canvas)
    case .curve(let points, let style, let title):
      drawCurve(points, FigureStyle.colourClass(style), dash: FigureStyle.dash(style), title, on: &canvas)
    case .hair(let points, let title): drawCurve(points, "hair", dash: "", title, on: &canvas)
    case .trace(let lines, let title): drawTrace(lines, title, on: &canvas)
    case .level(let value, let from, let to, let title):
      canvas.line("level", from: (x(from), y(value)), to: (x(to), y(value)), title: title)
    case .upright(let value, let kind, _, let title):
      canvas.line(kind.rawValue, from: (x(value), top), to: (x(value), bottom), title: title)
    }
  }

  /// Many dots in few paths: a path of its own for each would make the file ten times as long. Several paths, because
  /// dots of one path do not darken where they overlap.
  private func drawCloud(_ points: [Figure.Point], _ title: String, on canvas: inout SVGText) {
    let layers = 12
    var paths = [String](repeating: "", count: layers)
    var beyond = ""
    for (index, point) in points.enumerated() {
      let px = SVGText.number(x(point.x))
      if y(point.y) < top {
        beyond += "M\(px) \(SVGText.number(top + 1))l3 6h-6Z"
      } else if y(point.y) > bottom {
        beyond += "M\(px) \(SVGText.number(bottom - 1))l3 -6h-6Z"
      } else {
        paths[index % layers] += "M\(px) \(SVGText.number(y(point.y)))h0"
      }
    }
    // A few dots must be seen one by one, thousands by where they crowd.
    canvas.open(group: points.count <= 400 ? "cloud few" : "cloud", title: title)
    for path in paths where !path.isEmpty { canvas.path("dots", path) }
    canvas.close()
    if !beyond.isEmpty { canvas.path("beyond", beyond, title: "beyond the scale") }
  }

  private func drawSeries(
    _ points: [Figure.SeriesPoint], _ style: Int, _ title: String, on canvas: inout SVGText
  ) {
    // Shifted a little, or the whiskers of equal values would hide each other.
    let shift = Double(style % 8 % 2 == 0 ? style % 8 : -(style % 8 + 1)) * 1.1
    let colour = FigureStyle.colourClass(style)
    canvas.open(title: title)
    var line = ""
    for point in points {
      line += (line.isEmpty ? "M" : "L") + SVGText.point(x(point.x) + shift, y(point.y))
      if let low = point.low, let high = point.high {
        let px = x(point.x) + shift
        let (from, to) = (SVGText.number(y(low)), SVGText.number(y(high)))
        let cap = SVGText.number(px - 3)
        canvas.path(colour, "M\(cap) \(from)h6M\(SVGText.number(px)) \(from)V\(to)M\(cap) \(to)h6")
      }
    }
    canvas.path(colour, line, dash: FigureStyle.dash(style))
    for point in points {
      canvas.path(
        FigureStyle.markerClass(style), Marker.path(style, x: x(point.x) + shift, y: y(point.y)),
        title: point.title)
    }
    canvas.close()
  }

  /// Pieces above the panel are left out; a line that leaves it ends at its top.
  private func drawCurve(
    _ points: [Figure.Point], _ style: String, dash: String, _ title: String, on canvas: inout SVGText
  ) {
    var line = ""
    var isInside = false
    func crossing(_ a: Figure.Point, _ b: Figure.Point) -> String {
      let share = (y(a.y) - top) / (y(a.y) - y(b.y))
      return SVGText.point(x(a.x) + share * (x(b.x) - x(a.x)), top)
    }
    for (index, point) in points.enumerated() {
      let fits = y(point.y) >= top - 0.05
      if fits {
        if !isInside, index > 0 { line += "M" + crossing(points[index - 1], point) }
        line +=
          (line.isEmpty || (!isInside && index == 0) ? "M" : "L") + SVGText.point(x(point.x), y(point.y))
      } else if isInside {
        line += "L" + crossing(points[index - 1], point)
      }
      isInside = fits
    }
    guard !line.isEmpty else { return }
    canvas.path(style, line, dash: dash, title: title)
  }

  /// Labels of rules, pushed apart where their lines are close.
  private func drawLabels(on canvas: inout SVGText) {
    var labels: [(text: String, kind: Figure.RuleKind, y: Double)] = []
    for case .rule(let value, let kind, let label, _) in panel.marks where !label.isEmpty {
      labels.append((label, kind, heldY(value)))
    }
    labels.sort { $0.y < $1.y }
    let pitch = 13.0
    for index in labels.indices.dropFirst() {
      labels[index].y = max(labels[index].y, labels[index - 1].y + pitch)
    }
    // What was pushed below the panel moves the others up again.
    var floor = bottom + 4
    for index in labels.indices.reversed() {
      labels[index].y = min(labels[index].y, floor)
      floor = labels[index].y - pitch
    }
    for label in labels {
      canvas.text(label.kind.rawValue + "Text", label.text, x: right + 5, y: label.y + 4, size: 12)
    }
  }
}

/// A number in a figure, with a true minus sign.
func pageNumber(_ number: Double, decimals: Int) -> String {
  let text = fixed(number, decimals: decimals)
  return text.hasPrefix("-") ? "−" + text.dropFirst() : text
}
