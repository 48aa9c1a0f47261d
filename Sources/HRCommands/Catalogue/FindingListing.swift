internal import HRSignals

extension Listing.Item {
  /// Lists a kind of finding about data.
  init(finding kind: DataFinding.Kind) {
    self.init(name: kind.rawValue, summary: kind.title, facts: [("rule", kind.rule)])
  }
}
