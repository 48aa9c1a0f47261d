/// Quantity that a detector estimates and a reference states, in events per minute.
public enum Measurand: String, CaseIterable, Codable, Sendable {
  /// Beats, or breaths, per minute.
  case heartRate, breathingRate

  /// Name in words: `heart rate`.
  package var words: String {
    switch self {
    case .heartRate: "heart rate"
    case .breathingRate: "breathing rate"
    }
  }

  /// Name of the counted events: `beats`.
  package var events: String {
    switch self {
    case .heartRate: "beats"
    case .breathingRate: "breaths"
    }
  }

  /// A resting adult's rate in round numbers, for the constant guess without the signal.
  package var usualPerMinute: Double {
    switch self {
    case .heartRate: 70
    case .breathingRate: 15
    }
  }

  /// Minimum share of a window that intervals must cover for the window to have a reference. It is smaller for
  /// breaths, since one breath is a large part of a window.
  package var coverageShare: Double {
    switch self {
    case .heartRate: 0.8
    case .breathingRate: 0.6
    }
  }

  /// Range of rates accepted from any source about a person; a rate outside it is an error of the source.
  ///
  /// Heart: the fastest ventricles reported beat 600 times a minute (L. Chhabra et al., Indian Pacing Electrophysiol.
  /// J. 12(1):32-35, 2012); at 10, six seconds pass between two beats, after which consciousness goes (R. Rossen, H.
  /// Kabat and J. P. Anderson, Arch. Neurol. Psychiatry 50:510-528, 1943). Breathing: four and a half times the median
  /// at birth, 44 (S. Fleming et al., The Lancet 377:1011-1018, 2011); less than one breath in two minutes is a held
  /// breath.
  public var conceivablePerMinute: ClosedRange<Double> {
    switch self {
    case .heartRate: 10...600
    case .breathingRate: 0.5...200
    }
  }

  /// Range of the interval between two events, in seconds: 20 to 300 beats, 3 to 60 breaths per minute. Pairs of
  /// events further apart or closer together are gaps, not intervals.
  package var intervalSeconds: ClosedRange<Double> {
    switch self {
    case .heartRate: 0.2...3
    case .breathingRate: 1...20
    }
  }
}
