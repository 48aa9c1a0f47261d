import HRNumerics
import HRSignals

/// Mistakes of channels: other quantities, wrong storage, and interference.
extension PlantedMistakes {
  // MARK: Other quantities

  static var quantities: [PlantedMistake] {
    [
      .init(
        name: "oxygen saturation as the rate", named: [.referenceUnrelated, .constantReference],
        severities: [
          (
            "97 ± 1",
            { recording in
              guard let middle = recording.rates.flatMap({ median($0.values) }), abs(middle / 97 - 1) > 0.15
              else {
                return nil
              }
              return recording.withSeries { time, _ in
                (time, 96 + (time / 7).truncatingRemainder(dividingBy: 3).rounded(.down))
              }
            }
          )
        ]),
      .init(
        name: "breathing rate as the heart rate", named: [.referenceUnrelated, .impossibleRates],
        severities: [
          (
            "16 ± 3",
            {
              $0.withSeries { time, _ in (time, 16 + 3 * ((time / 20).truncatingRemainder(dividingBy: 2) - 1))
              }
            }
          )
        ]),
      .init(
        name: "another person's rate", named: [.referenceUnrelated],
        severities: [
          (
            "mirrored",
            { recording in
              guard let rates = recording.rates, let middle = median(rates.values) else { return nil }
              let other = middle > 85 ? 0.65 : 1.5
              return recording.withSeries { time, rate in
                (
                  time,
                  middle * other + 8 * ((time / 45).truncatingRemainder(dividingBy: 2) - 1) - (rate - middle)
                )
              }
            }
          )
        ]),
      .init(
        name: "time in place of the pulse", named: [.noPulse],
        severities: [("ppg", { $0.withPulse { _, time in time } })]),
      .init(
        name: "counter in place of the pulse", named: [.noPulse],
        severities: [256.0, 1000, 65_536].map { most in
          (
            "mod \(most)",
            { $0.withPulse { index, _ in Double(index).truncatingRemainder(dividingBy: most) } }
          )
        }),
      .init(
        name: "breathing in place of the pulse", named: [.noPulse],
        severities: [
          (
            "belt",
            { recording in
              guard let breath = recording.channels[.respiration]?.uniform() else { return nil }
              return recording.withPulse { _, time in
                let place = min(
                  max(0, Int(saturating: (time - breath.startTime) * breath.sampleRate)), breath.count - 1)
                return breath.samples[place]
              }
            }
          )
        ]),
      .init(
        name: "temperature in place of the pulse", named: [.noPulse, .fewLevels, .flatSignal],
        severities: [
          (
            "skin",
            {
              $0.withPulse { index, time in
                33 + 0.4 * slowWave(time / 90) + 0.002 * noise(index)
              }
            }
          )
        ]),
    ]
  }

  // MARK: Channels

  static var channels: [PlantedMistake] {
    [
      .init(
        name: "sensor off", named: [.flatSignal],
        severities: [6.0, 20, 60].map { length in
          (
            "\(length) s",
            { recording in
              recording.withPulse(changing: { value, held, time in
                time >= 30 && time < 30 + length ? held : value
              })
            }
          )
        }),
      .init(
        name: "clipped", named: [.clippedSignal, .flatSignal],
        severities: [0.85, 0.7, 0.5].map { share in
          (
            "at \(share)",
            { recording in
              guard let values = recording.firstPulse?.values.filter(\.isFinite),
                let low = percentile(values, 2),
                let high = percentile(values, 98)
              else { return nil }
              let limit = low + share * (high - low)
              return recording.withPulse(changing: { value, _, _ in min(value, limit) })
            }
          )
        }),
      .init(
        name: "few levels", named: [.fewLevels, .flatSignal],
        severities: [12.0, 6, 3].map { levels in
          (
            "\(levels)",
            { recording in
              guard let values = recording.firstPulse?.values.filter(\.isFinite),
                let low = percentile(values, 5),
                let high = percentile(values, 95), high > low
              else { return nil }
              let step = (high - low) / levels
              return recording.withPulse(changing: { value, _, _ in (value / step).rounded() * step })
            }
          )
        }),
      .init(
        name: "pulse upside down", named: [.upsideDown],
        severities: [
          (
            "× −1",
            { recording in
              guard recording.channels[.ppg] != nil else { return nil }
              return recording.withPulse(changing: { value, _, _ in -value })
            }
          )
        ]),
      .init(
        name: "ECG upside down", named: [.upsideDown],
        severities: [
          (
            "× −1",
            { recording in
              guard let ecg = recording.channels[.ecg] else { return nil }
              var changed = recording
              changed.channels[.ecg] = ecg.replacing(values: ecg.values.map { -$0 })
              return changed
            }
          )
        ]),
    ]
  }

  // MARK: Interference

  static var interference: [PlantedMistake] {
    [
      .init(
        name: "mains hum", named: [.mainsHum],
        severities: [0.7, 2, 6].map { ratio in
          (
            "\(ratio)",
            { recording in
              guard let channel = recording.firstPulse, case .uniform = channel,
                let rate = channel.nominalRate
              else {
                return nil
              }
              let alias = abs(50 - (50 / rate).rounded() * rate)
              guard alias > 5, alias < 0.49 * rate else { return nil }
              return recording.withPulse(adding: { ratio * 1.41 * sine(50 * $0) })
            }
          )
        }),
      .init(
        name: "a lamp's line at 97.3 a minute", named: [.steadyLine],
        severities: [1.0, 2, 5].map { ratio in
          (
            "\(ratio)",
            { recording in
              guard let middle = recording.rates.flatMap({ median($0.values) }), abs(middle / 97.3 - 1) > 0.06
              else {
                return nil
              }
              return recording.withPulse(adding: { ratio * 1.41 * sine(97.3 / 60 * $0) })
            }
          )
        }),
      .init(
        name: "key frames", named: [.frameImpulses],
        severities: [2.0, 5, 20].map { ratio in
          (
            "\(ratio)",
            { recording in
              guard let rate = recording.firstPulse?.nominalRate, rate < 100 else { return nil }
              return recording.withPulse(addingAtIndex: { $0 % 30 == 7 ? ratio : 0 })
            }
          )
        }),
    ]
  }

  // MARK: Copies

  static var copies: [PlantedMistake] {
    [
      .init(
        name: "a stretch twice", named: [.repeatedStretch],
        severities: [8.0, 20, 40].map { length in
          ("\(length) s", { $0.withStretch(from: 10, to: 15 + length, seconds: length) })
        })
    ]
  }
}
