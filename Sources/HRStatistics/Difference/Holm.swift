/// The step-down correction for several tests (S. Holm, Scandinavian Journal of Statistics 6:65-70, 1979).
public enum Holm {
  /// Adjusted p values in the order given: of k tests the i-th smallest p times (k − i + 1), never below a smaller
  /// one's and never above 1. Equal p values get equal ones.
  ///
  /// - Precondition: values from 0 to 1.
  public static func adjusted(_ p: [Double]) -> [Double] {
    precondition(p.allSatisfy { $0 >= 0 && $0 <= 1 }, "p values lie between 0 and 1")
    var adjusted = p
    var highest = 0.0
    for (place, index) in AscendingOrder(p).indices.enumerated() {
      highest = max(highest, min(1, p[Int(clamping: index)] * Double(p.count - place)))
      adjusted[Int(clamping: index)] = highest
    }
    return adjusted
  }
}
