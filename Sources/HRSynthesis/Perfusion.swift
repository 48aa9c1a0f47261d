/// Strength of the pulse in the finger: a factor on its height, on top of the skin's own ``SkinTone/perfusion``.
///
/// The perfusion index is the pulsatile share of the light, in per cent. Oximeters show 0.02 to 20 %, and the median of
/// 108 healthy adults was 1.4 % (A. P. Lima, P. Beelen and J. Bakker, Crit. Care Med. 30:1210, 2002); at or below 0.4 %
/// many oximeters are said to be unreliable. Here the red light of a finger camera has 1.2 % in light, 0.96 % in medium
/// and 0.66 % in dark skin where perfusion is normal (``FingerCamera/pulsatileShare(_:)``); low takes these to 0.3…0.17
/// %, very low to 0.06…0.03 %. Green and blue have about four times as much. The two factors are our choice.
///
/// Only pulses are scaled. The effects of breathing and slow changes of tone on the base line are unchanged, so that a
/// weak pulse rides on a comparatively large wander, as in a cold finger.
package enum Perfusion: Equatable, Sendable {
  case normal, low, veryLow
  /// Any other factor; 0 leaves no pulse at all.
  case factor(Double)

  package static let allowedFactors = 0.0...10.0

  package init?(_ text: String) {
    if let named = [Self.normal, .low, .veryLow].first(where: { $0.name == text }) {
      self = named
    } else {
      guard let factor = Double(text), Self.allowedFactors.contains(factor) else { return nil }
      self = .factor(factor)
    }
  }

  package var factor: Double {
    switch self {
    case .normal: 1
    case .low: 0.25
    case .veryLow: 0.05
    case .factor(let factor): factor
    }
  }

  /// Name in the metadata.
  package var name: String {
    switch self {
    case .normal: "normal"
    case .low: "low"
    case .veryLow: "veryLow"
    case .factor(let factor): "\(factor)"
    }
  }
}
