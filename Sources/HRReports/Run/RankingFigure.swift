internal import HREvaluation

/// Critical-difference figure: detectors on a line of mean ranks, bars under those that cannot be told apart (J.
/// Demšar, J. Mach. Learn. Res. 7:1-30, 2006).
struct RankingFigure: Drawing {
  let ranking: Ranking
  private static let width = 720.0
  private static let pitch = 22.0
  private static let left = 226.0
  private static let right = 494.0
  private static let nameLength = 23
  private static let axis = 74.0
  /// More ranks than these have no room for a number each.
  private static let mostNumbered = 16
  private static let numberStep = 5

  var title: String { "Ranking of the detectors: \(ranking.scenario)" }

  var caption: String {
    "Mean rank of each detector \(RankingText.ground(ranking)); 1, on the left, is the smallest error. A thick bar "
      + "joins detectors whose mean ranks differ by less than the critical difference of \(fixed(ranking.criticalDifference.ranks, decimals: 2)) "
      + "(Nemenyi, 95 %): these data cannot tell them apart."
  }

  private var order: [Int] { ranking.order }
  private var half: Int { (order.count + 1) / 2 }

  private func x(_ rank: Double) -> Double {
    let last = Double(max(2, ranking.detectors.count))
    return Self.left + (rank - 1) / (last - 1) * (Self.right - Self.left)
  }

  /// Bars of groups take a row each below the axis.
  private var barsHeight: Double { 14 + 9 * Double(ranking.criticalDifference.cliques.count) }

  func sketch(in place: DrawingPlace) -> Sketch {
    var canvas = SVGText(for: place)
    canvas.text("ink", title.truncated(to: 88), x: 14, y: 23, size: 15, bold: true)
    drawAxis(on: &canvas)
    drawCliques(on: &canvas)
    drawDetectors(on: &canvas)
    let height = Self.axis + barsHeight + Self.pitch * Double(half) + 24
    return Sketch(canvas: canvas, width: Self.width, height: height)
  }

  private func drawAxis(on canvas: inout SVGText) {
    canvas.line("frame", from: (Self.left, Self.axis), to: (Self.right, Self.axis))
    for rank in 1...max(2, ranking.detectors.count) {
      let place = x(Double(rank))
      canvas.line("frame", from: (place, Self.axis - 5), to: (place, Self.axis))
      guard ranking.detectors.count <= Self.mostNumbered || rank % Self.numberStep == 0 else { continue }
      canvas.text("faint", String(rank), x: place, y: Self.axis - 9, anchor: .middle)
    }
    let length = x(1 + ranking.criticalDifference.ranks) - x(1)
    let end = min(Self.left + length, Self.width - 20)
    canvas.line("bias", from: (Self.left, 48), to: (end, 48), title: "critical difference")
    canvas.text(
      "biasText", "critical difference \(fixed(ranking.criticalDifference.ranks, decimals: 2))", x: Self.left,
      y: 42, size: 11.5)
  }

  private func drawCliques(on canvas: inout SVGText) {
    for (row, clique) in ranking.criticalDifference.cliques.enumerated() {
      let ranks = clique.map { ranking.friedman.averageRanks[$0] }
      guard let first = ranks.min(), let last = ranks.max() else { continue }
      let y = Self.axis + 10 + 9 * Double(row)
      canvas.rect(
        "m0", x: x(first) - 4, y: y - 2, width: x(last) - x(first) + 8, height: 4.5,
        title: "cannot be told apart: " + clique.map { ranking.detectors[$0] }.joined(separator: ", "))
    }
  }

  /// The better half is named on the left, the others on the right, each with a line to its rank.
  private func drawDetectors(on canvas: inout SVGText) {
    for (place, detector) in order.enumerated() {
      let isLeft = place < half
      let row = isLeft ? place : order.count - 1 - place
      let y = Self.axis + barsHeight + Self.pitch * Double(row) + 10
      let rank = ranking.friedman.averageRanks[detector]
      let end = isLeft ? Self.left - 8 : Self.right + 8
      let (px, from, to) = (SVGText.number(x(rank)), SVGText.number(Self.axis), SVGText.number(y))
      let name = ranking.detectors[detector]
      canvas.path(
        "frame", "M\(px) \(from)V\(to)H\(SVGText.number(end))",
        title: "\(name), mean rank \(fixed(rank, decimals: 2))")
      let label = "\(Self.shortened(name)) (\(fixed(rank, decimals: 2)))"
      canvas.text(
        "ink", label, x: isLeft ? end - 5 : end + 5, y: y + 4, anchor: isLeft ? .end : .start)
    }
  }

  /// Names of variants differ at their ends as often as at their starts, so a long one loses its middle.
  private static func shortened(_ name: String) -> String {
    guard name.displayWidth > nameLength else { return name }
    guard name.displayWidth == name.count else { return name.truncated(to: nameLength) }
    let kept = nameLength - 1
    return name.prefix(kept - kept / 2) + "…" + name.suffix(kept / 2)
  }
}
