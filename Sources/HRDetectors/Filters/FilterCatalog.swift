internal import HRPlugins

extension Catalog<FilterEntry> {
  /// Filters beyond the first five.
  static let further: [FilterEntry] = [
    FilterEntry(InvertFilter.self)
  ]
}
