/// Where a drawing stands: in a file of its own, or within a page, which has the rules of its styles.
package enum DrawingPlace: Sendable {
  case file, page
}

/// What pages say of a drawing beside it, and the drawing itself.
package protocol Drawing: Sendable {
  var title: String { get }
  var caption: String { get }
  func sketch(in place: DrawingPlace) -> Sketch
}

/// A drawing on its canvas.
package struct Sketch: Sendable {
  let canvas: SVGText
  let width: Double
  let height: Double
  /// Whether parts of it lead somewhere, so that it is more than one picture to a screen reader.
  var hasLinks = false
}

extension Drawing {
  /// An SVG file that needs nothing else; follows the reader's light or dark setting.
  package var svg: String {
    let sketch = sketch(in: .file)
    return sketch.canvas.document(
      width: sketch.width, height: sketch.height, title: title, description: caption)
  }

  /// The same as an element of an HTML page that has ``FigureStyle/pageRules`` and the variables these name. As wide as
  /// the page says; panels and rows say in `data-` attributes what and where they are.
  package var inline: String {
    let sketch = sketch(in: .page)
    return sketch.canvas.element(
      width: sketch.width, height: sketch.height, title: title, hasLinks: sketch.hasLinks)
  }
}

/// A drawing and the path it is written to, inside the folder of its page.
package struct FigureEntry<Drawn: Drawing>: Sendable {
  package let path: String
  package let figure: Drawn

  var file: RunFile { RunFile(path: path) { figure.svg } }
}
