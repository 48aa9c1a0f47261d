package import HRStatistics

/// The lag curves of single recordings behind that of a row: those that are drawn, and the largest value of all.
package struct RecordingLagCurves: Sendable {
  /// Most curves that are drawn. More lines would not be legible.
  package static let mostDrawn = 100

  /// Curves that are drawn: at most ``mostDrawn``, evenly chosen.
  package let drawn: [LagCurve]
  /// The largest mean absolute error of any point of any curve, in beats per minute; 0 without a curve.
  package let highestMAEBPM: Double

  /// - Parameter curves: of each recording (and repeat) that has one, in order.
  init(_ curves: [LagCurve]) {
    let count = min(curves.count, Self.mostDrawn)
    drawn = (0..<count).map { curves[$0 * curves.count / count] }
    highestMAEBPM = curves.reduce(0) { highest, curve in
      curve.points.reduce(highest) { max($0, $1.maeBPM) }
    }
  }
}
