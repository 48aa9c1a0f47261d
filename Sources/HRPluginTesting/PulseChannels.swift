internal import HRNumerics
internal import HRPlugins
package import HRSignals
internal import RealModule
internal import Synchronization

/// Channels that a detector may read, as of a person at rest, by formula.
///
/// Pulse waves have a shoulder; camera levels fall where it rises, about 205, 40 and 30; the electrocardiogram has a
/// spike and a T wave per beat; the accelerometer is at rest with a trace of noise; the finger is in place. For a
/// breathing detector the rate is the breaths', and level, height and intervals of a pulse of 80 bpm follow them.
struct PulseChannels: Hashable, Sendable {
  /// Beats, or breaths, per minute.
  var rate: Double
  /// Growth of ``rate``, which is that at the start, in beats (breaths) per minute and second.
  var growth = 0.0
  /// Samples per second of every channel.
  var sampleRate: Double
  var seconds = 30.0
  var startTime = 0.0
  /// Factor on pulse waves and electrocardiogram; a camera's levels are unchanged.
  var gain = 1.0
  var offset = 0.0
  /// Standard deviation of white noise on the pulse, by its height.
  var noise = 0.0
  /// True if ``rate`` is the breaths'.
  var breathing = false

  /// The inputs of a detector.
  func channels(of entry: DetectorEntry) -> Channels { channels(entry.inputs, of: entry) }

  /// Channels of the quantity that a detector measures.
  func channels(_ kinds: [ChannelKind], of entry: DetectorEntry) -> Channels {
    var measured = self
    measured.breathing = entry.measuresBreath
    return measured.channels(kinds)
  }

  func channels(_ kinds: [ChannelKind]) -> Channels {
    Channels(Dictionary(uniqueKeysWithValues: kinds.map { ($0, .uniform(signal($0))) }))
  }

  /// Signals made so far, as many detectors are shown the same ones.
  private static let made = Mutex<[PulseChannels: [ChannelKind: Signal]]>([:])

  func signal(_ kind: ChannelKind) -> Signal {
    if let known = Self.made.withLock({ $0[self]?[kind] }) { return known }
    let signal = make(kind)
    Self.made.withLock { $0[self, default: [:]][kind] = signal }
    return signal
  }

  private func make(_ kind: ChannelKind) -> Signal {
    let count = Int(saturating: (seconds * sampleRate).rounded())
    var random = RandomStream(seed: 11, ["contract", kind.rawValue])
    let values = (0..<count).map { index -> Double in
      let time = Double(index) / sampleRate
      let pulse = breathing ? breathed(at: time) : wave(phase: phase(at: time))
      let noisy = noise > 0 ? pulse + noise * random.normal() : pulse
      switch kind {
      case .ppg, .ppg2, .furtherPulse, .infrared, .respiration: return offset + gain * noisy
      case .red: return 205 - 1.5 * noisy
      case .green: return 40 - 3 * noisy
      case .blue: return 30 - noisy
      case .ecg: return offset + gain * heart(phase: phase(at: time), rate: rate + growth * time)
      case .accelerometerX, .accelerometerY: return 0.002 * random.normal()
      case .accelerometerZ: return 1 + 0.002 * random.normal()
      case .contact: return 1
      }
    }
    return Signal(samples: values, sampleRate: sampleRate, startTime: startTime)
  }

  /// Beats since the start.
  private func phase(at time: Double) -> Double { (time * rate + growth * time * time / 2) / 60 }

  /// The pulse of a finger: a systolic wave with a shoulder. Many published rules take a larger second bump for a beat,
  /// which is not part of the contract.
  private func wave(phase: Double) -> Double {
    let turn = phase - phase.rounded(.down)
    return bell((turn - 0.3) / 0.1) + 0.25 * bell((turn - 0.6) / 0.12)
  }

  private func breathed(at time: Double) -> Double {
    let breath = 2 * Double.pi * rate / 60 * time + Double.pi * growth / 60 * time * time
    let turns = 80.0 / 60 * time - 0.03 * Double.sin(breath)
    return (1 + 0.15 * Double.sin(breath)) * wave(phase: turns) + 0.3 * Double.sin(breath)
  }

  /// The waves Q, R, S and T.
  private func heart(phase: Double, rate: Double) -> Double {
    let since = (phase - phase.rounded(.down)) * 60 / rate
    return 1.2 * bell((since - 0.15) / 0.012) - 0.15 * bell((since - 0.12) / 0.01)
      - 0.25 * bell((since - 0.18) / 0.01) + 0.2 * bell((since - 0.34) / 0.03)
  }
}

/// The normal curve of height 1, at a distance in standard deviations.
func bell(_ distance: Double) -> Double { Double.exp(-0.5 * distance * distance) }

/// Deterministic samples without a pulse: white noise, a large offset, rare spikes.
package enum RoughSignal {
  package static func make(count: Int, sampleRate: Double, seed: UInt64 = 1) -> Signal {
    var random = RandomStream(seed: seed, ["rough"])
    return Signal(
      samples: (0..<count).map { $0 % 97 == 0 ? 1e9 : 1e4 + 50 * random.normal() }, sampleRate: sampleRate)
  }
}

extension Channels {
  /// Changes the samples of all channels.
  func mapValues(_ change: (ChannelKind, [Double]) -> [Double]) -> Channels {
    var changed = self
    for kind in kinds {
      if let channel = self[kind] { changed[kind] = channel.replacing(values: change(kind, channel.values)) }
    }
    return changed
  }

  /// The same samples at another pace: all times by a factor.
  func stretched(by factor: Double) -> Channels {
    var changed = self
    for kind in kinds {
      guard let signal = self[kind]?.uniform() else { continue }
      changed[kind] = .uniform(
        Signal(
          samples: signal.samples, sampleRate: signal.sampleRate / factor,
          startTime: signal.startTime * factor))
    }
    return changed
  }

  /// Another recording's samples right after this one's last.
  func followed(by other: Channels) -> Channels {
    mapValues { kind, values in values + (other[kind]?.values ?? []) }
  }
}
