internal import HRSignals

extension Listing.Item {
  /// What can be suspected of data.
  init(finding kind: DataFinding.Kind) {
    self.init(name: kind.rawValue, summary: kind.title, facts: [("rule", kind.rule)])
  }
}
