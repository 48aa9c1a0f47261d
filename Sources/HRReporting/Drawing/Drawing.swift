/// A drawing with its title and caption.
package protocol Drawing: Sendable {
  var title: String { get }
  var caption: String { get }
  var sketch: Sketch { get }
}

extension Drawing {
  /// An SVG file that needs no other file; follows the reader's light or dark setting.
  package var svg: String { SVGText(sketch).document(title: title, description: caption) }

  /// The drawing as an element of an HTML page that has ``FigureStyle/pageRules`` and the variables these name. Its
  /// width is the page's. `data-` attributes of panels and rows hold their content and position.
  package var inline: String { SVGText(sketch).element(title: title) }
}

/// A drawing and the path of its file, inside the folder of its page.
struct FigureEntry: Sendable {
  let path: String
  let figure: any Drawing

  var file: RunFile { RunFile(path: path) { figure.svg } }
}
