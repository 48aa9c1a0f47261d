internal import HRPlugins
internal import HRSignals

/// Multi-scale maxima: the samples that are larger than both samples k away, for every scale k up to the one that has
/// the most of them.
///
/// The wave is cut into windows, each `windowSeconds`·rate + 1 samples long and starting (1 − `overlapShare`) of that
/// length after the one before (both rounded); a last one ends where the wave does. In each, freed of its least-squares
/// line and of N samples, let γ(k) be the number of samples i, k ≤ i < N − k, above both i − k and i + k; k runs from 1
/// to ⌈N/2⌉ − 1 or to the given limit. λ is the k with the largest γ, the smallest of equals. Peaks are the samples
/// above both neighbours at all of 1…λ. Each is then moved to the largest sample of the wave (line included; the first
/// of equals) within a tolerance, and no farther than its window. Windows overlap, so a peak may be found twice; it
/// counts once, but not if the two differ by a sample.
///
/// The table of scales is not stored. γ is counted per scale, several samples at a time, and only the samples that are
/// maxima at scale 1 are tested at further scales. For that the samples are put on a grid of 2⁻³⁰ of the window's
/// range: far below the step of any converter, and equal values stay equal.
struct MultiscaleMaxima {
  var windowSeconds: Double
  var overlapShare = 0.2
  /// Stride between the samples used; there is no low-pass before.
  var step = 1
  /// Least rate: no scale is beyond the one at which ⌈N/2⌉ − 1 over it, per window, is this rate; `nil` for all scales.
  var leastBPM: Double?
  /// Largest distance by which a peak is moved to the largest sample; 0 leaves it.
  var toleranceSeconds: Double

  /// - Returns: seconds on the wave's clock, ascending, none twice.
  func beats(in wave: Signal) -> [Double] {
    indices(in: wave).map { wave.time(at: $0) }
  }

  private func indices(in wave: Signal) -> [Int] {
    let tolerance = Int(saturating: (toleranceSeconds * wave.sampleRate).rounded(.up))
    let windows = windows(count: wave.count, sampleRate: wave.sampleRate)
    var found: [Int] = []
    found.reserveCapacity(128)
    var grid: [Int32] = []
    wave.samples.withUnsafeBufferPointer { samples in
      for window in windows {
        let part = UnsafeBufferPointer(rebasing: samples[window])
        let count = (part.count + step - 1) / step
        let scales = scaleCount(count, sampleRate: wave.sampleRate / Double(step))
        Self.putOnGrid(part, step: step, count: count, padding: scales + 8, into: &grid)
        grid.withUnsafeBufferPointer { grid in
          let largest = Self.richestScale(of: grid, count: count, scales: scales)
          var index = largest
          while index < count &- largest {
            defer { index &+= 1 }
            guard Self.isMaximum(index, of: grid, upTo: largest) else { continue }
            let centre = index &* step
            var peak = max(0, centre &- tolerance)
            let last = min(part.count &- 1, centre &+ tolerance)
            var (place, value) = (peak, part[peak])
            while place < last {
              place &+= 1
              if part[place] > value { (peak, value) = (place, part[place]) }
            }
            found.append(window.lowerBound &+ peak)
          }
        }
      }
    }
    return found.ascendingOnce
  }

  private func windows(count: Int, sampleRate: Double) -> [Range<Int>] {
    let length = Int(saturating: (windowSeconds * sampleRate).rounded())
    guard length >= 1, count > length + 1 else { return [0..<count] }
    let hop = max(1, Int(saturating: (windowSeconds * sampleRate * (1 - overlapShare)).rounded()))
    var result = stride(from: 0, to: count - length, by: hop).map { $0..<($0 + length + 1) }
    if let last = result.last, last.upperBound < count { result.append((count - 1 - length)..<count) }
    return result
  }

  private func scaleCount(_ count: Int, sampleRate: Double) -> Int {
    let all = (count + 1) / 2 - 1
    guard let leastBPM, all > 0 else { return max(0, all) }
    let seconds = Double(count) / sampleRate
    var scale = min(all, Int(saturating: Double(all) / seconds * 60 / leastBPM) + 1)
    while scale > 1, Double(all) / Double(scale) / seconds < leastBPM / 60 { scale -= 1 }
    return scale
  }

  /// Stores every `step`-th sample less the least-squares line as whole numbers, followed by padding of the highest
  /// value.
  private static func putOnGrid(
    _ samples: UnsafeBufferPointer<Double>, step: Int, count: Int, padding: Int, into grid: inout [Int32]
  ) {
    let needed = count + padding
    if grid.count < needed { grid = [Int32](repeating: .max, count: needed) }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { values in
      let origin = samples[0]
      let middle = Double(count - 1) / 2
      // Four sums, because one would wait for each addition in turn.
      var products = SIMD4<Double>.zero
      let lanes = SIMD4<Double>(0, 1, 2, 3) - middle
      let whole = count / 4 * 4
      for index in stride(from: 0, to: whole, by: 4) {
        let place = index * step
        let four =
          SIMD4(samples[place], samples[place + step], samples[place + 2 * step], samples[place + 3 * step])
          - origin
        (values[index], values[index + 1], values[index + 2], values[index + 3]) = (
          four[0], four[1], four[2], four[3]
        )
        products += four * (lanes + Double(index))
      }
      var product = products.sum()
      for index in whole..<count {
        let value = samples[index * step] - origin
        values[index] = value
        product += value * (Double(index) - middle)
      }
      let n = Double(count)
      let slope = count > 1 ? product / (n * (n * n - 1) / 12) : 0
      var (low, high) = (Double.infinity, -Double.infinity)
      for index in 0..<count {
        let value = values[index] - slope * Double(index)
        values[index] = value
        low = value < low ? value : low
        high = value > high ? value : high
      }
      let scale = high > low ? 1_073_741_824 / (high - low) : 0
      grid.withUnsafeMutableBufferPointer { grid in
        // Truncated, which for positive numbers is the grid's line below.
        for index in 0..<count {
          grid[index] = Int32(truncatingIfNeeded: Int(saturating: (values[index] - low) * scale))
        }
        for index in count..<needed { grid[index] = .max }
      }
    }
  }

  /// λ: the scale with the most maxima, the smallest of equals; 1 if there are none.
  private static func richestScale(of grid: UnsafeBufferPointer<Int32>, count: Int, scales: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(grid)
    var (best, most) = (1, 0)
    guard scales >= 1 else { return best }
    for scale in 1...scales {
      var sums = SIMD8<Int32>.zero
      // The padding after the samples is the highest value, so the last step may overreach.
      var index = scale
      while index < count &- scale {
        let here = bytes.loadUnaligned(fromByteOffset: 4 &* index, as: SIMD8<Int32>.self)
        let before = bytes.loadUnaligned(fromByteOffset: 4 &* (index &- scale), as: SIMD8<Int32>.self)
        let after = bytes.loadUnaligned(fromByteOffset: 4 &* (index &+ scale), as: SIMD8<Int32>.self)
        sums.replace(with: sums &+ 1, where: (here .> before) .& (here .> after))
        index &+= 8
      }
      let maxima = Int(clamping: sums.wrappedSum())
      if maxima > most { (best, most) = (scale, maxima) }
    }
    return best
  }

  @inline(__always)
  private static func isMaximum(_ index: Int, of grid: UnsafeBufferPointer<Int32>, upTo largest: Int) -> Bool
  {
    let here = grid[index]
    var scale = 1
    while scale <= largest {
      if here <= grid[index &- scale] || here <= grid[index &+ scale] { return false }
      scale &+= 1
    }
    return true
  }
}

/// The shortcuts of fast multi-scale peak detection: fewer samples and fewer scales.
///
/// Of a wave sampled above the working rate (20 Hz), every ⌊rate / working rate⌋-th sample is used, without a low-pass
/// before. Scales that correspond to less than 30 beats per minute are left out: those k for which (⌈N/2⌉ − 1) / k over
/// the window's length is below 0.5 Hz. Peaks move to the largest sample of the full wave within 0.05 s; within 0.1 s
/// if the thinned rate is below 20 Hz, 0.2 s below 10 Hz.
protocol FastMaxima: MultiscaleParameters {
  var workingHz: Double { get set }
  var leastBPM: Double { get set }
}

extension FastMaxima {
  static var table: [Parameter<Self>] {
    [
      windowRow,
      Parameter(
        "workingHz", \.workingHz, in: 5...100, "At least this many samples per second are looked at."),
      Parameter("leastBPM", \.leastBPM, in: 10...60, "Scales of slower rates are left out."),
    ]
  }

  func maxima(atRate sampleRate: Double) -> MultiscaleMaxima {
    let step = max(1, Int(saturating: sampleRate / workingHz))
    let thinnedRate = sampleRate / Double(step)
    let tolerance = thinnedRate < 10 ? 0.2 : thinnedRate < 20 ? 0.1 : 0.05
    return MultiscaleMaxima(
      windowSeconds: windowSeconds, step: step, leastBPM: leastBPM, toleranceSeconds: tolerance)
  }
}

/// Parameters that describe a search for multi-scale maxima.
protocol MultiscaleParameters: ParameterSet {
  var windowSeconds: Double { get set }
  func maxima(atRate sampleRate: Double) -> MultiscaleMaxima
}

extension MultiscaleParameters {
  static var windowRow: Parameter<Self> {
    Parameter("windowSeconds", \.windowSeconds, in: 2...20, "Length of the windows searched one by one.")
  }
}

/// A beat detector whose beats are multi-scale maxima.
protocol MultiscaleDetector: BeatDetector where Parameters: MultiscaleParameters {
  var parameters: Parameters { get }
}

extension MultiscaleDetector {
  func beats(in wave: Signal) -> [Double] {
    parameters.maxima(atRate: wave.sampleRate).beats(in: wave)
  }
}
