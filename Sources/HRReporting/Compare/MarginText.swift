internal import HREvaluation
internal import HRRunning
internal import HRSupport

extension Margin {
  /// `0.50 bpm`; of heart-rate variability the margin of each figure: `10 ms for SDNN, 2 ms for RMSSD`.
  func words(decimals: Int? = 2) -> String {
    guard !ofFigures.isEmpty else {
      return (decimals.map { fixed(bpm, decimals: $0) } ?? shortest(bpm)) + " bpm"
    }
    let bounds = ofFigures.map(\.value)
    return bounds.map { "\(shortest($0.value))\(RunPlan.behind($0.figure.unit)) for \($0.figure.title)" }
      .distinct.joined(separator: ", ")
  }

  /// Who chose it; of several figures some may be declared.
  var originWords: String {
    ofFigures.isEmpty || origin != .usual
      ? origin.words : "hreval's usual ones where the experiment declares none"
  }
}

extension Margin.Origin {
  /// `declared by the experiment`
  var words: String {
    switch self {
    case .declared: "declared by the experiment"
    case .given(let declared?):
      "given after the run, where \(shortest(declared)) bpm was declared before it"
    case .given(nil): "given after the run, and not declared before it"
    case .usual: "hreval's usual margin, for the experiment declares none"
    }
  }
}
