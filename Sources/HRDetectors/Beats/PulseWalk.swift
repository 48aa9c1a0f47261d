/// The walk of ``PWDDetector`` along a smooth wave and its slope.
struct PulseWalk {
  let x: [Double]
  let slope: [Double]
  let sampleRate: Double
  /// Allowed heights of a climb, in typical heights; both ends excluded.
  let heights: Range<Double>

  private static let restartShare = 0.4

  /// Outcome of one walk from a starting point.
  private enum Step {
    case beat(top: Int, from: Int)
    case crowded
    case late
    case lost(at: Int)
    case end
  }

  /// Indices of the beats' tops, ascending.
  func tops() -> [Int] {
    let blind = Int(saturating: (0.1 * sampleRate).rounded(.down))
    let pause = Int(saturating: (2 * sampleRate).rounded())
    let typical = typicalHeight(from: blind)
    let least = Self.restartShare * typical
    var height = typical
    var tops: [Int] = []
    var start = max(0, blind - 1)
    while start < x.count - 1 {
      switch walk(from: start, height, last: tops.last, blind, pause) {
      case .beat(let top, let index):
        if let last = tops.last, top - last > pause { tops.removeLast() }
        tops.append(top)
        start = index + blind + 1
      case .crowded:
        height = typical
        start += 1
      case .late:
        height *= 0.6
        if height <= least { height = typical }
        start += 1
      case .lost(let index): start = index + 1
      case .end: return tops
      }
    }
    return tops
  }

  private func walk(from start: Int, _ height: Double, last: Int?, _ blind: Int, _ pause: Int) -> Step {
    let reach = max(1, Int(saturating: (0.04 * sampleRate).rounded()))
    let slack = max(1, Int(saturating: (0.016 * sampleRate).rounded()))
    var (foot, top) = (start, start)
    var (low, high) = (x[start], x[start])
    for index in start..<(x.count - 1) {
      if index - start > pause { return .late }
      guard index > 0, slope[index - 1] * slope[index + 1] <= 0 else { continue }
      let (first, end) = (max(0, index - reach), min(x.count - 1, index + reach))
      if end - index >= reach, isStill(index..<end) { return .lost(at: index) }
      if slope[first] < 0, slope[end] > 0 {
        let place = x.extreme(in: first...end, sign: -1)
        if (place - index).magnitude <= slack { (low, foot) = (x[place], place) }
      } else if slope[first] > 0, slope[end] < 0 {
        let place = x.extreme(in: first...end, sign: 1)
        if (place - index).magnitude <= slack { (high, top) = (x[place], place) }
      }
      let climb = high - low
      guard climb > heights.lowerBound * height, climb < heights.upperBound * height, top > foot else {
        continue
      }
      for place in stride(from: top, to: foot, by: -1) where x[place] < low {
        (low, foot) = (x[place], place)
      }
      if let last, foot - last < 3 * blind { return .crowded }
      return .beat(top: top, from: index)
    }
    return .end
  }

  private func isStill(_ range: Range<Int>) -> Bool { range.allSatisfy { slope[$0] == 0 } }

  /// Mean span of one second each at ten, five or two even places, by the wave's length; of all in short ones.
  private func typicalHeight(from blind: Int) -> Double {
    let seconds = Double(x.count) / sampleRate
    let places = seconds > 12 ? 10 : seconds > 7 ? 5 : seconds > 4 ? 2 : 1
    guard places > 1 else { return span(max(0, blind - 1)...(x.count - 1)) }
    let stepCount = x.count / (places + 2)
    let length = Int(saturating: sampleRate.rounded())
    var sum = 0.0
    for place in 1...places {
      let first = place * stepCount - 1
      sum += span(first...min(x.count - 1, first + length))
    }
    return sum / Double(places)
  }

  private func span(_ range: ClosedRange<Int>) -> Double {
    x[x.extreme(in: range, sign: 1)] - x[x.extreme(in: range, sign: -1)]
  }
}
