internal import HRNumerics
internal import RealModule

/// Walks the peaks of a wavelet's energy in time order and picks the beats, as `xqrs` of wfdb-python does.
///
/// - A peak is higher than all samples within 0.05 s; of equals the earliest.
/// - A peak is a beat above ¼ of the beats' level + ¾ of the other peaks' level and more than 0.2 s after a beat. Both
///   levels follow the heights of their kind by eighths.
/// - Search back: if the next peak is more than 1.66 times the recent interval after the last beat, peaks since that
///   beat are beats above half the threshold (the beats' level then follows by a quarter). The recent interval
///   follows intervals below 2.4 s by eighths.
/// - Learning: it uses the first eight peaks of |filtered| at least 0.3 s apart whose surroundings correlate with the
///   wavelet by more than 0.6. They give the first levels (means of energies; other peaks met on the way give the
///   other level, or a tenth) and the first interval (mean; 0.8 s if there is none). Learning is repeated from a
///   second after the last beat on when 4 s have passed without another.
///
/// Linear in the number of samples.
struct XQRSWalk {
  private let filtered: [Double]
  private let energy: [Double]
  private let hat: [Double]
  private let sampleRate: Double
  private let segments: SegmentLevels
  private let floor: Double

  init(_ filtered: [Double], energy: [Double], hat: [Double], sampleRate: Double) {
    self.filtered = filtered
    self.energy = energy
    self.hat = hat
    self.sampleRate = sampleRate
    segments = SegmentLevels(energy, sampleRate: sampleRate)
    floor = 0.01 * segments.typicalMaximum
  }

  private struct Levels {
    var beat: Double
    var other: Double
    /// Recent interval in samples.
    var interval: Double

    var threshold: Double { 0.25 * beat + 0.75 * other }
  }

  /// Returns the indices of the peaks that are beats, ascending.
  func beats() -> [Int] {
    let radius = hat.count / 2
    let peaks = energy.withUnsafeBufferPointer { energy in
      plateauMaxima(self.energy).filter { Self.isHighest($0, within: radius, of: energy) }
    }
    let refractory = 0.2 * sampleRate
    let longest = 2.4 * sampleRate
    var levels = learned(from: 0)
    var beats: [Int] = []
    /// Position after the one at which the last beat was found, and the highest peak since that is not too close to
    /// it.
    var firstMissed = 0
    var highestMissed = 0.0
    var pauseStart = 0

    func accept(_ index: Int, at position: Int, weight: Double) {
      if let last = beats.last, Double(index - last) < longest {
        levels.interval += 0.125 * (Double(index - last) - levels.interval)
      }
      levels.beat += weight * (energy[index] - levels.beat)
      beats.append(index)
      pauseStart = index
      firstMissed = position + 1
      highestMissed = 0
    }
    func isSeparate(_ index: Int) -> Bool { beats.last.map { Double(index - $0) > refractory } ?? true }

    for (position, index) in peaks.enumerated() {
      if Double(index - pauseStart) > 4 * sampleRate {
        levels = learned(from: pauseStart + Int(saturating: sampleRate))
        pauseStart = index
      }
      let height = energy[index]
      if height > max(levels.threshold, floor), isSeparate(index) {
        accept(index, at: position, weight: 0.125)
      } else {
        levels.other += 0.125 * (height - levels.other)
        if isSeparate(index) { highestMissed = max(highestMissed, height) }
      }
      guard let last = beats.last, position + 1 < peaks.count,
        Double(peaks[position + 1] - last) > 1.66 * levels.interval
      else { continue }
      guard highestMissed > max(0.5 * levels.threshold, floor) else { continue }
      for missed in firstMissed..<(position + 1) {
        let index = peaks[missed]
        guard energy[index] > max(0.5 * levels.threshold, floor), isSeparate(index) else { continue }
        accept(index, at: position, weight: 0.25)
      }
    }
    return beats
  }

  private func learned(from start: Int) -> Levels {
    let radius = hat.count / 2
    var (beatSum, otherSum, others) = (0.0, 0.0, 0.0)
    var beats: [Int] = []
    filtered.withUnsafeBufferPointer { x in
      var index = max(start, 2 * radius)
      while index < x.count - 2 * radius, beats.count < 8 {
        guard Self.isHighest(index, within: radius, of: x) else {
          index += 1
          continue
        }
        var (product, square) = (0.0, 0.0)
        for k in 0..<hat.count {
          let value = x[index - radius + k]
          product += hat[k] * value
          square += value * value
        }
        if abs(product) > 0.6 * Double.sqrt(square),
          beats.last.map({ Double(index - $0) > 0.3 * sampleRate }) ?? true
        {
          beats.append(index)
          beatSum += energy[index]
        } else {
          otherSum += energy[index]
          others += 1
        }
        index += radius
      }
    }
    guard beats.count == 8 else {
      let maximum = segments.ahead(of: start).maximum
      return Levels(beat: maximum, other: 0.1 * maximum, interval: 0.8 * sampleRate)
    }
    let intervals = zip(beats.dropFirst(), beats).map { Double($0 - $1) }.filter { $0 < 2.4 * sampleRate }
    return Levels(
      beat: beatSum / 8, other: others > 0 ? otherSum / others : 0.1 * beatSum / 8,
      interval: intervals.isEmpty
        ? 0.8 * sampleRate : intervals.reduce(0, +) / Double(intervals.count))
  }

  /// Returns true if the size of a sample is not exceeded within a radius, and not reached before it.
  private static func isHighest(_ index: Int, within radius: Int, of x: UnsafeBufferPointer<Double>) -> Bool {
    let size = abs(x[index])
    for i in max(0, index - radius)..<index where abs(x[i]) >= size { return false }
    for i in index..<min(x.count, index + radius + 1) where abs(x[i]) > size { return false }
    return true
  }
}
