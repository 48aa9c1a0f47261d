internal import HRSignals
internal import RealModule

/// Mean red, green and blue of a finger on a lit camera: brightness falls while blood volume rises.
///
/// Each channel's mean loses `depth` (a share of its level, times the skin's ``SkinTone/perfusion``) for a pulse of
/// height 1. Noise is that of one pixel divided by the root of the pixel count, plus the noise that all pixels share
/// (exposure and lamp). Results are within 0…255.
struct FingerCamera {
  static let pixelNoiseCodes = 2.5
  static let pixelCount = 640.0 * 480
  static let sharedNoiseCodes = 0.04

  let wave: PulseWave
  let subject: SyntheticSubject
  let source: SynthesisSource
  let codes: CameraCodes

  func means(of kind: ChannelKind, sampleRate: Double, count: Int) -> [Double] {
    var traits = source.stream("camera")
    // One exposure for the three channels.
    let exposure = traits.uniform(in: 0.97...1.03)
    let level = exposure * subject.skinTone.level(kind)
    let depth = level * Self.pulsatileShare(kind) * subject.skinTone.perfusion
    let deviation = Double.sqrt(
      Self.pixelNoiseCodes * Self.pixelNoiseCodes / Self.pixelCount + Self.sharedNoiseCodes
        * Self.sharedNoiseCodes)
    var noise = source.stream("camera noise \(kind.rawValue)")
    return wave.volume(sampleRate: sampleRate, count: count).map { volume in
      let mean = min(max(level - depth * volume + deviation * noise.normal(), 0), 255)
      switch codes {
      case .fractional: return mean
      case .whole: return mean.rounded()
      }
    }
  }

  /// Share of the light that a pulse takes: most in green, where haemoglobin absorbs most.
  static func pulsatileShare(_ kind: ChannelKind) -> Double {
    [.green: 0.05, .blue: 0.04][kind] ?? 0.012
  }
}

/// Storage of a finger camera's frame means.
package enum CameraCodes: String, CaseIterable, Sendable {
  /// The mean over the frame's pixels, as computed.
  case fractional
  /// Rounded to whole codes (half away from zero).
  case whole
}
