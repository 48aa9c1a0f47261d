internal import HRSupport

/// A sketch as SVG: a file of its own, or an element of a page. Coordinates have one decimal.
package struct SVGText {
  private let sketch: Sketch

  package init(_ sketch: Sketch) { self.sketch = sketch }

  /// Returns the marks, with links and data only if they are within a page.
  private func body(isInPage: Bool) -> String {
    sketch.marks.map { Self.text($0, isInPage: isInPage) }.joined()
  }

  private static func text(_ mark: Sketch.Mark, isInPage: Bool) -> String {
    switch mark {
    case .group(let style, let title, let data):
      let shown = isInPage ? data.map { " data-\($0.name)=\"\(escaped($0.value))\"" }.joined() : ""
      return
        "<g\(style.isEmpty ? "" : " class=\"\(style)\"")\(shown)>\(title.isEmpty ? "" : "<title>\(escaped(title))</title>")\n"
    case .groupEnd: return "</g>\n"
    case .link(let target, let name):
      return isInPage ? "<a href=\"#\(escaped(target))\" aria-label=\"\(escaped(name))\">\n" : ""
    case .linkEnd: return isInPage ? "</a>\n" : ""
    case .rect(let style, let (x, y), let width, let height, let title):
      return
        "<rect class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\""
        + ending("rect", title)
    case .path(let style, let data, let dash, let title, let strokeOpacity, let fillOpacity):
      var text = "<path class=\"\(style)\" d=\"\(data)\""
      if let strokeOpacity { text += " stroke-opacity=\"\(fixed(strokeOpacity, decimals: 2))\"" }
      if let fillOpacity { text += " fill-opacity=\"\(fixed(fillOpacity, decimals: 2))\"" }
      if !dash.isEmpty { text += " stroke-dasharray=\"\(dash)\"" }
      return text + ending("path", title)
    case .text(let style, let words, let (x, y), let anchor, let size, let isBold, let isUpward):
      var text = "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" "
      text += "text-anchor=\"\(anchor.rawValue)\" font-size=\"\(number(size))\""
      if isBold { text += " font-weight=\"600\"" }
      if isUpward { text += " transform=\"rotate(-90 \(number(x)) \(number(y)))\"" }
      return text + ">\(escaped(words))</text>\n"
    }
  }

  /// Beginning and end of the first line of every file, by which hreval recognises its own figures.
  static let opening = "<svg xmlns=\"http://www.w3.org/2000/svg\""
  static let role = "role=\"img\" font-family=\"system-ui, 'Helvetica Neue', Arial, sans-serif\">"

  /// Returns the whole file.
  ///
  /// - Parameter rules: rules of styles that only this figure has.
  package func document(title: String, description: String, rules: String = "") -> String {
    """
    \(Self.opening) viewBox="0 0 \(Self.point(sketch.width, sketch.height))" \
    width="\(Self.number(sketch.width))" height="\(Self.number(sketch.height))" \(Self.role)
    <title>\(Self.escaped(title))</title>
    <desc>\(Self.escaped(description))</desc>
    <style>
    \(FigureStyle.sheet)\(rules)</style>
    <rect class="page" width="100%" height="100%"/>
    \(body(isInPage: false))</svg>

    """
  }

  /// Returns an element of an HTML page, with the width that the page gives it. Its description is beside it there.
  ///
  /// - Parameter title: for people who cannot see it. An image would hide links inside from screen readers.
  func element(title: String) -> String {
    """
    <svg class="drawing" style="max-width:\(Self.number(1.25 * sketch.width))px" viewBox="0 0 \(Self.point(sketch.width, sketch.height))" \
    role="\(sketch.hasLinks ? "group" : "img")" aria-label="\(Self.escaped(title))">
    \(body(isInPage: true))</svg>

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
    let text = text.printable
    guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else {
      return text
    }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
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
