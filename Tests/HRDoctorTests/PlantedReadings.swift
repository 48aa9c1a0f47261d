import HRNumerics
import HRSignals

/// Mistakes of reading: files that say one thing and were read as another.
extension PlantedMistakes {
  static var readings: [PlantedMistake] {
    [
      .init(
        name: "intervals in 1/1024 s read as ms", named: [.sampleRate, .referenceUnit],
        severities: [
          ("all", { $0.withBeats { beats in beats.map { beats[0] + 1.024 * ($0 - beats[0]) } } })
        ]),
      .init(
        name: "a number that stands for no sample", named: [.sentinelValues],
        severities: [0.2, 2, 20].map { length in
          (
            "\(length) s",
            { recording in
              guard let values = recording.firstPulse?.values.filter(\.isFinite), let low = values.min(),
                let high = values.max()
              else { return nil }
              let sentinel = (low - 100 * (high - low)).rounded()
              return recording.withPulse(changing: { value, _, time in
                time >= 30 && time < 30 + length ? sentinel : value
              })
            }
          )
        }),
      .init(
        name: "samples dropped that share a time", named: [.repeatedTimes],
        severities: [2.0, 5, 25].map { rows in
          ("\(rows) rows a time", { $0.withSharedTimes(rows: Int(saturating: rows)) })
        }),
      .init(
        name: "pulse wave and ECG swapped", named: [.swappedChannels],
        severities: [
          (
            "both",
            { recording in
              guard let pulse = recording.channels[.ppg], let ecg = recording.channels[.ecg] else {
                return nil
              }
              var changed = recording.channels
              (changed[.ppg], changed[.ecg]) = (ecg, pulse)
              return recording.with(channels: changed)
            }
          )
        ]),
    ]
  }
}

extension Recording {
  /// Returns the recording with every n-th sample of each channel alone, as if the others had had the same time.
  fileprivate func withSharedTimes(rows: Int) -> Recording? {
    var changed = channels
    var dropped: [ChannelKind: Int] = [:]
    for kind in channels.kinds {
      guard let channel = channels[kind] else { continue }
      let kept = stride(from: 0, to: channel.count, by: rows).map(\.self)
      changed[kind] = .irregular(
        TimeSeries(times: kept.map { channel.time(at: $0) }, values: kept.map { channel.values[$0] }))
      dropped[kind] = channel.count - kept.count
    }
    var recording = with(channels: changed)
    recording.droppedRows = dropped
    return recording
  }
}
