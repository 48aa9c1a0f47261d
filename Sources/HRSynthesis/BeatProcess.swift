internal import RealModule

/// Times of heart beats.
///
/// The interval that begins at t is 60 s / h(t) · (1 + j), with h the protocol's rate plus three variations in beats
/// per minute (respiratory sinus arrhythmia, Mayer wave near 0.1 Hz, and a very slow one below 0.03 Hz; amplitudes
/// shrink as the rate rises above 70, as vagal control does), and j a small Gaussian jitter (0.5 % SD). In irregular
/// rhythm the three variations are left out and j has an SD of 16 %, limited to −40…60 %. The shape of the spectrum
/// follows P. E. McSharry, G. D. Clifford, L. Tarassenko and L. A. Smith, IEEE Trans. Biomed. Eng. 50:289, 2003.
///
/// In atrial fibrillation the variations are left out and 1 + j is log-normal with mean 1 and a coefficient of
/// variation of 24 %, independently from beat to beat. That the coefficient stays nearly the same during fibrillation
/// is a finding of K. Tateno and L. Glass, Med. Biol. Eng. Comput. 39:664, 2001; its value here and the log-normal form
/// are our choice. Pulses follow ``PulseFilling``. Bigeminy, trigeminy and single ectopic beats change the beats of
/// sinus rhythm (``PrematureBeats``).
struct BeatProcess {
  static let leadSeconds = 4.0
  static let shortestIntervalSeconds = 0.27
  static let sinusJitter = 0.005
  static let irregularJitter = 0.16
  static let fibrillationVariation = 0.24

  let course: RateProtocol
  let rhythm: Rhythm
  let breathing: Breathing
  let seconds: Double
  let source: SynthesisSource

  /// The beats, ascending, from `leadSeconds` before 0 to as long after the end, so that waves at the edges are whole.
  func beats() -> [HeartBeat] {
    switch rhythm {
    case .sinus, .irregular, .atrialFibrillation: conducted()
    case .bigeminy: PrematureBeats(pattern: .every(2), source: source).replacing(conducted())
    case .trigeminy: PrematureBeats(pattern: .every(3), source: source).replacing(conducted())
    case .ectopic: PrematureBeats(pattern: .share(0.1), source: source).replacing(conducted())
    }
  }

  /// Beats that come from the atria.
  private func conducted() -> [HeartBeat] {
    var traits = source.stream("variability")
    let respiratoryBPM = traits.uniform(in: 0.8...3)
    let mayerBPM = traits.uniform(in: 0.5...2)
    let mayerHz = traits.uniform(in: 0.085...0.115)
    let slowBPM = traits.uniform(in: 0.5...2.5)
    let slowHz = traits.uniform(in: 0.012...0.03)
    let phases = (2 * Double.pi * traits.uniform(), 2 * Double.pi * traits.uniform())
    var jitter = source.stream("jitter")
    // Deviation of the logarithm, for the given variation around a mean of 1.
    let logDeviation = Double.sqrt(.log(1 + Self.fibrillationVariation * Self.fibrillationVariation))

    var beats: [HeartBeat] = []
    var now = -Self.leadSeconds + 0.5 * traits.uniform()
    var (origin, pulse) = (HeartBeat.Origin.sinus, 1.0)
    while now < seconds + Self.leadSeconds {
      if rhythm == .atrialFibrillation { origin = .fibrillation }
      beats.append(HeartBeat(time: now, origin: origin, pulse: pulse))
      var bpm = course.bpm(at: now)
      let relative: Double
      switch rhythm {
      case .sinus, .bigeminy, .trigeminy, .ectopic:
        let freedom = min(1, 70 / bpm)
        bpm +=
          freedom
          * (respiratoryBPM * Double.sin(breathing.phase(at: now))
            + mayerBPM * Double.sin(2 * .pi * mayerHz * now + phases.0)
            + slowBPM * Double.sin(2 * .pi * slowHz * now + phases.1))
        relative = Self.sinusJitter * jitter.normal()
      case .irregular:
        relative = min(max(Self.irregularJitter * jitter.normal(), -0.4), 0.6)
      case .atrialFibrillation:
        relative = .exp(logDeviation * jitter.normal() - 0.5 * logDeviation * logDeviation) - 1
      }
      let expected = 60 / RateProtocol.limited(bpm)
      let interval = max(expected * (1 + relative), Self.shortestIntervalSeconds)
      now += interval
      if rhythm == .atrialFibrillation { pulse = PulseFilling.factor(afterRatio: interval / expected) }
    }
    return beats
  }
}

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
