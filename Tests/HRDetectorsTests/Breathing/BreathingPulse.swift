import Foundation
import HRNumerics
import HRSignals

/// A made pulse wave of which breathing changes level, height and intervals, with a little noise.
struct BreathingPulse {
  var heartRateBPM: Double
  var breathsPerMinute: Double
  var seconds = 32.0
  var sampleRate = 50.0
  /// Change of the level in heights of a pulse.
  var level = 0.1
  /// Change of the height as a share of it.
  var height = 0.08
  /// Change of the heart rate as a share of it.
  var quickening = 0.03
  /// Standard deviation of the noise in heights of a pulse, and of the intervals as a share of them.
  var noise = 0.02
  var unrest = 0.002
  var seed: UInt64 = 1

  var signal: Signal {
    var random = RandomStream(seed: seed, ["breathing", "\(heartRateBPM)", "\(breathsPerMinute)"])
    let start = 2 * Double.pi * random.uniform()
    func breath(_ time: Double, after phase: Double) -> Double {
      sin(2 * Double.pi * breathsPerMinute / 60 * time + start + phase)
    }
    var beats = [-2.0]
    while let last = beats.last, last < seconds + 2 {
      let rate = heartRateBPM * (1 + quickening * breath(last, after: 0) + unrest * random.normal())
      beats.append(last + 60 / rate)
    }
    var samples: [Double] = []
    var number = 0
    for index in 0..<Int(seconds * sampleRate) {
      let time = Double(index) / sampleRate
      while beats[number + 1] <= time { number += 1 }
      let phase = (time - beats[number]) / (beats[number + 1] - beats[number])
      let pulse = exp(-pow((phase - 0.25) / 0.12, 2)) + 0.4 * exp(-pow((phase - 0.55) / 0.15, 2))
      samples.append(
        0.3 + (pulse - 0.3) * (1 + height * breath(time, after: 0.7)) + level * breath(time, after: 1.9)
          + noise * random.normal())
    }
    return Signal(samples: samples, sampleRate: sampleRate)
  }
}
