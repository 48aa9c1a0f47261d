internal import HRNumerics
package import HRSignals

/// Size of the damage that a trial does to a recording, window by window.
///
/// The size is the mean square of the difference between the damaged and the clean pulsatile part (``PulsatileBand``)
/// over the window, divided by the mean square of the clean one over the recording; the divisor of both is their
/// number of samples. 1: the damage is as strong as the pulse, in its band. It is exactly 0 where the window holds the
/// same samples at the same times, and else at least ``least``. A damaged channel with other times is compared at the
/// clean one's, on straight lines. Of several channels the largest size counts.
package struct DamageGauge: Sendable {
  /// Size of a change that has no part in the band of the pulse, or cannot be measured.
  package static let least = 1e-12

  private let clean: Channels
  private var bands: [ChannelKind: Band] = [:]

  /// The pulsatile part of a channel on an even grid; without samples if it has none.
  private struct Band: Sendable {
    let pulse: Signal
    let power: Double
  }

  /// - Parameter clean: channels of the recording as it is.
  package init(_ clean: Channels) { self.clean = clean }

  /// Returns the size in each window.
  ///
  /// - Parameters:
  ///   - damaged: channels of the trial.
  ///   - kinds: channels that count; those that the recording does not have do not.
  ///   - windows: in the order of time.
  package mutating func sizes(
    of damaged: Channels, in kinds: [ChannelKind], windows: [TimeRange]
  ) -> [Double] {
    var sizes = [Double](repeating: 0, count: windows.count)
    for kind in kinds {
      guard let before = clean[kind], let after = damaged[kind], before != after else { continue }
      let changed = windows.map { before.cut(to: $0) != after.cut(to: $0) }
      guard changed.contains(true) else { continue }
      let difference = difference(kind, before: before, after: after)
      for (index, window) in windows.enumerated() where changed[index] {
        sizes[index] = max(sizes[index], Self.least, difference?.meanSquare(in: window) ?? 0)
      }
    }
    return sizes
  }

  /// Returns damaged minus clean pulsatile part, in units of the clean one's root mean square; `nil` if it cannot be
  /// measured.
  private mutating func difference(_ kind: ChannelKind, before: Channel, after: Channel) -> Signal? {
    let known = bands[kind] ?? Self.band(of: before)
    bands[kind] = known
    guard known.power > 0, after.count > 2, let even = after.uniform(at: known.pulse.sampleRate) else {
      return nil
    }
    let grid = known.pulse
    let damaged = Signal(
      samples: (0..<grid.count).map { even.interpolated(at: grid.time(at: $0)) },
      sampleRate: grid.sampleRate, startTime: grid.startTime)
    guard let pulse = PulsatileBand(.uniform(damaged))?.pulse else { return nil }
    let scale = 1 / known.power.squareRoot()
    return grid.replacing(zip(pulse, grid.samples).map { ($0 - $1) * scale })
  }

  private static func band(of channel: Channel) -> Band {
    guard let even = channel.uniform(), let band = PulsatileBand(.uniform(even)) else {
      return Band(pulse: Signal(samples: [], sampleRate: 1), power: 0)
    }
    return Band(pulse: even.replacing(band.pulse), power: band.power)
  }
}

extension Signal {
  /// Mean square of the samples of a window; 0 without any.
  fileprivate func meanSquare(in window: TimeRange) -> Double {
    let part = cut(to: window).samples
    guard !part.isEmpty else { return 0 }
    return part.reduce(0) { $0 + $1 * $1 } / Double(part.count)
  }
}
