import Foundation
import HRSignals
import HRNumerics

/// Averaged periodograms of difference signals (P. D. Welch, 1967): Hann windows, half overlapping, each without its
/// mean.
struct Spectrum {
  let stepHz: Double
  /// Power per hertz in each bin from 0 Hz on; one-sided, so that the sum times ``stepHz`` is the variance.
  let density: [Double]

  init(_ samples: [Double], sampleRate: Double, windowSeconds: Double) {
    let length = RealFFT.smoothCount(atLeast: Int(windowSeconds * sampleRate))
    let transform = RealFFT(count: length)
    let window = (0..<length).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(length)) }
    let norm = 2 / (sampleRate * window.reduce(0) { $0 + $1 * $1 })
    var sums = [Double](repeating: 0, count: transform.binCount)
    var power: [Double] = []
    var pieces = 0.0
    for start in stride(from: 0, through: samples.count - length, by: length / 2) {
      let piece = samples[start..<(start + length)]
      let mean = piece.reduce(0, +) / Double(length)
      transform.powerSpectrum(of: zip(piece, window).map { ($0 - mean) * $1 }, into: &power)
      for (bin, value) in power.enumerated() { sums[bin] += norm * value }
      pieces += 1
    }
    stepHz = sampleRate / Double(length)
    density = sums.map { $0 / pieces }
  }

  func power(from low: Double, to high: Double) -> Double {
    density.indices.filter { (low...high).contains(Double($0) * stepHz) }.reduce(0) { $0 + density[$1] }
      * stepHz
  }

  /// Slope of log power over log frequency by least squares over 24 bands of equal width in log frequency.
  func slope(from low: Double, to high: Double) -> Double {
    let bands = 24
    var points: [(x: Double, y: Double)] = []
    for band in 0..<bands {
      let from = low * pow(high / low, Double(band) / Double(bands))
      let to = low * pow(high / low, Double(band + 1) / Double(bands))
      let bins = density.indices.filter { Double($0) * stepHz >= from && Double($0) * stepHz < to }
      guard !bins.isEmpty else { continue }
      // Means of logarithms are below logarithms of means alike in all bands; the frequency is the bins' geometric
      // mean.
      let x = bins.reduce(0) { $0 + log(Double($1) * stepHz) } / Double(bins.count)
      points.append((x, bins.reduce(0) { $0 + log(density[$1]) } / Double(bins.count)))
    }
    let meanX = points.reduce(0) { $0 + $1.x } / Double(points.count)
    let meanY = points.reduce(0) { $0 + $1.y } / Double(points.count)
    return points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
      / points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
  }
}
