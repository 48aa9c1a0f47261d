internal import HRPlugins

/// Treatment of a window's level before it is filtered from rest.
///
/// From rest a level is a step, and the filter's response outlasts the window: on raw counts of a converter (a level of
/// 40,000, a wave of a few hundred) it is the whole spectrum. The published program was written for recordings whose
/// mean is 0.
enum WindowLevel: String, CaseIterable, Sendable {
  /// The level is kept, as published.
  case published
  /// Each channel's first value in the window is subtracted: hreval's own.
  case removed

  static func parameter<Set>(_ path: WritableKeyPath<Set, WindowLevel> & Sendable) -> Parameter<Set> {
    Parameter(
      "level", path,
      "Each window filtered from rest with its level, as published, or without (its first value taken off; hreval's)."
    )
  }
}
