/// How a panel draws dots: many of them in few paths, since a path of its own for each would make the file ten times as
/// long. Several paths, because dots of one path do not darken where they overlap.
extension PanelFrame {
  /// So many dots must be seen one by one; more by where they crowd.
  private static let few = 400

  func drawCloud(_ points: [Figure.Point], _ title: String, on canvas: inout SVGText) {
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

  /// - Parameters:
  ///   - groups: in the order in which they are drawn.
  ///   - areShaped: each has a shape as well; few groups only.
  ///   - title: of all of them.
  ///   - canvas: to draw on.
  func drawGroups(
    _ groups: [Figure.DotGroup], areShaped: Bool, _ title: String, on canvas: inout SVGText
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

  /// At the edge that a point lies beyond; `nil` inside the panel. Sideways it is held at the edge.
  private func arrow(_ point: Figure.Point) -> String? {
    let (px, py) = (min(right, max(left, x(point.x))), y(point.y))
    if py < top { return "M\(SVGText.point(px, top + 1))l3 6h-6Z" }
    if py > bottom { return "M\(SVGText.point(px, bottom - 1))l3 -6h-6Z" }
    if x(point.x) < left { return "M\(SVGText.point(left + 1, py))l6 3v-6Z" }
    if x(point.x) > right { return "M\(SVGText.point(right - 1, py))l-6 3v-6Z" }
    return nil
  }
}
