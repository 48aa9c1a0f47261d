internal import HRPlugins

extension Catalog<QualityEntry> {
  /// Every quality index that ships with hreval.
  static let all: [QualityEntry] = []
}
