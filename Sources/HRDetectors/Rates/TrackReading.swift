/// Rule that makes one reading of a tracker's own windows for the window that is asked for.
enum TrackReading: String, CaseIterable, Sendable {
  /// Mean of the readings at the own windows inside it, as the reference is a mean.
  case mean
  /// The reading at the last own window that ends by its end, as a display would show it.
  case last
}
