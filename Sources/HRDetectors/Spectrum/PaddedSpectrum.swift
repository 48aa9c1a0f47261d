internal import HRNumerics

/// The power spectrum of a Hann-windowed row of samples, padded with zeros to at least eight times its length.
///
/// Only every fourth bin is transformed; between these, single bins are evaluated if they are needed. A Hann main lobe
/// is eight coarse bins wide at most and loses at most 0.4 dB between two of them. So the strongest fine bin is beside
/// a coarse local maximum little below the strongest one, or on the edge of the searched range.
struct PaddedSpectrum {
  /// Bins of the padded transform, four times those of the coarse one.
  let count: Int
  /// Coarse bins, 0 to a half of the sample rate.
  private let coarse: [Double]
  private let samples: [Double]

  private static let refinement = 4
  /// Share of the strongest coarse power from which on a coarse bin is refined: 1.5 dB below it.
  private static let contention = 0.708

  /// - Parameter samples: at least eight, already under a Hann window.
  init(_ samples: [Double]) {
    self.samples = samples
    let least = 2 * samples.count
    let transform =
      Self.transforms.first { $0.count >= least } ?? RealFFT(count: RealFFT.smoothCount(atLeast: least))
    count = Self.refinement * transform.count
    var powers: [Double] = []
    transform.powerSpectrum(of: samples, into: &powers)
    coarse = powers
  }

  /// Ascending; for windows of up to 90 s at the 10 to 15 samples per second that are left of most recordings.
  private static let transforms = [
    64, 96, 128, 192, 240, 288, 320, 360, 400, 480, 576, 640, 720, 800, 900, 1080, 1200, 1440, 1800, 2048,
  ].map { RealFFT(count: $0) }

  /// A bin and its neighbours.
  struct Peak: Equatable {
    let bin: Int
    let before: Double
    let power: Double
    let after: Double
  }

  func power(ofBin bin: Int) -> Double {
    singleBinPower(of: samples, turnsPerSample: Double(bin) / Double(count))
  }

  /// The strongest bin of a range.
  ///
  /// - Parameter bins: inside 1 ..< count / 2, at least two.
  /// - Returns: `nil` when none has any power.
  func strongestBin(in bins: ClosedRange<Int>) -> Peak? {
    let step = Self.refinement
    // From the coarse bin at or below the first to the one at or above the last.
    let first = bins.lowerBound / step
    let last = min((bins.upperBound + step - 1) / step, coarse.count - 1)
    // The limit for bins inside depends on those inside alone.
    let (firstInside, lastInside) = ((bins.lowerBound + step - 1) / step, bins.upperBound / step)
    var most = 0.0
    for bin in firstInside <= lastInside ? firstInside...lastInside : first...last {
      most = max(most, coarse[bin])
    }
    let least = most * Self.contention
    var best: Peak?
    func consider(_ start: Int) {
      let peak = climbed(from: min(max(start, bins.lowerBound), bins.upperBound), in: bins)
      if peak.power > best?.power ?? 0 { best = peak }
    }
    for bin in first...last where coarse[bin] >= least {
      let before = coarse[max(bin - 1, 0)]
      let after = coarse[min(bin + 1, coarse.count - 1)]
      if coarse[bin] >= before && coarse[bin] >= after {
        consider(step * bin + Self.lean(before, coarse[bin], after))
      } else if bin <= first + 1 {
        consider(bins.lowerBound)
      } else if bin >= last - 1 {
        consider(bins.upperBound)
      }
    }
    return best
  }

  /// Fine bins from a coarse maximum to the apex of the parabola through the powers.
  private static func lean(_ before: Double, _ power: Double, _ after: Double) -> Int {
    guard let apex = parabolicApex(before, power, after) else { return 0 }
    return Int(saturating: (apex.offset * Double(refinement)).rounded())
  }

  /// The local maximum that a walk uphill inside a range ends on.
  private func climbed(from start: Int, in bins: ClosedRange<Int>) -> Peak {
    var bin = start
    var (before, here, after) = (power(ofBin: bin - 1), power(ofBin: bin), power(ofBin: bin + 1))
    while true {
      if after > here, after >= before, bin < bins.upperBound {
        bin += 1
        (before, here, after) = (here, after, power(ofBin: bin + 1))
      } else if before > here, bin > bins.lowerBound {
        bin -= 1
        (before, here, after) = (power(ofBin: bin - 1), before, here)
      } else {
        return Peak(bin: bin, before: before, power: here, after: after)
      }
    }
  }

  /// Returns true if a peak may be merely a side lobe of the strongest component below or above a range.
  ///
  /// At a distance of d bins of the unpadded transform a Hann window's side lobes stay below 1 / (π d (d² − 1)) of the
  /// main lobe's amplitude; a peak less than twice as high is not significant.
  func isSideLobe(_ peak: Peak, ofOutside bins: ClosedRange<Int>) -> Bool {
    let step = Self.refinement
    let below = 1..<max(bins.lowerBound / step, 1)
    let above = min(bins.upperBound / step + 1, coarse.count)..<coarse.count
    return [below, above].contains { outside in
      guard let strongest = outside.max(by: { coarse[$0] < coarse[$1] }) else { return false }
      let fineBins = abs(Double(step * strongest - peak.bin))
      let distance = max(fineBins * Double(samples.count) / Double(count), 2)
      let amplitude = 2 / (Double.pi * distance * (distance * distance - 1))
      return peak.power < coarse[strongest] * amplitude * amplitude
    }
  }

  /// The share of a range's power that is within a main lobe's half width of a place and of its double.
  ///
  /// - Parameter place: in fine bins, between them too.
  func shareOfTone(at place: Double, in bins: ClosedRange<Int>) -> Double {
    let step = Self.refinement
    let halfWidth = 2 * Double(count) / Double(samples.count)
    let inBand = (bins.lowerBound + step - 1) / step...bins.upperBound / step
    return coarse.shareOfTone(
      at: place, double: 2 * place, halfWidth: halfWidth, in: inBand, step: Double(step))
  }
}
