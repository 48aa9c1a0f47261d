internal import HREvaluation

/// Critical-difference figure: detectors on a line of mean ranks, with bars under those that cannot be told apart (J.
/// Demšar, J. Mach. Learn. Res. 7:1-30, 2006).
struct RankingFigure: Drawing {
  let ranking: Ranking
  private static let span = 268.0
  private static let pitch = 22.0
  private static let linePitch = 14.0
  private static let axis = 74.0
  private static let mostHeight = 1400.0
  /// Maximum number of ranks with a number each.
  private static let mostNumbered = 16
  private static let numberStep = 5

  var title: String { "Ranking of the detectors: \(ranking.scenario)" }

  var caption: String {
    "Mean rank of each detector \(RankingText.ground(ranking)); 1, on the left, is the smallest error. A thick bar "
      + "joins detectors whose mean ranks differ by less than the critical difference of \(fixed(ranking.criticalDifference.ranks, decimals: 2)) "
      + "(Nemenyi, 95 %): the data do not distinguish them."
  }

  private var order: [Int] { ranking.order }
  private var half: Int { (order.count + 1) / 2 }

  /// Number of columns of a line of a name: wide enough for the longest in three lines.
  private var nameColumns: Int {
    let longest = order.map { label($0).displayWidth }.max() ?? 0
    return longest <= 31 ? 31 : min(46, max(31, longest / 2 + 6))
  }

  private var left: Double { (20 + 6.65 * Double(nameColumns)).rounded() }
  private var right: Double { left + Self.span }
  private var width: Double { right + left }

  private func label(_ detector: Int) -> String {
    "\(ranking.detectors[detector]) (\(fixed(ranking.friedman.averageRanks[detector], decimals: 2)))"
  }

  private func x(_ rank: Double) -> Double {
    let last = Double(max(2, ranking.detectors.count))
    return left + (rank - 1) / (last - 1) * Self.span
  }

  /// Height of the bars of groups, which take a row each below the axis.
  private var barsHeight: Double { 14 + 9 * Double(ranking.criticalDifference.cliques.count) }

  var sketch: Sketch {
    var canvas = Sketch()
    canvas.text("ink", title.truncated(to: Int(saturating: width / 8.2)), x: 14, y: 23, size: 15, bold: true)
    drawAxis(on: &canvas)
    drawCliques(on: &canvas)
    drawDetectors(on: &canvas)
    (canvas.width, canvas.height) = (width, Self.axis + barsHeight + rowPlaces.total + 24)
    return canvas
  }

  private func drawAxis(on canvas: inout Sketch) {
    canvas.line("frame", from: (left, Self.axis), to: (right, Self.axis))
    for rank in 1...max(2, ranking.detectors.count) {
      let place = x(Double(rank))
      canvas.line("frame", from: (place, Self.axis - 5), to: (place, Self.axis))
      guard ranking.detectors.count <= Self.mostNumbered || rank % Self.numberStep == 0 else { continue }
      canvas.text("faint", String(rank), x: place, y: Self.axis - 9, anchor: .middle)
    }
    let length = x(1 + ranking.criticalDifference.ranks) - x(1)
    let end = min(left + length, width - 20)
    canvas.line("bias", from: (left, 48), to: (end, 48), title: "critical difference")
    canvas.text(
      "biasText", "critical difference \(fixed(ranking.criticalDifference.ranks, decimals: 2))", x: left,
      y: 42, size: 11.5)
  }

  private func drawCliques(on canvas: inout Sketch) {
    for (row, clique) in ranking.criticalDifference.cliques.enumerated() {
      let ranks = clique.map { ranking.friedman.averageRanks[$0] }
      guard let first = ranks.min(), let last = ranks.max() else { continue }
      let y = Self.axis + 10 + 9 * Double(row)
      canvas.rect(
        "m0", x: x(first) - 4, y: y - 2, width: x(last) - x(first) + 8, height: 4.5,
        title: "not distinguished: " + clique.map { ranking.detectors[$0] }.joined(separator: ", "))
    }
  }

  /// Names of a row, left and right. The row has as many lines as the longer one.
  private var rows: [(left: [String], right: [String])] {
    (0..<half).map { row in
      let other = order.count - 1 - row
      func lines(_ place: Int) -> [String] { label(order[place]).lines(of: nameColumns, atMost: 3) }
      return (lines(row), other >= half ? lines(other) : [])
    }
  }

  /// Middles of the rows, from the first one's top, closer together if there are very many.
  private var rowPlaces: (middles: [Double], total: Double) {
    let heights = rows.map { Self.pitch + Self.linePitch * Double(max($0.left.count, $0.right.count) - 1) }
    let available = Self.mostHeight - Self.axis - barsHeight - 24
    let share = min(1, max(0.5, available / max(1, heights.reduce(0, +))))
    var (middles, top) = ([Double](), 0.0)
    for height in heights {
      middles.append(top + share * height / 2)
      top += share * height
    }
    return (middles, top)
  }

  /// Draws the names of the better half on the left, those of the others on the right, each with a line to its rank.
  private func drawDetectors(on canvas: inout Sketch) {
    let (rows, middles) = (rows, rowPlaces.middles)
    for (place, detector) in order.enumerated() {
      let isLeft = place < half
      let row = isLeft ? place : order.count - 1 - place
      let y = Self.axis + barsHeight + middles[row]
      let rank = ranking.friedman.averageRanks[detector]
      let end = isLeft ? left - 8 : right + 8
      let (px, from, to) = (SVGText.number(x(rank)), SVGText.number(Self.axis), SVGText.number(y))
      canvas.path(
        "frame", "M\(px) \(from)V\(to)H\(SVGText.number(end))",
        title: "\(ranking.detectors[detector]), mean rank \(fixed(rank, decimals: 2))")
      let lines = isLeft ? rows[row].left : rows[row].right
      for (index, line) in lines.enumerated() {
        let shift = Self.linePitch * (Double(index) - Double(lines.count - 1) / 2)
        canvas.text(
          "ink", line, x: isLeft ? end - 5 : end + 5, y: y + shift + 4, anchor: isLeft ? .end : .start)
      }
    }
  }
}
