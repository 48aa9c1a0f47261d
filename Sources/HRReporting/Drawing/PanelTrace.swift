/// Drawing of values over time.
extension PanelFrame {
  /// Draws the band first, then the line, then a dot for each point, smaller if there are many.
  func drawTrace(_ lines: [[Figure.SeriesPoint]], _ title: String, on canvas: inout Sketch) {
    canvas.open(title: title)
    for line in lines { drawRibbon(line, on: &canvas) }
    for line in lines where line.count > 1 {
      canvas.path(FigureStyle.colourClass(0), "M" + line.map { place($0.x, $0.y) }.joined(separator: "L"))
    }
    let count = lines.reduce(0) { $0 + $1.count }
    let radius = count > 60 ? 1.3 : count > 25 ? 2.4 : 3.4
    // The rims of small dots would cut the line to pieces.
    let style = count > 60 ? FigureStyle.dotClass(0) : FigureStyle.markerClass(0)
    for point in lines.joined() {
      let size = SVGText.number(radius)
      canvas.path(
        style,
        "M\(place(point.x, point.y, dx: -radius))a\(size) \(size) 0 1 1 \(SVGText.number(2 * radius)) 0"
          + "a\(size) \(size) 0 1 1 \(SVGText.number(-2 * radius)) 0Z", title: point.title)
    }
    canvas.close()
  }

  /// Draws one piece for each run of points with intervals; a single point has a bar.
  private func drawRibbon(_ line: [Figure.SeriesPoint], on canvas: inout Sketch) {
    var edges: [(x: Double, low: Double, high: Double)] = []
    func finish() {
      if let only = edges.first, edges.count == 1 {
        canvas.line(FigureStyle.colourClass(0), from: (x(only.x), y(only.low)), to: (x(only.x), y(only.high)))
      } else if edges.count > 1 {
        let corners = edges.map { place($0.x, $0.high) } + edges.reversed().map { place($0.x, $0.low) }
        canvas.path("ribbon", "M" + corners.joined(separator: "L") + "Z")
      }
      edges = []
    }
    for point in line {
      if let low = point.low, let high = point.high { edges.append((point.x, low, high)) } else { finish() }
    }
    finish()
  }

  private func place(_ px: Double, _ py: Double, dx: Double = 0) -> String {
    SVGText.point(x(px) + dx, y(py))
  }

  /// Draws a tick label. It is clamped to the panel's edges, since names are longer than numbers.
  func drawTickLabel(_ label: String, at position: Double, on canvas: inout Sketch) {
    let half = Self.textWidth(label) / 2
    let (from, to) = (left - 30, right + 14)
    let (place, anchor): (Double, Sketch.Anchor) =
      position - half < from ? (from, .start) : position + half > to ? (to, .end) : (position, .middle)
    canvas.text("faint", label, x: place, y: bottom + 16, anchor: anchor)
  }

  /// Draws labels of change points along the top, those of other marks along the bottom. A label without space is
  /// left out; the mark's title has it.
  func drawUprightLabels(on canvas: inout Sketch) {
    var taken: [(row: Int, from: Double, to: Double)] = []
    for case .upright(let value, let kind, let label, _) in panel.marks where !label.isEmpty {
      let width = Self.textWidth(label) * 11 / 12
      let start = x(value) + 3 + width < right ? x(value) + 3 : x(value) - 3 - width
      let isAtTop = kind == .limit
      let rows = isAtTop ? 0..<3 : 3..<5
      let free = rows.first { row in
        !taken.contains { $0.row == row && $0.from < start + width + 4 && start < $0.to + 4 }
      }
      guard let row = free, start > left else { continue }
      taken.append((row, start, start + width))
      let height = isAtTop ? top + 12 + 12 * Double(row) : bottom - 5 - 12 * Double(row - 3)
      canvas.text(kind.rawValue + "Text inside", label, x: start, y: height, size: 11)
    }
  }

  /// Returns the approximate width of a text of size 12.
  private static func textWidth(_ text: String) -> Double { 6.4 * Double(text.displayWidth) }
}
