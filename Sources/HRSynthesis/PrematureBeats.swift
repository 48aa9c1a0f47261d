internal import HRSignals

/// Premature ventricular beats in the place of beats of sinus rhythm.
///
/// A replaced beat comes after a share c of the sinus interval that it would have ended. The sinus node goes on
/// undisturbed, so the next beat stays where it was: coupling and pause together are two sinus intervals (a full
/// compensatory pause), and the mean rate is the one that was asked for. c is drawn once per recording from 0.62…0.78
/// and varies by 0.01 (SD) within 0.6…0.8; in patients with frequent premature beats and palpitations it was 0.60 ±
/// 0.15 (K.-M. Park et al., Korean Circ. J. 45:294, 2015). No beat comes sooner than 0.27 s after the one before, which
/// raises the smallest c from 133 bpm on and all from 173 bpm on.
///
/// The pulse follows ``PulseFilling``: weaker after the coupling interval (and once more by 0.7, our choice, because
/// the ventricles do not contract together), stronger after the pause.
struct PrematureBeats {
  enum Pattern {
    /// Replaces every n-th beat; n is at least 2.
    case every(Int)
    /// Replaces this share of all beats, at random, but never two of them in a row.
    case share(Double)
  }

  static let couplings = 0.6...0.8
  static let couplingDeviation = 0.01
  static let ventricularPulse = 0.7

  let pattern: Pattern
  let source: SynthesisSource

  func replacing(_ sinus: [HeartBeat]) -> [HeartBeat] {
    var coupling = source.stream("coupling")
    let usual = coupling.uniform(
      in: Self.couplings.lowerBound + 2 * Self.couplingDeviation...Self.couplings.upperBound - 2
        * Self.couplingDeviation)
    var place = source.stream("ectopy")
    var beats: [HeartBeat] = []
    // Interval before the next beat in sinus intervals, after a premature beat.
    var pause: Double?
    for (index, beat) in sinus.enumerated() {
      // Drawn for every beat, so that a beat's numbers do not depend on the replacement of others.
      let drawn = (place.uniform(), coupling.normal())
      guard index > 0, pause == nil, isReplaced(index, drawn.0) else {
        beats.append(
          HeartBeat(
            time: beat.time, origin: beat.origin,
            pulse: pause.map { PulseFilling.factor(afterRatio: $0) } ?? 1))
        pause = nil
        continue
      }
      let before = sinus[index - 1].time
      let share = min(
        max(usual + Self.couplingDeviation * drawn.1, Self.couplings.lowerBound), Self.couplings.upperBound)
      let interval = beat.time - before
      let early = max(share * interval, BeatProcess.shortestIntervalSeconds)
      beats.append(
        HeartBeat(
          time: before + early, origin: .ventricular,
          pulse: Self.ventricularPulse * PulseFilling.factor(afterRatio: early / interval)))
      pause = 2 - early / interval
    }
    return beats
  }

  /// - Parameter drawn: uniform in 0..<1.
  private func isReplaced(_ index: Int, _ drawn: Double) -> Bool {
    switch pattern {
    case .every(let n): index % n == n - 1
    // One of two neighbours may not be: p / (1 + p) of all beats are replaced where p of those that may be are.
    case .share(let share): drawn < share / (1 - share)
    }
  }
}
