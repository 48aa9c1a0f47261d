/// Output of one detector on one unit.
package struct DetectorOutput: Equatable {
  /// One cell per window.
  package var estimates: EstimateColumn
  /// Beats of the detector; `nil` if it gave none, or none were wanted.
  package let train: BeatTrain?

  package init(_ estimates: EstimateColumn, _ train: BeatTrain?) {
    self.estimates = estimates
    self.train = train
  }

  /// Returns the output without the windows whose quality does not suffice, and with the quality's confidence where
  /// one is given.
  package func judged(accepted: [Bool], confidences: [Double?]?) -> DetectorOutput {
    DetectorOutput(estimates.judged(accepted: accepted, confidences: confidences), train)
  }

  /// Creates an output in which every window failed for one reason.
  package init(failed reason: String, count: Int) {
    self.init(EstimateColumn(failed: reason, count: count), nil)
  }
}
