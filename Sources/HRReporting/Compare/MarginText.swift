internal import HREvaluation
internal import HRSupport

extension Margin {
  /// `0.50 bpm`; of heart-rate variability the margin of each scenario.
  func words(decimals: Int? = 2) -> String {
    guard !ofFigures.isEmpty else {
      return (decimals.map { fixed(bpm, decimals: $0) } ?? shortest(bpm)) + " bpm"
    }
    return "the margin of the figure (" + ofFigures.map { "\($0.name): \(shortest($0.value))" }.firstFew + ")"
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
