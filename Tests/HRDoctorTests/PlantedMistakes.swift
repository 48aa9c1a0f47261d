import HRNumerics
import HRSignals

/// A mistake that people make with recordings, planted at three severities.
struct PlantedMistake {
  let name: String
  /// Any of these names it right.
  let named: [DataFinding.Kind]
  /// From small to gross; `nil` where the recording lacks what it needs. Not all have three.
  let severities: [(label: String, plant: (Recording) -> Recording?)]
  /// Whether its gross form is one that the rules promise to find.
  var isGrossAtLast = true
}

enum PlantedMistakes {
  static let all: [PlantedMistake] =
    clocks + references + quantities + channels + interference + copies

  // MARK: Clocks

  private static let clocks: [PlantedMistake] = [
    .init(
      name: "sample rate too high", named: [.sampleRate, .halfOrDouble],
      severities: [1.015, 1.024, 2].map { factor in ("× \(factor)", { $0.withRate(times: factor) }) }),
    .init(
      name: "sample rate too low", named: [.sampleRate, .halfOrDouble],
      severities: [0.985, 0.9, 0.5].map { factor in ("× \(factor)", { $0.withRate(times: factor) }) }),
    .init(
      name: "sample rate far off", named: [.sampleRate, .timeUnit],
      severities: [3, 4, 10].map { factor in ("× \(factor)", { $0.withRate(times: factor) }) }),
    .init(
      name: "reference late", named: [.referenceShift, .referenceSpan],
      severities: [5.0, 20, 60].map { shift in ("\(shift) s", { $0.withReference(shiftedBy: shift) }) }),
    .init(
      name: "reference early", named: [.referenceShift, .referenceSpan],
      severities: [-5.0, -20, -60].map { shift in ("\(shift) s", { $0.withReference(shiftedBy: shift) }) }),
    .init(
      name: "rate series late", named: [.referenceShift, .referenceSpan],
      severities: [10.0, 30, 60].map { shift in
        ("\(shift) s", { $0.withSeries { ($0 + shift, $1) } })
      }),
    .init(
      name: "times in another unit", named: [.timeUnit],
      severities: [1000.0, 0.001, 0.000_001].map { factor in
        ("× \(factor)", { $0.withTimes(times: factor) })
      }),
    .init(
      name: "gap", named: [.clockGaps],
      severities: [1.5, 5, 20].map { length in ("\(length) s", { $0.withGap(seconds: length) }) }),
  ]

  // MARK: References

  private static let references: [PlantedMistake] = [
    .init(
      name: "reference in Hz", named: [.referenceUnit],
      severities: [("all", { $0.withSeries { ($0, $1 / 60) } })]),
    .init(
      name: "RR intervals in ms as rates", named: [.referenceUnit],
      severities: [("all", { $0.withSeries { ($0, 60_000 / $1) } })]),
    .init(
      name: "RR intervals in s as rates", named: [.referenceUnit],
      severities: [("all", { $0.withSeries { ($0, 60 / $1) } })]),
    .init(
      name: "beats in ms read as s", named: [.referenceUnit],
      severities: [("all", { $0.withBeats { $0.map { 1000 * $0 } } })]),
    .init(
      name: "sample numbers read as s", named: [.referenceUnit],
      severities: [
        (
          "all",
          { recording in
            let rate = recording.firstPulse?.nominalRate ?? 1
            return recording.withBeats { $0.map { rate * $0 } }
          }
        )
      ]),
    .init(
      name: "every second beat", named: [.halfOrDouble],
      severities: [
        ("all", { $0.withBeats { beats in stride(from: 0, to: beats.count, by: 2).map { beats[$0] } } })
      ]),
    .init(
      name: "beats counted twice", named: [.halfOrDouble, .impossibleRates],
      severities: [
        (
          "all",
          { recording in
            recording.withBeats { beats in
              zip(beats, beats.dropFirst()).flatMap { [$0, $0 + 0.4 * ($1 - $0)] }
            }
          }
        )
      ]),
    .init(
      name: "reference ends early", named: [.referenceSpan, .sparseReference],
      severities: [0.85, 0.6, 0.3].map { share in
        (
          "at \(share)",
          { recording in
            let end = recording.end * share
            return recording.withBeats { $0.filter { $0 < end } }
          }
        )
      }),
    .init(
      name: "reference goes on", named: [.referenceSpan],
      severities: [1.2, 1.5, 3].map { factor in
        (
          "to \(factor)",
          { recording in
            let end = recording.end
            return recording.withBeats { beats in
              beats
                + (1...8).flatMap { turn in beats.map { $0 + Double(turn) * end } }.filter {
                  $0 < end * factor
                }
            }
          }
        )
      }),
    .init(
      name: "stretches without beats", named: [.sparseReference, .referenceSpan],
      severities: [0.5, 0.7, 0.9].map { share in
        (
          "\(share)",
          { recording in
            recording.withBeats { $0.filter { ($0 / 60).truncatingRemainder(dividingBy: 1) >= share } }
          }
        )
      }),
    .init(
      name: "rates for no reading", named: [.impossibleRates],
      severities: [0.02, 0.1, 0.4].map { share in
        (
          "\(share)",
          { recording in
            recording.withSeries { time, rate in
              ((time * 0.37).truncatingRemainder(dividingBy: 1) < share ? (time, 511) : (time, rate))
            }
          }
        )
      }),
    .init(
      name: "constant reference", named: [.constantReference],
      severities: [
        (
          "its mean",
          { recording in
            guard let rates = recording.rates, let middle = median(rates.values),
              (percentile(rates.values, 90) ?? 0) - (percentile(rates.values, 10) ?? 0) > 7
            else { return nil }
            return recording.withSeries { time, _ in (time, middle.rounded()) }
          }
        )
      ]),
  ]

  // MARK: Other quantities

  static let quantities: [PlantedMistake] = [
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
            $0.withSeries { time, _ in (time, 16 + 3 * ((time / 20).truncatingRemainder(dividingBy: 2) - 1)) }
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
        ("mod \(most)", { $0.withPulse { index, _ in Double(index).truncatingRemainder(dividingBy: most) } })
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

  // MARK: Channels

  private static let channels: [PlantedMistake] = [
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

  // MARK: Interference

  private static let interference: [PlantedMistake] = [
    .init(
      name: "mains hum", named: [.mainsHum],
      severities: [0.7, 2, 6].map { ratio in
        (
          "\(ratio)",
          { recording in
            guard let channel = recording.firstPulse, case .uniform = channel, let rate = channel.nominalRate
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

  // MARK: Copies

  private static let copies: [PlantedMistake] = [
    .init(
      name: "a stretch twice", named: [.repeatedStretch],
      severities: [8.0, 20, 40].map { length in
        ("\(length) s", { $0.withStretch(from: 10, to: 15 + length, seconds: length) })
      })
  ]

  /// About 1 in size, without a pattern.
  static func noise(_ index: Int) -> Double {
    var z = UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return 2 * Double((z ^ (z >> 31)) >> 11) / Double(1 << 53) - 1
  }

  static func sine(_ turns: Double) -> Double { slowWave(turns) }

  /// A sine of whole turns, by its parabola and that one's correction: good to a thousandth.
  static func slowWave(_ turns: Double) -> Double {
    let x = turns - turns.rounded(.down) - 0.5
    let y = -8 * x * (1 - 2 * abs(x)) * -1
    let parabola = -y
    return 0.225 * (parabola * abs(parabola) - parabola) + parabola
  }
}
