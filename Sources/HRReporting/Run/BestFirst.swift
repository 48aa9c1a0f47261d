internal import HREvaluation
internal import HRStatistics

/// Detectors that have a panel if there is not one for each of them.
struct BestFirst {
  /// Maximum number of panels that a reader can take in.
  static let mostPanels = 6

  let shown: [Evaluation.Row]
  /// Number of rows without a panel.
  let leftOut: Int

  /// - Parameter rows: rows of one scenario.
  init(_ rows: [Evaluation.Row]) {
    let sorted = rows.bestFirst
    shown = Array(sorted.prefix(Self.mostPanels))
    leftOut = sorted.count - shown.count
  }

  /// Returns a sentence for a caption, with a space before it; empty if no row is left out.
  static func leftOut(_ count: Int) -> String {
    guard count > 0 else { return "" }
    return
      " Shown are the \(mostPanels) that answered the largest share of all windows right; \(grouped(count)) more \(count == 1 ? "is" : "are") left out."
  }
}
