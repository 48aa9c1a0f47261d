internal import HRSupport
internal import HRSignals

/// The text of an SVG file under construction. Coordinates are pixels, y down, written with one decimal.
package struct SVGText: Sendable {
  private(set) var body = ""
  private let place: DrawingPlace

  package enum Anchor: String {
    case start, middle, end
  }

  package init(for place: DrawingPlace = .file) {
    self.place = place
  }

  /// Opens a group.
  ///
  /// - Parameters:
  ///   - name: name of the group's style.
  ///   - title: shown while a pointer is over it.
  ///   - data: attributes for scripts, without `data-`; within a page only.
  mutating func open(group name: String = "", title: String = "", data: [(name: String, value: String)] = [])
  {
    body += name.isEmpty ? "<g" : "<g class=\"\(name)\""
    if place == .page {
      for (name, value) in data { body += " data-\(name)=\"\(Self.escaped(value))\"" }
    }
    body += ">"
    if !title.isEmpty { body += "<title>\(Self.escaped(title))</title>" }
    body += "\n"
  }

  mutating func close() {
    body += "</g>\n"
  }

  /// Draws a link to another place of the page; in a file the content is drawn without a link.
  ///
  /// - Parameters:
  ///   - target: id of an element; `nil` draws without a link.
  ///   - name: name of the target, for people who cannot see it.
  ///   - draw: draws the content of the link.
  mutating func link(to target: String?, name: String, _ draw: (inout SVGText) -> Void) {
    guard place == .page, let target else { return draw(&self) }
    body += "<a href=\"#\(Self.escaped(target))\" aria-label=\"\(Self.escaped(name))\">\n"
    draw(&self)
    body += "</a>\n"
  }

  mutating func rect(_ style: String, x: Double, y: Double, width: Double, height: Double, title: String = "")
  {
    body +=
      "<rect class=\"\(style)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
      + "height=\"\(Self.number(height))\""
    body += Self.ending("rect", title)
  }

  /// - Parameters:
  ///   - style: class or classes.
  ///   - data: the path.
  ///   - dash: lengths of strokes and gaps, if these differ from the style's.
  ///   - title: shown while a pointer is over it.
  ///   - strokeOpacity: 0…1, if it differs from the style's.
  ///   - fillOpacity: the same of its inside.
  package mutating func path(
    _ style: String, _ data: String, dash: String = "", title: String = "", strokeOpacity: Double? = nil,
    fillOpacity: Double? = nil
  ) {
    body += "<path class=\"\(style)\" d=\"\(data)\""
    if let strokeOpacity { body += " stroke-opacity=\"\(fixed(strokeOpacity, decimals: 2))\"" }
    if let fillOpacity { body += " fill-opacity=\"\(fixed(fillOpacity, decimals: 2))\"" }
    if !dash.isEmpty { body += " stroke-dasharray=\"\(dash)\"" }
    body += Self.ending("path", title)
  }

  package mutating func line(
    _ style: String, from: (Double, Double), to: (Double, Double), title: String = ""
  ) {
    path(style, "M\(Self.point(from.0, from.1))L\(Self.point(to.0, to.1))", title: title)
  }

  package mutating func text(
    _ style: String, _ text: String, x: Double, y: Double, anchor: Anchor = .start, size: Double = 12,
    bold: Bool = false, upward: Bool = false
  ) {
    body += "<text class=\"\(style)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" "
    body += "text-anchor=\"\(anchor.rawValue)\" font-size=\"\(Self.number(size))\""
    if bold { body += " font-weight=\"600\"" }
    if upward { body += " transform=\"rotate(-90 \(Self.number(x)) \(Self.number(y)))\"" }
    body += ">\(Self.escaped(text))</text>\n"
  }

  /// Beginning and end of the first line of every file, by which hreval recognises its own figures.
  static let opening = "<svg xmlns=\"http://www.w3.org/2000/svg\""
  static let role = "role=\"img\" font-family=\"system-ui, 'Helvetica Neue', Arial, sans-serif\">"

  /// Returns the whole file.
  ///
  /// - Parameter rules: rules of styles that only this figure has.
  package func document(
    width: Double, height: Double, title: String, description: String, rules: String = ""
  ) -> String {
    """
    \(Self.opening) viewBox="0 0 \(Self.point(width, height))" width="\(Self.number(width))" \
    height="\(Self.number(height))" \(Self.role)
    <title>\(Self.escaped(title))</title>
    <desc>\(Self.escaped(description))</desc>
    <style>
    \(FigureStyle.sheet)\(rules)</style>
    <rect class="page" width="100%" height="100%"/>
    \(body)</svg>

    """
  }

  /// Returns an element of an HTML page, with the width that the page gives it. Its description is beside it there.
  ///
  /// - Parameters:
  ///   - width: of the drawing's own coordinates.
  ///   - height: of the same.
  ///   - title: for people who cannot see it.
  ///   - hasLinks: whether there are links inside; an image would hide them from screen readers.
  func element(width: Double, height: Double, title: String, hasLinks: Bool) -> String {
    """
    <svg class="drawing" viewBox="0 0 \(Self.point(width, height))" role="\(hasLinks ? "group" : "img")" \
    aria-label="\(Self.escaped(title))">
    \(body)</svg>

    """
  }

  private static func ending(_ element: String, _ title: String) -> String {
    title.isEmpty ? "/>\n" : "><title>\(escaped(title))</title></\(element)>\n"
  }

  /// Returns a number with one decimal, without a trailing zero.
  package static func number(_ value: Double) -> String {
    let tenths = Int(saturating: (value * 10).rounded())
    let whole = tenths.magnitude / 10
    let rest = tenths.magnitude % 10
    return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }

  /// Returns a place in the data of a path.
  package static func point(_ x: Double, _ y: Double) -> String { "\(number(x)) \(number(y))" }

  /// Returns text as it is written between tags and in attributes, printable. XML has no way to write most control
  /// characters, and a mark of direction would turn the text beside it.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.printable.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
