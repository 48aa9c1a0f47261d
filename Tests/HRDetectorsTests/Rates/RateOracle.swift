import HRTestSupport
import Foundation
import HRSignals
import HRNumerics

/// `Oracles/rates.json` and the waves it was made from.
struct RateOracle: Decodable {
  struct Row: Decodable, CustomStringConvertible {
    let count: Int
    let sampleRate: Double
    let hz: Double
    let welchPower: [Double]
    let welchBPM: Double
    let autocorrelation: [Double]
    let burg: [Double]
    let burgNoise: Double
    let lombPower: [Double]
    let lombBPM: Double
    let productBPM: Double
    let sumBPM: Double

    var description: String { "\(count) samples, \(hz) Hz" }
    var wave: [Double] { RateOracle.wave(count: count, sampleRate: sampleRate, hz: hz) }
    var signal: Signal { Signal(samples: wave, sampleRate: sampleRate) }
  }

  struct Toolbox: Decodable {
    let count: Int
    let sampleRate: Double
    let hz: Double
    let fftFiltered: Double
    let peakFiltered: Double
    let fftBare: Double
    let peakBare: Double
    let welch: Double
    let stft: Double

    var channels: Channels {
      let wave = RateOracle.wave(count: count, sampleRate: sampleRate, hz: hz).map { 40 * $0 + 200 }
      return Channels([.ppg: .uniform(Signal(samples: wave, sampleRate: sampleRate))])
    }
  }

  let rows: [Row]
  let toolboxes: [Toolbox]

  static let shared = try? OracleFile.decode("rates", as: RateOracle.self)

  /// Two harmonics, a slow sine, a drift and folded squares for noise; `wave` of the script.
  static func wave(count: Int, sampleRate: Double, hz: Double) -> [Double] {
    (0..<count).map { index in
      let t = Double(index) / sampleRate
      let noise = Double((7 * index * index + 3 * index) % 23) / 23 - 0.5
      let pulse = sin(2 * Double.pi * hz * t + 0.4) + 0.5 * sin(4 * Double.pi * hz * t + 1)
      return pulse + 0.3 * sin(0.5 * Double.pi * t) + 0.02 * t + 0.6 * noise
    }
  }

  /// Uneven samples: sample i is at (i + 0.35 sin 1.7i) / rate; the window holds those before `count` / rate.
  static func uneven(_ row: Row) -> TimeSeries {
    let wave = row.wave
    let times = wave.indices.map { (Double($0) + 0.35 * sin(1.7 * Double($0))) / row.sampleRate }
    let kept = times.indices.filter { times[$0] >= 0 && times[$0] < Double(row.count) / row.sampleRate }
    return TimeSeries(times: kept.map { times[$0] }, values: kept.map { wave[$0] })
  }
}
