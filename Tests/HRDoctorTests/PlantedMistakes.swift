import HRNumerics
import HRSignals

/// A common mistake in recordings, planted at three severities.
struct PlantedMistake {
  let name: String
  /// Findings of which any one is a correct name for it.
  let named: [DataFinding.Kind]
  /// Variants from small to gross; `nil` if the recording does not have the data needed. Not all mistakes have three.
  let severities: [(label: String, plant: (Recording) -> Recording?)]
}

enum PlantedMistakes {
  static var all: [PlantedMistake] {
    clocks + references + quantities + channels + interference + copies + readings
  }

  // MARK: Clocks

  private static var clocks: [PlantedMistake] {
    [
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
  }

  // MARK: References

  private static var references: [PlantedMistake] {
    [
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
  }

  /// Returns noise of size about 1, without a pattern.
  static func noise(_ index: Int) -> Double {
    var z = UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return 2 * Double((z ^ (z >> 31)) >> 11) / Double(1 << 53) - 1
  }

  static func sine(_ turns: Double) -> Double { slowWave(turns) }

  /// Returns a sine of whole turns, by a parabola with a correction: accurate to a thousandth.
  static func slowWave(_ turns: Double) -> Double {
    let x = turns - turns.rounded(.down) - 0.5
    let y = -8 * x * (1 - 2 * abs(x)) * -1
    let parabola = -y
    return 0.225 * (parabola * abs(parabola) - parabola) + parabola
  }
}
