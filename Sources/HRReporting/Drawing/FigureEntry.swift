/// Place of a drawing: in a file of its own, or within a page, which has the rules of its styles.
package enum DrawingPlace: Sendable {
  case file, page
}

/// A drawing with its title and caption.
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
  /// True if parts of it are links, so that it is more than one picture to a screen reader.
  var hasLinks = false
}

extension Drawing {
  /// An SVG file that needs no other file; follows the reader's light or dark setting.
  package var svg: String {
    let sketch = sketch(in: .file)
    return sketch.canvas.document(
      width: sketch.width, height: sketch.height, title: title, description: caption)
  }

  /// The drawing as an element of an HTML page that has ``FigureStyle/pageRules`` and the variables these name. Its
  /// width is the page's. `data-` attributes of panels and rows hold their content and position.
  package var inline: String {
    let sketch = sketch(in: .page)
    return sketch.canvas.element(
      width: sketch.width, height: sketch.height, title: title, hasLinks: sketch.hasLinks)
  }
}

/// A drawing and the path of its file, inside the folder of its page.
package struct FigureEntry<Drawn: Drawing>: Sendable {
  package let path: String
  package let figure: Drawn

  var file: RunFile { RunFile(path: path) { figure.svg } }
}
