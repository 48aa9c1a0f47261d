internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Tests of channels that a recording may have or not.
extension DetectorTryout {
  func optionalChannels() -> [String] {
    let optional = entry.optionalInputs
    guard !optional.isEmpty else { return [] }
    let pulse = pulse(seconds: 30)
    let range = TimeRange(start: 0, end: pulse.seconds)
    return ([optional] + (optional.count > 1 ? optional.map { [$0] } : [])).flatMap { kinds in
      faults(reading: pulse.rate, from: pulse.channels(entry.inputs + kinds, of: entry), in: range).map {
        "\($0) for \(pulse.rate) a minute with \(kinds.map(\.rawValue).joined(separator: ", "))"
      }
    }
  }

  /// Length of the blocks in which a device delivers the samples of its other sensors.
  private static let blockSeconds = 2.0
  private static let blocks = 12
  /// Rate of the optional channels: no multiple of the frames' rate, nor a divisor.
  private static let optionalSampleRate = 26.0

  func blocks() -> [String] {
    guard case .streaming(let detector) = made, !entry.optionalInputs.isEmpty else { return [] }
    let recording = shaken()
    let ends = (1...Self.blocks).map { Self.blockSeconds * Double($0) }
    let inTime = entry.estimates(
      in: ends.map { TimeRange(start: $0 - Self.blockSeconds, end: $0) }, of: recording, by: made)
    return zip(ends, zip(inTime, blockwise(detector, recording, ends))).compactMap { end, found in
      found.0 == found.1 ? nil : "\(found.1.outcome) for \(found.0.outcome) at \(end) s"
    }
  }

  /// A pulse with movement after a while.
  private func shaken() -> Channels {
    var pulse = pulse(seconds: Self.blockSeconds * Double(Self.blocks))
    var recording = pulse.channels(of: entry)
    pulse.sampleRate = Self.optionalSampleRate
    let others = pulse.channels(entry.optionalInputs, of: entry).mapValues { kind, values in
      guard kind == .accelerometerX else { return values }
      return values.enumerated().map { index, value in
        let time = Double(index) / Self.optionalSampleRate
        return time < 7 ? value : value + 0.1 * Double.sin(2 * .pi * 1.7 * time)
      }
    }
    for kind in others.kinds { recording[kind] = others[kind] }
    return recording
  }

  /// Pushes for each block all frames first, then the samples of the optional channels.
  private func blockwise(
    _ detector: some StreamingDetector, _ recording: Channels, _ ends: [Double]
  ) -> [Estimate] {
    var detector = detector
    var others = SideChannels(entry.optionalInputs, of: recording)
    let columns = entry.inputs.map { recording[$0]?.values ?? [] }
    guard let first = entry.inputs.first.flatMap({ recording[$0] }) else { return [] }
    detector.begin(sampleRate: entry.middleSampleRate)
    var next = 0
    return ends.map { end in
      while next < first.count, first.time(at: next) < end - TimeRange.slack {
        detector.push(Frame(time: first.time(at: next), columns: columns, index: next))
        next += 1
      }
      others.push(before: end - TimeRange.slack, into: &detector)
      return detector.reading(at: end)
    }
  }
}
