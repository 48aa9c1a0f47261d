/// Drawing of dots: many of them in few paths, since a path for each would make the file ten times as long. There are
/// several paths, because dots of one path do not darken where they overlap.
extension PanelFrame {
  /// Maximum number of dots that are drawn to be seen one by one; more are drawn as a density.
  private static let few = 400

  func drawCloud(_ points: [Figure.Point], _ title: String, on canvas: inout Sketch) {
    let layers = 12
    var paths = [String](repeating: "", count: layers)
    var beyond = ""
    for (index, point) in points.enumerated() {
      if let arrow = arrow(point) {
        beyond += arrow
      } else {
        paths[index % layers] += "M\(SVGText.point(x(point.x), y(point.y)))h0"
      }
    }
    canvas.open(group: points.count <= Self.few ? "cloud few" : "cloud", title: title)
    for path in paths where !path.isEmpty { canvas.path("dots", path) }
    canvas.close()
    if !beyond.isEmpty { canvas.path("beyond", beyond, title: "beyond the scale") }
  }

  /// Draws dots in groups.
  ///
  /// - Parameters:
  ///   - groups: in the order in which they are drawn.
  ///   - areShaped: whether each has a shape as well; for few groups only.
  ///   - title: title of all of them.
  ///   - canvas: canvas to draw on.
  func drawGroups(
    _ groups: [Figure.DotGroup], areShaped: Bool, _ title: String, on canvas: inout Sketch
  ) {
    let isFew = groups.reduce(0) { $0 + $1.points.count } <= Self.few
    let layers = isFew ? 1 : 3
    canvas.open(title: title)
    var beyond = ""
    for group in groups {
      var paths = [String](repeating: "", count: layers)
      for (index, point) in group.points.enumerated() {
        let (px, py) = (x(point.x), y(point.y))
        if let arrow = arrow(point) {
          beyond += arrow
        } else {
          paths[index % layers] +=
            areShaped ? Marker.small(group.style, x: px, y: py) : "M\(SVGText.point(px, py))h0"
        }
      }
      let style =
        areShaped
        ? "\(FigureStyle.markerClass(group.style)) shapes"
        : "\(FigureStyle.colourClass(group.style)) some"
      for path in paths where !path.isEmpty { canvas.path(style, path, title: group.title) }
    }
    canvas.close()
    if !beyond.isEmpty { canvas.path("beyond", beyond, title: "beyond the scale") }
  }

  /// Returns an arrow at the edge that a point is beyond; `nil` inside the panel. Its horizontal position is clamped
  /// to the panel.
  private func arrow(_ point: Figure.Point) -> String? {
    let (px, py) = (min(right, max(left, x(point.x))), y(point.y))
    if py < top { return "M\(SVGText.point(px, top + 1))l3 6h-6Z" }
    if py > bottom { return "M\(SVGText.point(px, bottom - 1))l3 -6h-6Z" }
    if x(point.x) < left { return "M\(SVGText.point(left + 1, py))l6 3v-6Z" }
    if x(point.x) > right { return "M\(SVGText.point(right - 1, py))l-6 3v-6Z" }
    return nil
  }
}
