package import HRSignals

/// Operations on ascending spans that do not overlap.
extension [TimeRange] {
  /// Returns the intersection of two such lists.
  package func intersection(_ other: [TimeRange]) -> [TimeRange] {
    var common: [TimeRange] = []
    var (i, j) = (0, 0)
    while i < count, j < other.count {
      let start = Swift.max(self[i].start, other[j].start)
      let end = Swift.min(self[i].end, other[j].end)
      if start < end { common.append(TimeRange(start: start, end: end)) }
      if self[i].end < other[j].end { i += 1 } else { j += 1 }
    }
    return common
  }
}

extension [Double] {
  /// Returns those of ascending times that are in one of the spans (start included, end not).
  package func within(_ spans: [TimeRange]) -> [Double] {
    var walk = SpanWalk(spans)
    return filter { walk.contains($0) }
  }

  func count(within spans: [TimeRange]) -> Int { within(spans).count }
}

/// Tests one time after another for being in a span (start included, end not). Nearly ascending times cost few steps
/// each.
struct SpanWalk {
  private let spans: [TimeRange]
  private var index = 0

  init(_ spans: [TimeRange]) {
    self.spans = spans
  }

  mutating func contains(_ time: Double) -> Bool {
    while index > 0, spans[index - 1].end > time { index -= 1 }
    while index < spans.count, spans[index].end <= time { index += 1 }
    return index < spans.count && spans[index].start <= time
  }
}
