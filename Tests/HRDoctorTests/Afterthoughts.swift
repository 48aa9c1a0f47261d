import HRNumerics
import HRSignals

extension PlantedMistakes {
  /// Mistakes chosen after the rules were finished; their results are reported unchanged.
  static var afterthoughts: [PlantedMistake] {
    [
      .init(
        name: "values wrap around", named: [.clippedSignal, .noPulse, .clockGaps],
        severities: [0.9, 0.6, 0.3].map { share in
          (
            "at \(share) of the range",
            { recording in
              guard let values = recording.firstPulse?.values.filter(\.isFinite),
                let low = percentile(values, 1),
                let high = percentile(values, 99)
              else { return nil }
              let range = share * (high - low)
              return recording.withPulse(changing: { value, _, _ in
                low + (value - low) - ((value - low) / range).rounded(.down) * range
              })
            }
          )
        }),
      .init(
        name: "every n-th sample lost, taken as even", named: [.sampleRate],
        severities: [40, 10, 4].map { every in
          (
            "n = \(every)",
            { recording in
              var channels = recording.channels
              for kind in recording.channels.kinds {
                guard case .uniform(let signal)? = recording.channels[kind] else { return nil }
                channels[kind] = .uniform(
                  Signal(
                    samples: signal.samples.enumerated().filter { $0.offset % every != 0 }.map(\.element),
                    sampleRate: signal.sampleRate, startTime: signal.startTime))
              }
              return recording.with(channels: channels)
            }
          )
        }),
      .init(
        name: "rates in reverse order", named: [.referenceUnrelated, .referenceShift],
        severities: [
          (
            "all",
            { recording in
              guard let rates = recording.rates, let last = rates.values.indices.last,
                (percentile(rates.values, 90) ?? 0) - (percentile(rates.values, 10) ?? 0) > 7
              else { return nil }
              var index = -1
              return recording.withSeries { time, _ in
                index += 1
                return (time, rates.values[last - index])
              }
            }
          )
        ]),
      .init(
        name: "second part of another recording", named: [.referenceUnrelated, .referenceShift],
        severities: [0.8, 0.5, 0.2].map { share in
          (
            "from \(share) on",
            { recording in
              guard let kind = recording.pulseKind, case .uniform(let signal)? = recording.channels[kind]
              else {
                return nil
              }
              // Another heart: the same wave, a third faster.
              let from = Int(saturating: share * Double(signal.count))
              let samples = (0..<signal.count).map { index -> Double in
                guard index >= from else { return signal.samples[index] }
                return signal.samples[(Int(saturating: 1.33 * Double(index - from)) + 7) % signal.count]
              }
              var channels = recording.channels
              channels[kind] = .uniform(
                Signal(samples: samples, sampleRate: signal.sampleRate, startTime: signal.startTime))
              for other in channels.kinds where other.isOptical && other != kind { channels[other] = nil }
              return recording.with(channels: channels)
            }
          )
        }),
      .init(
        name: "decimal mark lost in some rows",
        named: [.frameImpulses, .clockGaps, .noPulse, .clippedSignal],
        severities: [0.001, 0.01, 0.1].map { share in
          (
            "\(share) of them × 10",
            { recording in
              var index = 0
              return recording.withPulse(changing: { value, _, _ in
                index += 1
                return (noise(index) + 1) / 2 < share ? 10 * value : value
              })
            }
          )
        }),
    ]
  }
}
