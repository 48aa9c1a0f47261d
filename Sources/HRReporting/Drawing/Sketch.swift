/// A drawing as a value: marks on a canvas, in the order in which they are drawn. ``SVGText`` and ``TikZText`` write it.
/// Coordinates are pixels, y down. Styles are names of ``FigureStyle``; of several, later ones override earlier ones.
package struct Sketch: Sendable {
  private(set) var marks: [Mark] = []
  package var width = 0.0
  package var height = 0.0

  typealias Place = (x: Double, y: Double)
  typealias Datum = (name: String, value: String)

  enum Mark: Sendable {
    /// The beginning of a group or link, and its end.
    case group(style: String, title: String, data: [Datum])
    case groupEnd
    case link(target: String, name: String)
    case linkEnd
    case rect(style: String, Place, width: Double, height: Double, title: String)
    /// A path in SVG's notation.
    case path(
      style: String, String, dash: String, title: String, strokeOpacity: Double?, fillOpacity: Double?)
    case text(style: String, String, Place, Anchor, size: Double, isBold: Bool, isUpward: Bool)
  }

  package enum Anchor: String, Sendable {
    case start, middle, end
  }

  package init() {}

  /// True if parts of it are links, so that it is more than one picture to a screen reader.
  var hasLinks: Bool { marks.contains { if case .link = $0 { true } else { false } } }

  /// Opens a group.
  ///
  /// - Parameters:
  ///   - style: style of the marks in it.
  ///   - title: shown while a pointer is over it.
  ///   - data: for scripts of a page.
  mutating func open(group style: String = "", title: String = "", data: [Datum] = []) {
    marks.append(.group(style: style, title: title, data: data))
  }

  mutating func close() { marks.append(.groupEnd) }

  /// Draws a link to another place of the page; in a file the content is drawn without a link.
  ///
  /// - Parameters:
  ///   - target: id of an element.
  ///   - name: name of the target, for people who cannot see it.
  ///   - draw: draws the content of the link.
  mutating func link(to target: String, name: String, _ draw: (inout Sketch) -> Void) {
    marks.append(.link(target: target, name: name))
    draw(&self)
    marks.append(.linkEnd)
  }

  mutating func rect(_ style: String, x: Double, y: Double, width: Double, height: Double, title: String = "")
  {
    marks.append(.rect(style: style, (x, y), width: width, height: height, title: title))
  }

  /// - Parameters:
  ///   - style: style or styles.
  ///   - data: the path in SVG's notation.
  ///   - dash: lengths of strokes and gaps, if these differ from the style's.
  ///   - title: shown while a pointer is over it.
  ///   - strokeOpacity: 0…1, if it differs from the style's.
  ///   - fillOpacity: the same of its inside.
  package mutating func path(
    _ style: String, _ data: String, dash: String = "", title: String = "", strokeOpacity: Double? = nil,
    fillOpacity: Double? = nil
  ) {
    marks.append(
      .path(
        style: style, data, dash: dash, title: title, strokeOpacity: strokeOpacity, fillOpacity: fillOpacity))
  }

  package mutating func line(
    _ style: String, from: (Double, Double), to: (Double, Double), title: String = ""
  ) {
    path(style, "M\(SVGText.point(from.0, from.1))L\(SVGText.point(to.0, to.1))", title: title)
  }

  package mutating func text(
    _ style: String, _ text: String, x: Double, y: Double, anchor: Anchor = .start, size: Double = 12,
    bold: Bool = false, upward: Bool = false
  ) {
    marks.append(
      .text(style: style, text, (x, y), anchor, size: size, isBold: bold, isUpward: upward))
  }
}
