extension Figure {
  package var sketch: Sketch { FigureRenderer(self).sketch }
}

/// Lays panels out, two or more side by side, and draws them.
private struct FigureRenderer {
  private let figure: Figure
  private let width: Double
  private let columns: Int
  private let head: PanelHead
  private let titleLines: [String]
  private let legendRows: [[Figure.LegendEntry]]

  /// Maximum height of a figure. With many panels, these are lower, and then more of them are side by side.
  private static let mostHeight = 1400.0
  private static let leastPanelHeight = 160.0

  init(_ figure: Figure) {
    self.figure = figure
    let available = Self.mostHeight - 160
    var columns = figure.panels.count > 1 ? 2 : 1
    while columns > 1,
      Double((figure.panels.count + columns - 1) / columns) * Self.leastPanelHeight > available
    {
      columns += 1
    }
    self.columns = columns
    width = columns > 1 ? 360 * Double(columns) : 720
    head = PanelHead(figure.panels, width: width / Double(columns))
    titleLines = figure.title.lines(of: Int(saturating: width / 8.2), atMost: 2)
    var rows: [[Figure.LegendEntry]] = []
    var used = Double.infinity
    for entry in figure.legend {
      let needed = Self.legendWidth(entry.name)
      if used + needed > width - 30 {
        rows.append([])
        used = 0
      }
      rows[rows.count - 1].append(entry)
      used += needed
    }
    legendRows = rows
  }

  private static let longestName = 91

  private static func legendWidth(_ name: String) -> Double {
    52 + 7 * Double(min(name.displayWidth, longestName))
  }

  var sketch: Sketch {
    var canvas = Sketch()
    for (index, line) in titleLines.enumerated() {
      canvas.text("ink", line, x: 14, y: 23 + 18 * Double(index), size: 15, bold: true)
    }
    var top = 16 + 18 * Double(titleLines.count)
    for row in legendRows {
      drawLegend(row, top: top, on: &canvas)
      top += 20
    }
    let panelWidth = width / Double(columns)
    let rows = (figure.panels.count + columns - 1) / columns
    let wanted = columns > 1 ? 230 + head.height : 380
    let panelHeight = max(
      Self.leastPanelHeight, min(wanted, (Self.mostHeight - 6 - top) / Double(max(1, rows))))
    for (index, panel) in figure.panels.enumerated() {
      let frame = PanelFrame(
        left: Double(index % columns) * panelWidth, top: top + Double(index / columns) * panelHeight,
        width: panelWidth, height: panelHeight, head: head, panel: panel)
      frame.draw(on: &canvas)
    }
    (canvas.width, canvas.height) = (width, top + Double(rows) * panelHeight + 6)
    return canvas
  }

  private func drawLegend(_ row: [Figure.LegendEntry], top: Double, on canvas: inout Sketch) {
    var left = 14.0
    for entry in row {
      let (name, index) = (entry.name, entry.style)
      let stroke = "M\(SVGText.point(left, top + 8))h26"
      switch entry.look {
      case .line:
        canvas.path(FigureStyle.colourClass(index), stroke, dash: FigureStyle.dash(index))
        canvas.path(FigureStyle.markerClass(index), Marker.path(index, x: left + 13, y: top + 8))
      case .dot: canvas.path(FigureStyle.markerClass(index), Marker.path(index, x: left + 20, y: top + 8))
      case .hair: canvas.path("hair", stroke)
      case .chance: canvas.path("chance", stroke)
      }
      canvas.text("ink", name.truncated(to: Self.longestName), x: left + 32, y: top + 12)
      left += Self.legendWidth(name)
    }
  }
}

/// Shapes that tell series apart without colour.
enum Marker {
  static func path(_ style: Int?, x: Double, y: Double, size: Double = 4.2) -> String {
    func at(_ dx: Double, _ dy: Double) -> String {
      SVGText.point(x + dx * size, y + dy * size)
    }
    switch style ?? 0 {
    case 0:
      let radius = SVGText.number(size)
      return "M\(at(-1, 0))A\(radius) \(radius) 0 1 1 \(at(1, 0))A\(radius) \(radius) 0 1 1 \(at(-1, 0))Z"
    case 1: return "M\(at(-0.9, -0.9))L\(at(0.9, -0.9))L\(at(0.9, 0.9))L\(at(-0.9, 0.9))Z"
    case 2: return "M\(at(0, -1.2))L\(at(1.1, 0.9))L\(at(-1.1, 0.9))Z"
    case 3: return "M\(at(0, -1.3))L\(at(1.3, 0))L\(at(0, 1.3))L\(at(-1.3, 0))Z"
    case 4: return "M\(at(0, 1.2))L\(at(1.1, -0.9))L\(at(-1.1, -0.9))Z"
    case 5:
      return
        "M\(at(-0.4, -1.2))L\(at(0.4, -1.2))L\(at(0.4, -0.4))L\(at(1.2, -0.4))L\(at(1.2, 0.4))L\(at(0.4, 0.4))L\(at(0.4, 1.2))L\(at(-0.4, 1.2))L\(at(-0.4, 0.4))L\(at(-1.2, 0.4))L\(at(-1.2, -0.4))L\(at(-0.4, -0.4))Z"
    case 6: return "M\(at(-1.1, -1.1))L\(at(1.1, -1.1))L\(at(-1.1, 1.1))L\(at(1.1, 1.1))Z"
    default:
      return "M\(at(-1.2, 0.6))L\(at(0, -1.3))L\(at(1.2, 0.6))L\(at(0.5, 1.1))L\(at(0, 0))L\(at(-0.5, 1.1))Z"
    }
  }

  /// Returns a smaller marker with a shorter path, for one of thousands.
  static func small(_ style: Int?, x: Double, y: Double) -> String {
    switch style ?? 0 {
    case 0: "M\(SVGText.point(x - 1.8, y))a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0z"
    case 1: "M\(SVGText.point(x - 1.6, y - 1.6))h3.2v3.2h-3.2z"
    case 2: "M\(SVGText.point(x, y - 2.1))l2 3.7h-4z"
    case 3: "M\(SVGText.point(x, y - 2.3))l2.3 2.3l-2.3 2.3l-2.3-2.3z"
    case 4: "M\(SVGText.point(x, y + 2.1))l2-3.7h-4z"
    case 5: "M\(SVGText.point(x - 0.8, y - 2.3))h1.6v1.5h1.5v1.6h-1.5v1.5h-1.6v-1.5h-1.5v-1.6h1.5z"
    case 6: "M\(SVGText.point(x - 2, y - 2))h4l-4 4h4z"
    default: "M\(SVGText.point(x - 2.2, y + 1.2))l2.2-3.6l2.2 3.6l-1.2 0.8l-1-2l-1 2z"
    }
  }
}
