internal import HRNumerics
internal import HRSignals

/// Beats checked by the feet before them, as ``AboyPlusPlusDetector`` describes.
struct FootedBeats {
  private let wave: Signal
  private let minima: [Int]
  private let leastRise: Double
  private let leastFall: Double

  /// - Parameters:
  ///   - filtered: the wave, band-passed, in which feet are searched.
  ///   - period: in samples, as are the least times from foot to beat and from beat to foot.
  init(_ wave: Signal, minimaOf filtered: [Double], period: Double, leastRise: Double, leastFall: Double) {
    self.wave = wave
    self.leastRise = leastRise
    self.leastFall = leastFall
    let mirrored = filtered.map { -$0 }
    minima = separatedPeaks(plateauMaxima(mirrored), of: mirrored, by: 0.3 * period)
  }

  func checked(_ beats: [Int]) -> [Int] {
    var (found, feet) = footed(beats)
    for number in found.indices.dropLast() {
      var best = feet[number]
      for index in feet[number]..<feet[number + 1] where wave.samples[index] > wave.samples[best] {
        best = index
      }
      found[number] = best
    }
    (found, feet) = footed(found)
    return found.indices.filter { number in
      let isDouble = number + 1 < feet.count && feet[number + 1] == feet[number]
      return !isDouble && Double(found[number] - feet[number]) >= wave.sampleRate / 30
    }.map { found[$0] }
  }

  /// The beats that have a foot, with it.
  private func footed(_ beats: [Int]) -> (beats: [Int], feet: [Int]) {
    guard let first = beats.first else { return ([], []) }
    let firstFoot = minima.last { $0 < first } ?? first - Int(saturating: (wave.sampleRate / 50).rounded())
    var (found, feet) = ([first], [max(0, firstFoot)])
    for beat in beats.dropFirst() {
      guard let last = found.last, let lastFoot = feet.last else { break }
      let foot = minima.last { foot in
        foot < beat && Double(beat - foot) > leastRise && foot > lastFoot
          && Double(foot - last) > leastFall
      }
      guard let foot else { continue }
      found.append(beat)
      feet.append(foot)
    }
    return (found, feet)
  }
}
