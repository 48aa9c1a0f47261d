import HRPlugins
import HRSignals
import Foundation
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Expected numbers: NumPy 2.4.6 and SciPy 1.17.1, from the same input.
@Suite struct NumericRoutineTests {
  /// 50 + i / 4 + ((7i² + 3i) mod 23)
  private let input: [Double] = (0..<64).map { (index: Int) -> Double in
    let folded = (7 * index * index + 3 * index) % 23
    return 50 + 0.25 * Double(index) + Double(folded)
  }

  struct BandRow: Sendable {
    let order: Int
    let bandHz: ClosedRange<Double>
    let sampleRate: Double
    /// Output at samples 0, 1, 5, 20, 40, 63: `sosfilt` of the input less its first sample, and `sosfiltfilt` with
    /// padlen 3 (2 · sections + 1), at most 63. The last row is SciPy's high-pass.
    let causal: [Double]
    let zeroPhase: [Double]
  }

  static let bands = [
    BandRow(
      order: 1, bandHz: 0.7...3.5, sampleRate: 30,
      causal: [0, 2.37699911077, 5.13486155227, 2.09604644788, -4.51159510364, -4.51146129432],
      zeroPhase: [1.01411964499, 4.03828678207, 6.82016071309, 1.49245961239, -1.38498822513, 1.2764405076]),
    BandRow(
      order: 2, bandHz: 0.5...3.5, sampleRate: 30,
      causal: [0, 0.691416557363, 5.42962056414, -0.511274926956, -5.06437333624, -4.47278114755],
      zeroPhase: [0.392107080487, 3.04177740092, 8.72879168699, 1.51671080356, -2.07362994505, 1.29694356666]),
    BandRow(
      order: 3, bandHz: 0.7...3.5, sampleRate: 100,
      causal: [0, 0.00589535339592, 0.519576770966, 5.63766145651, -2.00524568133, -1.91010749893],
      zeroPhase: [2.36626730204, 3.40619729271, 6.94789433097, 3.48124382886, -1.79342789908, -0.37906271307]),
    BandRow(
      order: 5, bandHz: 0.5...3, sampleRate: 30,
      causal: [0, 0.00599429184984, 1.30810443542, -7.86023671018, -1.13522698711, -4.53153491461],
      zeroPhase: [
        -0.273720876116, 1.46828827473, 9.09844619905, 1.31022458955, -2.53099959093, 0.607605749315,
      ]),
    BandRow(
      order: 4, bandHz: 0.7...20, sampleRate: 30,
      causal: [0, 8.46148048889, -1.98217902908, -0.41486263468, -1.51562547681, -1.66030336027],
      zeroPhase: [
        0.193310304725, 9.17508616152, 1.29807522019, -3.18608758969, -6.44592329222, 0.155509496938,
      ]),
  ]

  @Test(arguments: bands) func butterworthMatchesSciPy(_ row: BandRow) throws {
    var band = try #require(
      BandFilter(order: row.order, bandHz: row.bandHz, sampleRate: row.sampleRate))
    let causal = band.filtered(input)
    let zeroPhase = band.sections.zeroPhase(input)
    for (place, index) in [0, 1, 5, 20, 40, 63].enumerated() {
      #expect(abs(causal[index] - row.causal[place]) < 1e-8)
      #expect(abs(zeroPhase[index] - row.zeroPhase[place]) < 1e-8)
    }
    let pushed = input.map { band.push($0) }
    for (one, all) in zip(pushed, causal) {
      #expect(abs(one - all) < 1e-9, "sample by sample is the same filter")
    }
  }

  @Test func phaseDelayMatchesSciPy() throws {
    let band = try #require(BandFilter(order: 2, bandHz: 0.5...3.5, sampleRate: 30))
    #expect(abs(band.phaseDelay(atHz: 1.2) + 0.018687930965635178) < 1e-12)
  }

  @Test func aBandBeyondHalfTheRateCannotBeDesigned() {
    #expect(BandFilter(order: 2, bandHz: 16...20, sampleRate: 30) == nil)
  }

  @Test func rankIsThatOfTheSortedValues() {
    var random = RandomStream(seed: 3, ["rank"])
    for count in [1, 2, 3, 124, 125, 126, 500, 2000] {
      let rough = (0..<count).map { _ in random.normal() }
      let equal = rough.map { ($0 * 2).rounded() }
      for values in [rough, equal, rough.sorted(), Array(repeating: 1, count: count)] {
        let sorted = values.sorted()
        for rank in [0, count / 3, 3 * count / 5, count - 1] {
          #expect(values.element(atRank: rank, in: values.indices) == sorted[rank])
        }
      }
    }
    let values = (0..<300).map { Double(300 - $0) }
    #expect(values.element(atRank: 0, in: 100..<250) == 51)
  }

  @Test func rhythmIsTheTrueMedianOfPlausibleIntervals() throws {
    // Intervals 0.8, 0.9, 3 (implausible), 1.0, 1.1: the median of four is the mean of the middle two.
    let rhythm = try BeatRhythm([0, 0.8, 1.7, 4.7, 5.7, 6.8])
    #expect(abs(rhythm.bpm - 60 / 0.95) < 1e-9)
    #expect(abs(rhythm.unevenness - ((0.4 / 0.95) + 1) / 5) < 1e-9, "the gap counts as 1")
  }

  @Test func rhythmNeedsBeatsAndAPlausibleInterval() {
    #expect(throws: Abstention.tooFewBeats) { try BeatRhythm([0, 1]) }
    #expect(throws: Abstention.noPlausibleInterval) { try BeatRhythm([0, 5, 10]) }
  }
}
