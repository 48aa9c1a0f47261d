internal import HRNumerics

/// The best way of the rate over the frames of one window, and how clear it is.
struct RidgeWay {
  /// Nearer rates are no rivals.
  private static let rivalHz = 0.15

  private let frames: RateFrames
  private let range: Range<Int>
  /// By frame of the window, then by rate.
  private let scores: [Double]
  /// By frame of the window.
  private let bins: [Int]

  init(frames: RateFrames, range: Range<Int>, scores: [Double], bins: [Int]) {
    (self.frames, self.range, self.scores, self.bins) = (frames, range, scores, bins)
  }

  /// - Parameter start: first working sample of the window, from which places are counted.
  func ridge(from start: Int) -> RateRidge {
    RateRidge(
      ratesHz: zip(range, bins).map { hertz($1, in: $0) },
      places: range.map { frames.middle(of: $0) - Double(start) })
  }

  /// A bin's rate, refined by the parabola through its evidence and that of its neighbours.
  private func hertz(_ bin: Int, in frame: Int) -> Double {
    let grid = frames.grid
    let index = frame * grid.count + bin
    var offset = 0.0
    if bin > 0, bin < grid.count - 1,
      let apex = parabolicApex(frames.evidence[index - 1], frames.evidence[index], frames.evidence[index + 1])
    {
      offset = min(max(apex.offset, -0.5), 0.5)
    }
    return (Double(grid.lowest + bin) + offset) * grid.binHz
  }

  // MARK: Clearness

  /// Mean evidence along the way.
  var evidence: Double { total(in: frames) / Double(range.count) }

  /// Sum of another wave's evidence along this way.
  func total(in other: RateFrames) -> Double {
    zip(range, bins).reduce(0) { $0 + other.evidence[other.row($1.0).lowerBound + $1.1] }
  }

  /// By how much the best way to any other rate at the end falls short.
  var lead: Double {
    guard let end = bins.last else { return 0 }
    let start = (range.count - 1) * frames.grid.count
    return -best(scores[start..<(start + frames.grid.count)], awayFrom: end)
  }

  /// Mean over the frames of the largest evidence for another rate, over ``evidence``; 0…3.
  var rivalry: Double {
    let other = zip(range, bins).reduce(0) { $0 + best(frames.evidence[frames.row($1.0)], awayFrom: $1.1) }
    return min(max(0, other / Double(range.count)) / max(evidence, 0.1), 3)
  }

  private func best(_ row: ArraySlice<Double>, awayFrom bin: Int) -> Double {
    let away = Int(saturating: Self.rivalHz / frames.grid.binHz)
    return row.withUnsafeBufferPointer { row in
      var top = -Double.infinity
      for other in 0..<max(0, bin - away) { top = row[other] > top ? row[other] : top }
      for other in min(bin + away + 1, row.count)..<row.count { top = row[other] > top ? row[other] : top }
      return top
    }
  }
}
