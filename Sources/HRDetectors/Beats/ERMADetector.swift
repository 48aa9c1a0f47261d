internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Event-related moving averages: a beat is where a short average of the squared wave rises above a long one.
///
/// The wave is band-passed (Butterworth of order 2, 0.5…8 Hz, forward and backward), values below zero become zero, and
/// the rest is squared. A short average (0.111 s, a systolic wave) is held against a long one (0.667 s, a beat) plus
/// 0.02 of the mean of all squares. A block is a run of samples on which the short one is higher; blocks shorter than
/// the short window are dropped. The beat is the largest value of the *unfiltered* wave in the block and the one sample
/// after it, the first of equals.
///
/// Read as ppg-beats reads it: window lengths are odd, 2⌊seconds·rate/2⌋ + 1 samples; both averages run forward and
/// backward, so each is taken twice (a triangle twice as wide); beyond its ends the squared wave is reflected about
/// its end points; a block at either end of the window counts. The paper takes single averages and says nothing of
/// ends; see ``ERMANeuroKitDetector`` for that reading.
///
/// Departs from ppg-beats in the band-pass only: beyond its ends the wave is extended by 15 samples where MATLAB's
/// `filtfilt` takes 12, and a band that reaches beyond half the rate is cut at its lower edge alone.
///
/// - Note: One spike raises the mean of all squares, and with it the threshold of the whole window, so that true beats
///   fall below it. No two beats are kept apart: noise can split a block.
struct ERMADetector: BeatDetector {
  struct Parameters: BandParameters, BlockParameters {
    var lowCutoffHz = 0.5
    var highCutoffHz = 8.0
    var peakSeconds = 0.111
    var beatSeconds = 0.667
    var offsetShare = 0.02

    static let table: [Parameter<Self>] = passEdges() + blockRows
  }

  static let info = PluginInfo(
    "erma", version: 1, "Blocks in which a short average of the squared wave exceeds a long one.",
    source: "M. Elgendi et al., PLoS ONE 8:e76585, 2013; ppg-beats' reading",
    tunedOn: .ofEmergencyResponders)

  static let filterOrder = 2
  let parameters: Parameters

  func beats(in wave: Signal) -> [Double] {
    let rate = wave.sampleRate
    guard let filtered = wave.zeroPhase(order: Self.filterOrder, bandHz: parameters.bandHz)
    else { return [] }
    let squares = Self.positiveSquares(filtered)
    let short = Self.oddLength(parameters.peakSeconds * rate)
    let long = min(Self.oddLength(parameters.beatSeconds * rate), wave.count)
    guard short <= long else { return [] }
    let peakAverage = Self.averagedTwice(squares, window: short)
    let beatAverage = Self.averagedTwice(squares, window: long)
    let offset = parameters.offsetShare * squares.reduce(0, +) / Double(squares.count)

    var beats: [Double] = []
    var start: Int?
    for index in 0...squares.count {
      let isInside = index < squares.count && peakAverage[index] > beatAverage[index] + offset
      if isInside {
        if start == nil { start = index }
        continue
      }
      guard let first = start else { continue }
      start = nil
      // A block that is cut by the window's end ends on its last sample, which then is not counted.
      let end = min(index, squares.count - 1)
      guard end - first >= short else { continue }
      let time = wave.time(at: wave.samples.extreme(in: first...end))
      if beats.last.map({ $0 < time }) ?? true { beats.append(time) }
    }
    return beats
  }

  /// Squares of the values above zero; zero for the others.
  static func positiveSquares(_ x: [Double]) -> [Double] {
    x.map {
      let value = max($0, 0)
      return value * value
    }
  }

  static func oddLength(_ samples: Double) -> Int { 2 * Int(saturating: samples / 2) + 1 }

  private static func averagedTwice(_ x: [Double], window: Int) -> [Double] {
    fullAverages(fullAverages(x.reflectedAboutEnds(by: window - 1), window: window), window: window)
  }
}
