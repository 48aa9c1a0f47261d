internal import HRSignals

/// Windows of one recording that two runs cut alike, as pairs of their places in the earlier and the later run.
struct MatchingWindows {
  let pairs: [(old: Int, new: Int)]

  /// Pairs equal windows; both lists are in the order of time.
  init(_ old: [TimeRange], _ new: [TimeRange]) {
    guard old != new else {
      pairs = old.indices.map { ($0, $0) }
      return
    }
    var pairs: [(old: Int, new: Int)] = []
    var (first, second) = (0, 0)
    while first < old.count, second < new.count {
      let (a, b) = (old[first], new[second])
      if a == b { pairs.append((first, second)) }
      let (mine, others) = ((a.start, a.end), (b.start, b.end))
      if mine <= others { first += 1 }
      if others <= mine { second += 1 }
    }
    self.pairs = pairs
  }
}
