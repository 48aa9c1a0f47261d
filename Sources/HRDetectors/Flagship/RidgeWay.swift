internal import HRNumerics

/// The best rate path over the frames of one window.
struct RidgeWay {
  private let frames: RateFrames
  private let range: Range<Int>
  /// Bins of the path, by frame of the window.
  private let bins: [Int]

  init(frames: RateFrames, range: Range<Int>, bins: [Int]) {
    (self.frames, self.range, self.bins) = (frames, range, bins)
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

  /// Sum of a wave's evidence along this path.
  func total(in wave: RateFrames) -> Double {
    zip(range, bins).reduce(0) { $0 + wave.evidence[wave.row($1.0).lowerBound + $1.1] }
  }
}
