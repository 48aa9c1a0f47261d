/// Title and note above the panels of a figure, in as many lines as the longest of them need, so that the axes stay
/// in line.
struct PanelHead {
  private let titleLines: Int
  private let noteLines: Int
  private let titleLength: Int
  private let noteLength: Int

  /// - Parameters:
  ///   - panels: panels of one figure.
  ///   - width: width of a panel with its labels.
  init(_ panels: [Figure.Panel], width: Double) {
    let available = width - 76
    let (titleLength, noteLength) = (Int(saturating: available / 7), Int(saturating: available / 6))
    titleLines = panels.map { Self.lines($0.title, titleLength, 3).count }.max() ?? 0
    noteLines = panels.map { Self.lines($0.note, noteLength, 2).count }.max() ?? 0
    (self.titleLength, self.noteLength) = (titleLength, noteLength)
  }

  /// Height from the top of a panel to its plot.
  var height: Double {
    titleLines + noteLines == 0 ? 16 : 11 + 15 * Double(titleLines) + 14 * Double(noteLines)
  }

  /// Draws the title and note of a panel.
  ///
  /// - Parameters:
  ///   - panel: one of those it was made of.
  ///   - left: left edge of the text.
  ///   - plotTop: upper edge of the plot below.
  ///   - canvas: canvas to draw on.
  func draw(_ panel: Figure.Panel, left: Double, plotTop: Double, on canvas: inout Sketch) {
    let notes = Self.lines(panel.note, noteLength, 2)
    for (index, line) in notes.enumerated() {
      canvas.text(
        "faint", line, x: left, y: plotTop - 7 - 14 * Double(notes.count - 1 - index), size: 11.5)
    }
    let titles = Self.lines(panel.title, titleLength, 3)
    let last = plotTop - 8 - 14 * Double(notes.count)
    for (index, line) in titles.enumerated() {
      canvas.text(
        "ink", line, x: left, y: last - 15 * Double(titles.count - 1 - index), size: 13, bold: true)
    }
  }

  private static func lines(_ text: String, _ available: Int, _ most: Int) -> [String] {
    text.isEmpty ? [] : text.lines(of: available, atMost: most)
  }
}
