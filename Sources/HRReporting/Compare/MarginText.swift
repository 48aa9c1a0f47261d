internal import HREvaluation
internal import HRSupport

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
