/// Drawing of lines that may leave the panel: they end at its edges.
extension PanelFrame {
  func drawSeries(
    _ points: [Figure.SeriesPoint], _ style: Int?, _ title: String, on canvas: inout Sketch
  ) {
    // Series are shifted a little, or the whiskers of equal values would hide each other.
    let place = style ?? 0
    let shift = Double(place % 2 == 0 ? place : -(place + 1)) * 1.1
    let colour = FigureStyle.colourClass(style)
    canvas.open(title: title)
    for point in points { drawWhisker(point, colour, shift: shift, on: &canvas) }
    drawFading(points, style, shift: shift, on: &canvas)
    for point in points {
      let px = x(point.x) + shift
      let isHollow = point.coverage.map { $0 < Fading.leastFull } ?? false
      let marker = FigureStyle.markerClass(style)
      if y(point.y) < top - 0.05 {
        canvas.path(
          marker, "M\(SVGText.point(px, top + 1))l4.5 8h-9Z", title: "\(point.title) (above the figure)")
      } else if isHollow {
        canvas.path("\(colour) hollow", Marker.path(style, x: px, y: y(point.y)), title: point.title)
      } else {
        canvas.path(marker, Marker.path(style, x: px, y: y(point.y)), title: point.title)
      }
    }
    canvas.close()
  }

  /// Draws an interval as far as the panel reaches, without a cap where it is cut off.
  private func drawWhisker(
    _ point: Figure.SeriesPoint, _ colour: String, shift: Double, on canvas: inout Sketch
  ) {
    guard let low = point.low, let high = point.high, y(low) > top else { return }
    let px = x(point.x) + shift
    let (from, to) = (SVGText.number(min(bottom, y(low))), SVGText.number(max(top, y(high))))
    let cap = SVGText.number(px - 3)
    let end = y(high) >= top ? "M\(cap) \(to)h6" : ""
    canvas.path(colour, "M\(cap) \(from)h6M\(SVGText.number(px)) \(from)V\(to)\(end)")
  }

  /// Draws one path for each section of equal strength.
  private func drawFading(
    _ points: [Figure.SeriesPoint], _ style: Int?, shift: Double, on canvas: inout Sketch
  ) {
    var (pieces, strength) = ([[Pixel]](), 1.0)
    func finish() {
      canvas.path(
        FigureStyle.colourClass(style), Self.path(of: pieces), dash: FigureStyle.dash(style),
        strokeOpacity: strength < 1 ? strength : nil)
      pieces = []
    }
    for (a, b) in zip(points, points.dropFirst()) {
      let next = (Fading.strength(a.coverage) + Fading.strength(b.coverage)) / 2
      if next != strength, !pieces.isEmpty { finish() }
      strength = next
      guard let piece = clipped(pixel(a.x, a.y, shift: shift), pixel(b.x, b.y, shift: shift)) else {
        continue
      }
      Self.append(piece, to: &pieces)
    }
    if !pieces.isEmpty { finish() }
  }

  /// Draws a line. Pieces above or below the panel are left out; a line that leaves it ends at its edge.
  func drawCurve(
    _ points: [Figure.Point], _ style: String, dash: String, _ title: String, on canvas: inout Sketch
  ) {
    var pieces: [[Pixel]] = []
    for (a, b) in zip(points, points.dropFirst()) {
      if let piece = clipped(pixel(a.x, a.y), pixel(b.x, b.y)) { Self.append(piece, to: &pieces) }
    }
    // A line of one point would be invisible.
    if points.count == 1, let only = points.first, y(only.y) >= top - 0.05 {
      let place = pixel(only.x, only.y)
      pieces = [[Pixel(x: place.x - 3, y: place.y), Pixel(x: place.x + 3, y: place.y)]]
    }
    guard !pieces.isEmpty else { return }
    canvas.path(style, Self.path(of: pieces), dash: dash, title: title)
  }

  /// A place on the page. The y of distant ones is clamped so that differences keep their precision.
  struct Pixel: Equatable {
    let x: Double
    let y: Double
  }

  private func pixel(_ px: Double, _ py: Double, shift: Double = 0) -> Pixel {
    Pixel(x: x(px) + shift, y: min(1e6, max(-1e6, y(py))))
  }

  /// Returns the part of a straight piece between the panel's upper and lower edge.
  private func clipped(_ a: Pixel, _ b: Pixel) -> (from: Pixel, to: Pixel)? {
    let (upper, lower) = (top - 0.05, bottom + 0.05)
    func isInside(_ place: Pixel) -> Bool { place.y >= upper && place.y <= lower }
    func at(_ edge: Double) -> Pixel { Pixel(x: a.x + (edge - a.y) / (b.y - a.y) * (b.x - a.x), y: edge) }
    if isInside(a), isInside(b) { return (a, b) }
    guard min(a.y, b.y) < lower, max(a.y, b.y) > upper else { return nil }
    func end(_ place: Pixel) -> Pixel {
      isInside(place) ? place : at(place.y < upper ? top : bottom)
    }
    return (end(a), end(b))
  }

  private static func append(_ piece: (from: Pixel, to: Pixel), to pieces: inout [[Pixel]]) {
    if let last = pieces.last?.last, last == piece.from {
      pieces[pieces.count - 1].append(piece.to)
    } else {
      pieces.append([piece.from, piece.to])
    }
  }

  private static func path(of pieces: [[Pixel]]) -> String {
    pieces.map { "M" + $0.map { SVGText.point($0.x, $0.y) }.joined(separator: "L") }.joined()
  }

  // MARK: Labels beside the panel

  /// Returns the width to the right for the labels of rules and of lines' ends; series need none.
  static func rightMargin(of panel: Figure.Panel) -> Double {
    var widths: [Double] = []
    for mark in panel.marks {
      if case .rule = mark { widths.append(44) }
      if case .curve(_, _, let label, _) = mark, !label.isEmpty {
        widths.append(22 + 6.6 * Double(label.displayWidth))
      }
      if case .chance(_, let label, _) = mark, !label.isEmpty {
        widths.append(8 + 6.8 * Double(label.displayWidth))
      }
    }
    return widths.max().map { $0 + 8 } ?? 18
  }

  private struct Label {
    let text: String
    let style: String
    /// Style of the marker before it; `nil`: it has none.
    let marker: Int?
    var y: Double
  }

  /// Draws the labels of rules and of lines' ends, pushed apart where they are close.
  func drawLabels(on canvas: inout Sketch) {
    var labels = panel.marks.compactMap(label).sorted { $0.y < $1.y }
    let pitch = 13.0
    for index in labels.indices.dropFirst() {
      labels[index].y = max(labels[index].y, labels[index - 1].y + pitch)
    }
    // A label that was pushed below the panel moves the others up again.
    var floor = bottom + 4
    for index in labels.indices.reversed() {
      labels[index].y = min(labels[index].y, floor)
      floor = labels[index].y - pitch
    }
    for label in labels {
      if let marker = label.marker {
        canvas.path(FigureStyle.markerClass(marker), Marker.path(marker, x: right + 11, y: label.y))
      }
      canvas.text(
        label.style, label.text, x: right + (label.marker == nil ? 5 : 20), y: label.y + 4, size: 12)
    }
  }

  private func label(of mark: Figure.Mark) -> Label? {
    func end(_ points: [Figure.Point]) -> Double? {
      points.max { x($0.x) < x($1.x) }.map { heldY($0.y) }
    }
    if case .rule(let value, let kind, let label, _) = mark, !label.isEmpty {
      return Label(text: label, style: kind.rawValue + "Text", marker: nil, y: heldY(value))
    }
    if case .curve(let points, let style, let label, _) = mark, !label.isEmpty {
      return end(points).map { Label(text: label, style: "ink", marker: style, y: $0) }
    }
    if case .chance(let points, let label, _) = mark, !label.isEmpty {
      return end(points).map { Label(text: label, style: "chanceText", marker: nil, y: $0) }
    }
    return nil
  }
}

/// Strength of a line, by the share of windows that were answered.
enum Fading {
  /// Share of answered windows below which a point is hollow.
  static let leastFull = 0.8

  /// Returns 1 from 95 per cent on, 0.25 up to 50 per cent, linear between; in steps of a twentieth.
  static func strength(_ coverage: Double?) -> Double {
    guard let coverage else { return 1 }
    let share = min(1, max(0, (coverage - 0.5) / 0.45))
    return (20 * (0.25 + 0.75 * share)).rounded() / 20
  }
}
