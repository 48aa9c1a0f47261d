/// What pages say of a drawing beside it.
protocol Drawing: Sendable {
  var title: String { get }
  var caption: String { get }
  var svg: String { get }
}

/// A drawing and the path it is written to, inside the folder of its page.
struct FigureEntry<Drawn: Drawing>: Sendable {
  let path: String
  let figure: Drawn

  var file: RunFile { RunFile(path: path) { figure.svg } }
}
