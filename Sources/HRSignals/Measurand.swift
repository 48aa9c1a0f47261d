/// What a detector estimates and a reference states, in events per minute.
public enum Measurand: String, CaseIterable, Sendable {
  case heartRate, breathingRate

  /// `heart rate`
  public var words: String {
    switch self {
    case .heartRate: "heart rate"
    case .breathingRate: "breathing rate"
    }
  }

  /// What is counted: `beats`
  public var events: String {
    switch self {
    case .heartRate: "beats"
    case .breathingRate: "breaths"
    }
  }

  /// A resting adult's rate in round numbers, for the constant that knows nothing.
  public var usualPerMinute: Double {
    switch self {
    case .heartRate: 70
    case .breathingRate: 15
    }
  }

  /// Least share of a window that intervals must cover for the window to have a reference: one breath is a large part of a
  /// window.
  public var coverageShare: Double {
    switch self {
    case .heartRate: 0.8
    case .breathingRate: 0.6
    }
  }

  /// How long an interval between two events may be, in seconds: 20 to 300 beats, 3 to 60 breaths per minute. Pairs of
  /// events further apart or closer together are gaps, not intervals.
  public var intervalSeconds: ClosedRange<Double> {
    switch self {
    case .heartRate: 0.2...3
    case .breathingRate: 1...20
    }
  }
}
