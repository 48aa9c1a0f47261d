/// How a tracker's readings at its own windows become one for the window that is asked for.
enum TrackReading: String, CaseIterable, Sendable {
  /// Mean of the readings at the own windows that lie in it: what the reference is.
  case mean
  /// The reading at the last own window that ends by its end: what a display would show.
  case last
}
