/// A list of blocks as a whole page in HTML.
struct BlockPage {
  /// Title of the window.
  let title: String
  let blocks: [Block]
  /// Maximum number of links; more would not fit in the bar.
  private static let mostLinks = 12

  var html: String {
    var body = BlockHTML()
    var shell = PageShell(title: "\(title) – hreval", body: body.text(blocks))
    shell.sections = body.headings.filter { $0.level == 2 }.prefix(Self.mostLinks).map { ($0.text, $0.id) }
    shell.rules = FigureStyle.rulesOfPages
    return shell.pieces.joined()
  }
}
