internal import HREvaluation
internal import HRStatistics

/// Which detectors have a panel where there is not one for each of them.
struct BestFirst {
  /// So many panels can be taken in.
  static let mostPanels = 6

  let shown: [Evaluation.Row]
  /// How many rows are not among them.
  let leftOut: Int

  /// - Parameter rows: of one scenario.
  init(_ rows: [Evaluation.Row]) {
    let sorted = rows.bestFirst
    shown = Array(sorted.prefix(Self.mostPanels))
    leftOut = sorted.count - shown.count
  }

  /// A sentence for a caption, with a space before it; empty where nothing is left out.
  static func leftOut(_ count: Int) -> String {
    guard count > 0 else { return "" }
    return
      " Shown are the \(mostPanels) that answered the largest share of all windows right; \(grouped(count)) more \(count == 1 ? "is" : "are") left out."
  }
}
