internal import RealModule

/// The discrete wavelet transform with an orthogonal wavelet (S. Mallat, 1989), as PyWavelets does it with its default
/// border: beyond its ends a signal is mirrored, its end values repeated.
public enum OrthogonalWavelet: String, CaseIterable, Sendable {
  /// I. Daubechies' extremal phase wavelet with four vanishing moments, and her least asymmetric ones with four and
  /// eight.
  case db4, sym4, sym8

  /// Weights of the low-pass that puts signals together again.
  var weights: [Double] {
    switch self {
    case .db4:
      [
        0.2303778133088965, 0.7148465705529157, 0.6308807679298589, -0.027983769416859854,
        -0.18703481171909309, 0.030841381835560764, 0.0328830116668852, -0.010597401785069032,
      ]
    case .sym4:
      [
        0.0322231006040427, -0.012603967262037833, -0.09921954357684722, 0.29785779560527736,
        0.8037387518059161, 0.49761866763201545, -0.02963552764599851, -0.07576571478927333,
      ]
    case .sym8:
      [
        0.0018899503327594609, -0.0003029205147213668, -0.01495225833704823, 0.003808752013890615,
        0.049137179673607506, -0.027219029917056003, -0.05194583810770904, 0.3644418948353314,
        0.7771857517005235, 0.4813596512583722, -0.061273359067658524, -0.1432942383508097,
        0.007607487324917605, 0.03169508781149298, -0.0005421323317911481, -0.0033824159510061256,
      ]
    }
  }

  /// The largest number of levels at which some coefficient still sees no border.
  public func largestLevel(count: Int) -> Int {
    let reach = weights.count - 1
    var level = 0
    while count >= reach << (level + 1) { level += 1 }
    return level
  }

  /// Splits a signal into one level: its slow and its fast half, each half as many values and a few for the borders.
  public func split(_ x: [Double]) -> (slow: [Double], fast: [Double]) {
    let h = weights
    guard let last = x.indices.last else { return ([], []) }
    let count = (x.count + h.count - 1) / 2
    var (slow, fast) = (Array(repeating: 0.0, count: count), Array(repeating: 0.0, count: count))
    for k in 0..<count {
      // The weights run backward for analysis: h[j] meets x[2k + 2 − h.count + j].
      let start = 2 * k + 2 - h.count
      var (low, high) = (0.0, 0.0)
      for j in h.indices {
        var place = start + j
        while place < 0 || place > last { place = place < 0 ? -1 - place : 2 * last + 1 - place }
        low += h[j] * x[place]
        // The high-pass is the low-pass turned round with every other sign changed.
        high += (j % 2 == 0 ? 1 : -1) * h[h.count - 1 - j] * x[place]
      }
      (slow[k], fast[k]) = (low, high)
    }
    return (slow, fast)
  }

  /// Inverts ``split(_:)``.
  ///
  /// - Parameters:
  ///   - slow: the first half.
  ///   - fast: the second half; as many values.
  ///   - count: of the signal's values.
  public func joined(slow: [Double], fast: [Double], count: Int) -> [Double] {
    let h = weights
    return (0..<count).map { i in
      var sum = 0.0
      let place = i + h.count - 2
      for k in max(0, (place - h.count + 2) / 2)...min(slow.count - 1, place / 2) {
        let j = place - 2 * k
        sum += slow[k] * h[j] + (j % 2 == 0 ? 1 : -1) * fast[k] * h[h.count - 1 - j]
      }
      return sum
    }
  }

  /// The signal with white noise taken out by soft thresholds.
  ///
  /// D. L. Donoho, De-noising by soft-thresholding, IEEE Transactions on Information Theory 41, 1995: every coefficient
  /// of the fast halves moves towards 0 by σ·√(2·ln n), where σ is the median size of the finest ones over 0.6745 and n
  /// the signal's count.
  ///
  /// - Parameters:
  ///   - x: the signal.
  ///   - levels: 0 leaves the signal as it is.
  public func denoised(_ x: [Double], levels: Int) -> [Double] {
    guard levels > 0, x.count > 1 else { return x }
    var slow = x
    var stack: [(fast: [Double], count: Int)] = []
    for _ in 0..<levels {
      let halves = split(slow)
      stack.append((halves.fast, slow.count))
      slow = halves.slow
    }
    guard let middle = median(stack[0].fast.map { abs($0) }) else { return x }
    let deviation = middle / 0.6745
    let threshold = deviation * Double.sqrt(2 * Double.log(Double(x.count)))
    for level in stack.reversed() {
      let shrunk = level.fast.map { $0 > threshold ? $0 - threshold : $0 < -threshold ? $0 + threshold : 0 }
      slow = joined(slow: slow, fast: shrunk, count: level.count)
    }
    return slow
  }
}
