package import HRSignals

/// Ascending spans that do not overlap, and what lies in them.
extension [TimeRange] {
  /// What two such lists have in common.
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
  /// Those of ascending times that, moved earlier by a lag, lie in one of the spans (start included, end not).
  package func within(_ spans: [TimeRange], laterBy lag: Double = 0) -> [Double] {
    var inside: [Double] = []
    var index = 0
    for time in self {
      while index < spans.count, spans[index].end <= time - lag { index += 1 }
      guard index < spans.count else { break }
      if spans[index].start <= time - lag { inside.append(time) }
    }
    return inside
  }

  func count(within spans: [TimeRange]) -> Int { within(spans).count }
}
