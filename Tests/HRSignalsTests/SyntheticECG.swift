import Foundation
import HRSignals
import HRNumerics

/// A sum of Gaussian waves around exactly known R peaks.
struct SyntheticECG {
  let signal: Signal
  let beats: [Double]

  /// - Parameters:
  ///   - noise: standard deviation of white noise, where the R wave is 1.
  ///   - wander: amplitude of a baseline at 0.25 Hz.
  init(
    bpm: Double, sampleRate: Double, seconds: Double = 60, noise: Double = 0.03, wander: Double = 0.5,
    startTime: Double = 0
  ) {
    var stream = RandomStream(seed: 1, ["ecg", "\(bpm)", "\(sampleRate)"])
    var beats: [Double] = []
    var time = 0.4
    while time < seconds - 0.2 {
      beats.append(time)
      // Breathing and random variation change the interval by some per cent.
      time += 60 / bpm * (1 + 0.03 * sin(2 * .pi * 0.25 * time) + 0.01 * stream.normal())
    }
    let interval = 60 / bpm
    // Times shrink with the interval, as in a heart: delay and width in seconds, height.
    let stretch = interval.squareRoot()
    let waves = [
      (-0.17 * stretch, 0.025 * stretch, 0.12), (-0.026, 0.009, -0.12), (0, 0.011, 1), (0.028, 0.010, -0.2),
      (0.27 * stretch, 0.05 * stretch, 0.25),
    ]
    var samples = (0..<Int(seconds * sampleRate)).map {
      let t = Double($0) / sampleRate
      return wander * sin(2 * .pi * 0.25 * t) + noise * stream.normal()
    }
    for beat in beats {
      for (delay, width, height) in waves {
        let centre = beat + delay
        let low = max(0, Int((centre - 5 * width) * sampleRate))
        let high = min(samples.count - 1, Int((centre + 5 * width) * sampleRate))
        guard low <= high else { continue }
        for i in low...high {
          let z = (Double(i) / sampleRate - centre) / width
          samples[i] += height * exp(-z * z / 2)
        }
      }
    }
    signal = Signal(samples: samples, sampleRate: sampleRate, startTime: startTime)
    self.beats = beats.map { $0 + startTime }
  }
}

/// One-to-one agreement of two ascending lists of beats.
struct BeatAgreement {
  /// Share of the reference beats that were found.
  let sensitivity: Double
  /// Share of the found beats that are in the reference.
  let predictivity: Double

  init(reference: [Double], found: [Double], within seconds: Double) {
    var (i, j, hits) = (0, 0, 0)
    while i < reference.count, j < found.count {
      let difference = found[j] - reference[i]
      if abs(difference) <= seconds {
        (i, j, hits) = (i + 1, j + 1, hits + 1)
      } else if difference < 0 {
        j += 1
      } else {
        i += 1
      }
    }
    sensitivity = Double(hits) / Double(max(1, reference.count))
    predictivity = Double(hits) / Double(max(1, found.count))
  }
}
