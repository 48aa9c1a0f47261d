internal import RealModule

/// The adaptive threshold of H. S. Shin et al. (2009): a line that falls from beat to beat until it meets the wave.
///
/// From a fifth of the wave's maximum, the line falls by 0.6·(V + σ) per second, V being the height of the last peak
/// but one and σ the wave's standard deviation. Where it passes from above the wave to below, it follows the wave up to
/// its next top. That top is a beat if nothing within 0.15 s is higher and if it comes later after the last beat than
/// `refractoryShare` of the last interval (`firstRefractorySeconds` before there is one); then the line leaves the wave
/// again. A line that would start below the wave follows it until the wave is below where the line would have been.
///
/// Linear in the number of samples, except for the search around each top.
struct DescendingLine {
  private static let fallPerSecond = 0.6
  private static let startShare = 0.2
  private static let neighbourhoodSeconds = 0.15
  let refractoryShare: Double
  let firstRefractorySeconds: Double

  /// - Parameter wave: with the peaks upward, mean 0.
  /// - Returns: indices of the peaks.
  func peaks(of wave: [Double], sampleRate: Double) -> [Int] {
    guard wave.count > 2, let highest = wave.max() else { return [] }
    let count = Double(wave.count)
    let deviation = Double.sqrt(wave.reduce(0) { $0 + $1 * $1 } / (count - 1))
    let reach = Int(saturating: (Self.neighbourhoodSeconds * sampleRate).rounded())
    var refractory = firstRefractorySeconds * sampleRate
    var peaks: [Int] = []

    var line = Self.startShare * highest
    var (lineBefore, lineBeforeThat) = (line, line)
    var height = line
    var isOnWave = false
    /// The line's value if it had not started below the wave.
    var hidden: Double?

    func fallen() -> Double { lineBefore - abs(Self.fallPerSecond * (height + deviation)) / sampleRate }

    wave.withUnsafeBufferPointer { x in
      for index in 1..<x.count {
        (lineBeforeThat, lineBefore) = (lineBefore, line)
        let value = x[index]
        if isOnWave {
          line = value
          let isTop = value < lineBefore && lineBefore > lineBeforeThat
          let isFree = peaks.last.map { Double(index - $0) > refractory } ?? true
          guard isTop, isFree, Self.isHighest(lineBefore, around: index, in: x, reach) else { continue }
          let isFirst = peaks.isEmpty
          height = peaks.last.map { x[$0] } ?? lineBefore
          refractory = peaks.last.map { refractoryShare * Double(index - $0) } ?? refractory
          peaks.append(index - 1)
          isOnWave = false
          line = fallen()
          if line < value {
            hidden = isFirst ? nil : line
            line = value
          }
          continue
        }
        let fallen = fallen()
        if fallen < value, lineBefore > x[index - 1] {
          line = value
          isOnWave = true
        } else if let passed = hidden {
          if value < passed {
            line = passed
            hidden = nil
          } else {
            line = value
          }
        } else if fallen < value, lineBefore == x[index - 1] {
          hidden = fallen
          line = value
        } else {
          line = fallen
        }
      }
    }
    return peaks
  }

  private static func isHighest(
    _ height: Double, around index: Int, in x: UnsafeBufferPointer<Double>, _ reach: Int
  ) -> Bool {
    for other in max(0, index - reach)...min(x.count - 1, index + reach) where x[other] > height {
      return false
    }
    return true
  }
}
