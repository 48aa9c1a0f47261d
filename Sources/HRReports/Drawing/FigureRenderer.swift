extension Figure {
  /// The figure as an SVG file that needs nothing else; follows the reader's light or dark setting.
  var svg: String { FigureRenderer(self).svg }
}

/// Lays panels out, two side by side, and draws them.
private struct FigureRenderer {
  private let figure: Figure
  private let width = 720.0
  private let headHeight = 34.0
  private let columns: Int
  private let panelHeight: Double
  private let legendRows: [[Figure.LegendEntry]]

  init(_ figure: Figure) {
    self.figure = figure
    columns = figure.panels.count > 1 ? 2 : 1
    panelHeight = columns > 1 ? 270 : 380
    var rows: [[Figure.LegendEntry]] = []
    var used = Double.infinity
    for entry in figure.legend {
      let needed = Self.legendWidth(entry.name)
      if used + needed > 690 {
        rows.append([])
        used = 0
      }
      rows[rows.count - 1].append(entry)
      used += needed
    }
    legendRows = rows
  }

  private static func legendWidth(_ name: String) -> Double {
    52 + 7 * Double(min(name.displayWidth, 60))
  }

  var svg: String {
    var canvas = SVGText()
    canvas.text("ink", figure.title.truncated(to: 88), x: 14, y: 23, size: 15, bold: true)
    var top = headHeight
    for row in legendRows {
      drawLegend(row, top: top, on: &canvas)
      top += 20
    }
    let panelWidth = width / Double(columns)
    for (index, panel) in figure.panels.enumerated() {
      let frame = PanelFrame(
        left: Double(index % columns) * panelWidth, top: top + Double(index / columns) * panelHeight,
        width: panelWidth, height: panelHeight, panel: panel)
      frame.draw(on: &canvas)
    }
    let rows = (figure.panels.count + columns - 1) / columns
    return canvas.document(
      width: width, height: top + Double(rows) * panelHeight + 6, title: figure.title,
      description: figure.caption)
  }

  private func drawLegend(_ row: [Figure.LegendEntry], top: Double, on canvas: inout SVGText) {
    var left = 14.0
    for entry in row {
      let (name, index) = (entry.name, entry.style)
      canvas.path(
        FigureStyle.colourClass(index), "M\(SVGText.point(left, top + 8))h26",
        dash: FigureStyle.dash(index))
      canvas.path(FigureStyle.markerClass(index), Marker.path(index, x: left + 13, y: top + 8))
      canvas.text("ink", name.truncated(to: 60), x: left + 32, y: top + 12)
      left += Self.legendWidth(name)
    }
  }
}

/// Shapes that tell series apart without colour.
enum Marker {
  static func path(_ index: Int, x: Double, y: Double) -> String {
    let size = 4.2
    func at(_ dx: Double, _ dy: Double) -> String {
      SVGText.point(x + dx * size, y + dy * size)
    }
    // One further each time the colours start over.
    switch (index + index / 8) % 4 {
    case 0:
      let radius = SVGText.number(size)
      return "M\(at(-1, 0))A\(radius) \(radius) 0 1 1 \(at(1, 0))A\(radius) \(radius) 0 1 1 \(at(-1, 0))Z"
    case 1: return "M\(at(-0.9, -0.9))L\(at(0.9, -0.9))L\(at(0.9, 0.9))L\(at(-0.9, 0.9))Z"
    case 2: return "M\(at(0, -1.2))L\(at(1.1, 0.9))L\(at(-1.1, 0.9))Z"
    default: return "M\(at(0, -1.3))L\(at(1.3, 0))L\(at(0, 1.3))L\(at(-1.3, 0))Z"
    }
  }
}
