internal import RealModule

/// Source of the intervals between beats.
///
/// The reference of a recording holds every electrical beat (R peak), also those whose pulse is weak or, in
/// fibrillation, hardly there: a pulse wave then shows fewer beats than the heart has (a pulse deficit).
package enum Rhythm: String, CaseIterable, Sendable {
  /// The sinus node: intervals follow rate, breathing and slow waves.
  case sinus
  /// Intervals vary independently of each other (normal, 16 %); pulses and ECG waves stay those of sinus rhythm.
  case irregular
  /// Independent log-normal intervals, no P waves, pulses that depend on the interval before; see ``BeatProcess``.
  case atrialFibrillation
  /// Alternating sinus and premature ventricular beats; see ``PrematureBeats``.
  case bigeminy
  /// Two sinus beats and a premature ventricular one in turn.
  case trigeminy
  /// Single premature ventricular beats at random.
  case ectopic
}

/// A beat of the heart.
struct HeartBeat: Equatable, Sendable {
  enum Origin: Equatable, Sendable {
    case sinus
    /// Led to the ventricles from fibrillating atria: no P wave.
    case fibrillation
    /// A beat of the ventricles themselves: early, a wide QRS, no P wave.
    case ventricular
  }

  /// Time of the R peak, in seconds.
  let time: Double
  let origin: Origin
  /// Factor on the height of the pulse.
  let pulse: Double
}

/// Filling of the heart in the interval before a pulse, as a factor on the pulse's height.
///
/// With x the interval before the beat divided by the one expected at the rate: (1 − exp((0.4 − x) / 0.5)) divided by
/// the same at x = 1, and 0 below 0.4. So 0.6, 0.8, 1 and 1.4 give 0.47, 0.79, 1 and 1.24. In fibrillation stroke
/// volume rises with the ratio of the last two intervals (in dogs: T. Tabata et al., Am. J. Physiol. Heart 281:H573,
/// 2001) and levels off as filling completes; the form, its two constants and the expected interval in place of the
/// last but one are our choice.
enum PulseFilling {
  static let emptyRatio = 0.4
  static let fillingRatio = 0.5

  static func factor(afterRatio ratio: Double) -> Double {
    max(0, filled(ratio) / filled(1))
  }

  private static func filled(_ ratio: Double) -> Double {
    1 - .exp((emptyRatio - ratio) / fillingRatio)
  }
}

/// Beats with the interval that each begins.
struct Beats {
  let beats: [HeartBeat]
  /// Seconds from each beat to the next; the last takes the interval before it.
  let intervals: [Double]
  /// Square roots of the intervals, as factors on durations that are given for an interval of 1 s.
  let stretches: [Double]

  init(_ beats: [HeartBeat]) {
    self.init(beats) { Double.sqrt($0) }
  }

  /// Creates beats that were moved from a regular course: intervals stretch their waves as time itself is stretched, so
  /// that neither heights nor mean levels change.
  init(_ beats: [HeartBeat], movedFromIntervalsOf regular: Double) {
    self.init(beats) { $0 / Double.sqrt(regular) }
  }

  private init(_ beats: [HeartBeat], stretch: (Double) -> Double) {
    self.beats = beats
    var intervals = zip(beats.dropFirst(), beats).map { $0.time - $1.time }
    if !beats.isEmpty { intervals.append(intervals.last ?? 1) }
    self.intervals = intervals
    stretches = intervals.map(stretch)
  }
}
