internal import HRSignals

/// Cause of a disturbance in a wrist photoplethysmogram: the four kinds of Paliakaitė et al., 2021.
enum ArtefactKind: String, CaseIterable, Sendable {
  /// The device slides on the skin.
  case displacement
  case forearm
  case hand
  /// The device sits too loosely.
  case contact

  /// Slope of the power spectrum, in decibels per decade: the slower the movement, the steeper. Our choice.
  var slopeDecibelsPerDecade: Double {
    switch self {
    case .displacement: -30
    case .forearm: -20
    case .hand: -15
    case .contact: -10
    }
  }

  /// Mean amplitude over that of the pulse. Our choice.
  var meanAmplitudeRatio: Double {
    switch self {
    case .displacement: 4
    case .forearm: 2.5
    case .hand: 1.5
    case .contact: 1
    }
  }
}

/// An artefact with its kind, time and strength.
struct ArtefactEpisode: Equatable, Sendable {
  let kind: ArtefactKind
  let range: TimeRange
  /// Root mean square times √2, over the pulse amplitude.
  let amplitudeRatio: Double
  /// Name of the stream of its noise.
  let name: String
}
