import HRTestSupport
import Foundation
import HRSupport
import HRSignals

/// Pulse waves and accelerometer of somebody who moves, by formula: those of `Oracles/wrist.py`.
struct WristSignals {
  let pulses: [Signal]
  let axes: [Signal]

  /// - Parameter row: a case of the oracle.
  init(_ row: JSONNode, seconds: Int = 128) throws {
    func number(_ key: String) throws -> Double {
      guard let value = row[key]?.number else { throw Missing(key: key) }
      return value
    }
    self.init(
      bpm: try number("bpm"), swing: try number("swing"), period: try number("period"),
      motion: try number("motion"), noise: try number("noise"), cadence: try number("cadence"),
      offset: try number("offset"), seconds: seconds)
  }

  struct Missing: Error { let key: String }

  init(
    bpm: Double, swing: Double, period: Double, motion: Double, noise: Double, cadence: Double,
    offset: Double,
    seconds: Int, sampleRate: Double = 125
  ) {
    let count = Int(Double(seconds) * sampleRate)
    func column(_ seed: Int, _ noiseSize: Double, _ value: (Moment) -> Double) -> Signal {
      var state = seed
      let samples = (0..<count).map { index in
        state = state * 16807 % 2_147_483_647
        let t = Double(index) / sampleRate
        let w = 2 * Double.pi / period
        let turns = (bpm * t + swing / w * (1 - cos(w * t))) / 60
        let steps = cadence / 60 * t + 0.3 * sin(2 * .pi * t / 37)
        let moment = Moment(
          pulse: cos(2 * .pi * turns) + 0.4 * cos(4 * .pi * turns - 0.9),
          busy: motion * (0.6 + 0.4 * sin(2 * .pi * t / 23)),
          move: cos(2 * .pi * steps) + 0.5 * cos(4 * .pi * steps + 0.5), half: cos(.pi * steps + 1),
          swingOfZ: cos(2 * .pi * steps + 2))
        return value(moment) + noiseSize * (Double(state) / 2_147_483_647 - 0.5)
      }
      return Signal(samples: samples, sampleRate: sampleRate)
    }
    pulses = [
      column(11, noise) { offset + $0.pulse + $0.busy * $0.move },
      column(12, noise) { 2 * offset + 0.7 * $0.pulse + 1.2 * $0.busy * ($0.move + 0.3 * $0.half) },
    ]
    axes = [
      column(13, 0.05) { 0.1 + 0.3 * $0.busy * $0.move },
      column(14, 0.05) { 0.9 + 0.2 * $0.busy * ($0.half + 0.4 * $0.move) },
      column(15, 0.05) { -0.3 + 0.1 * $0.busy * $0.swingOfZ },
    ]
  }

  private struct Moment {
    let pulse, busy, move, half, swingOfZ: Double
  }

  /// - Parameter pulseCount: number of pulse waves, at most two.
  func channels(pulseCount: Int = 2) -> Channels {
    var channels = Channels()
    for (kind, pulse) in zip([ChannelKind.ppg, .ppg2].prefix(pulseCount), pulses) {
      channels[kind] = .uniform(pulse)
    }
    for (kind, axis) in zip(Cadence.axes, axes) { channels[kind] = .uniform(axis) }
    return channels
  }

  var sum: Double { (pulses + axes).reduce(0) { $0 + $1.samples.reduce(0, +) } }
}

/// Expected readings that `Oracles/wrist.py` made.
enum WristOracle {
  static func cases() throws -> [JSONNode] { try OracleFile.json("wrist")["cases"]?.elements ?? [] }
}
