internal import HRSignals

/// Skin by Fitzpatrick type, in three groups.
///
/// More melanin lets less light through, least at short wavelengths: levels and the pulsatile share fall from group to
/// group. The levels are those of fingers on lit phone cameras in order of magnitude, not a model of skin optics.
package enum SkinTone: String, CaseIterable, Sendable {
  case light = "I-II"
  case medium = "III-IV"
  case dark = "V-VI"

  /// Mean code of a camera channel.
  func level(_ kind: ChannelKind) -> Double {
    switch (self, kind) {
    case (.light, .green): 48
    case (.light, .blue): 36
    case (.light, _): 240
    case (.medium, .green): 36
    case (.medium, .blue): 26
    case (.medium, _): 226
    case (.dark, .green): 24
    case (.dark, .blue): 16
    case (.dark, _): 206
    }
  }

  /// Factor on the height of the pulse.
  var perfusion: Double {
    switch self {
    case .light: 1
    case .medium: 0.8
    case .dark: 0.55
    }
  }
}
