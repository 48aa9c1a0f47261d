internal import HRPages

/// A list of blocks as a whole page in HTML.
struct BlockPage {
  /// Stands in the window's bar.
  let title: String
  let blocks: [Block]
  /// Links beyond these would push each other out of the bar.
  private static let mostLinks = 12

  var html: String {
    var body = BlockHTML()
    var shell = PageShell(title: "\(title) – hreval", body: body.text(blocks))
    shell.sections = body.headings.filter { $0.level == 2 }.prefix(Self.mostLinks).map { ($0.text, $0.id) }
    shell.rules = FigureStyle.rulesOfPages
    return shell.pieces.joined()
  }
}
