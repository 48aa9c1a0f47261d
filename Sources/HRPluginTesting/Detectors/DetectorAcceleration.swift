internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Tests of the level and the scale of an accelerometer.
extension DetectorTryout {
  private static let toleranceOfLevels = 1e-6

  func accelerometerLevels() -> [String] {
    guard (entry.inputs + entry.optionalInputs).contains(where: Cadence.axes.contains) else { return [] }
    let moved = moved()
    let ranges = stride(from: 8.0, through: moved.timeRange?.end ?? 0, by: 4).map {
      TimeRange(start: max(0, $0 - 20), end: $0)
    }
    return [true, false].flatMap { isInG in
      let plain = estimates(moved.levelled(isInG: isInG), ranges)
      return Self.levels.filter { $0.scale == 1 || !isInG }.flatMap { level in
        let other = moved.levelled(isInG: isInG, by: level.offsets, scale: level.scale)
        return zip(ranges, zip(plain, estimates(other, ranges))).compactMap { range, found in
          difference(found.0, found.1).map {
            "\($0) at \(range.end) s with offsets \(level.offsets), scale \(level.scale), \(isInG ? "in g" : "in an unknown unit")"
          }
        }
      }
    }
  }

  /// Constants of the axes, after a scale.
  private static let levels: [(offsets: [Double], scale: Double)] = [
    ([1.7, -0.4, 9], 1), ([32_768, 32_768, 32_768], 1), ([0, 0, 0], 9.80665),
    ([32_768, 32_768, 32_768], 4096), ([-3, 500, 0], 0.001),
  ]

  /// A pulse at rest, then 20 s of steps with a swing of the arms that reach its wave too, a slow turn of the wrist, and
  /// rest.
  private func moved() -> Channels {
    let pulse = pulse(seconds: 64)
    return pulse.channels(entry.inputs + entry.optionalInputs, of: entry).mapValues { kind, values in
      values.enumerated().map { index, value in
        let time = Double(index) / pulse.sampleRate
        let (step, swing, turn) = Self.movement(at: time)
        return switch kind {
        case .accelerometerX: value + 0.3 * swing + 0.05 * step + turn
        case .accelerometerY: value - 0.1 * swing + 0.2 * step
        case .accelerometerZ: value + 0.4 * step - 0.5 * turn
        case .ppg, .ppg2, .furtherPulse, .infrared: value + 2 * step + 0.5 * swing
        case .red, .green, .blue, .ecg, .respiration, .contact: value
        }
      }
    }
  }

  private static func movement(at time: Double) -> (step: Double, swing: Double, turn: Double) {
    let phase = 2 * Double.pi * 1.83 * time
    let isWalking = (16..<36).contains(time)
    let turned = min(max((time - 44) / 6, 0), 1)
    return (isWalking ? Double.sin(phase) : 0, isWalking ? Double.sin(phase / 2) : 0, turned)
  }

  private func estimates(_ channels: Channels, _ ranges: [TimeRange]) -> [Estimate] {
    entry.estimates(in: ranges, of: channels, by: made)
  }

  private func difference(_ a: Estimate, _ b: Estimate) -> String? {
    if let one = a.bpm, let other = b.bpm {
      guard abs(one - other) <= Self.toleranceOfLevels else { return "\(other) for \(one)" }
    } else if a.outcome != b.outcome {
      return "\(b.outcome) for \(a.outcome)"
    }
    if let one = a.confidence, let other = b.confidence, abs(one - other) <= Self.toleranceOfLevels {
      return a.motion == b.motion ? nil : "other words on motion"
    }
    return a.confidence == b.confidence
      ? nil : "a confidence of \(b.confidence ?? .nan) for \(a.confidence ?? .nan)"
  }
}

extension Channels {
  /// The accelerometer's axes times a scale, plus a constant each.
  fileprivate func levelled(isInG: Bool, by offsets: [Double] = [0, 0, 0], scale: Double = 1) -> Channels {
    var levelled = mapValues { kind, values in
      guard let axis = Cadence.axes.firstIndex(of: kind) else { return values }
      return values.map { scale * $0 + offsets[axis] }
    }
    levelled.accelerationIsInG = isInG
    return levelled
  }
}
