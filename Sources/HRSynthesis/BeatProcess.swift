internal import HRSignals
internal import RealModule

/// Times of heart beats.
///
/// The interval that begins at t is 60 s / h(t) · (1 + j), with h the protocol's rate plus three variations in beats
/// per minute (respiratory sinus arrhythmia, Mayer wave near 0.1 Hz, and a very slow one below 0.03 Hz; amplitudes
/// shrink as the rate rises above 70, as vagal control does), and j a small Gaussian jitter (0.5 % SD). In irregular
/// rhythm the three variations are left out and j has an SD of 16 %, limited to −40…60 %. The shape of the spectrum
/// follows P. E. McSharry, G. D. Clifford, L. Tarassenko and L. A. Smith, IEEE Trans. Biomed. Eng. 50:289, 2003.
struct BeatProcess {
  static let leadSeconds = 4.0
  static let shortestIntervalSeconds = 0.27
  static let sinusJitter = 0.005
  static let irregularJitter = 0.16

  let course: RateProtocol
  let rhythm: Rhythm
  let breathing: Breathing
  let seconds: Double
  let source: SynthesisSource

  /// Ascending, from `leadSeconds` before 0 to as long after the end, so that waves at the edges are whole.
  func beats() -> [Double] {
    var traits = source.stream("variability")
    let respiratoryBPM = traits.uniform(in: 0.8...3)
    let mayerBPM = traits.uniform(in: 0.5...2)
    let mayerHz = traits.uniform(in: 0.085...0.115)
    let slowBPM = traits.uniform(in: 0.5...2.5)
    let slowHz = traits.uniform(in: 0.012...0.03)
    let phases = (2 * Double.pi * traits.uniform(), 2 * Double.pi * traits.uniform())
    var jitter = source.stream("jitter")

    var times: [Double] = []
    var now = -Self.leadSeconds + 0.5 * traits.uniform()
    while now < seconds + Self.leadSeconds {
      times.append(now)
      var bpm = course.bpm(at: now)
      let relative: Double
      switch rhythm {
      case .sinus:
        let freedom = min(1, 70 / bpm)
        bpm +=
          freedom
          * (respiratoryBPM * Double.sin(breathing.phase(at: now))
            + mayerBPM * Double.sin(2 * .pi * mayerHz * now + phases.0)
            + slowBPM * Double.sin(2 * .pi * slowHz * now + phases.1))
        relative = Self.sinusJitter * jitter.normal()
      case .irregular:
        relative = min(max(Self.irregularJitter * jitter.normal(), -0.4), 0.6)
      }
      now += max(60 / RateProtocol.limited(bpm) * (1 + relative), Self.shortestIntervalSeconds)
    }
    return times
  }
}

/// Beats with the interval that each begins.
struct Beats {
  let times: [Double]
  /// Seconds from each beat to the next; the last takes the interval before it.
  let intervals: [Double]
  /// Square roots of the intervals, as factors on durations that are given for an interval of 1 s.
  let stretches: [Double]

  init(_ times: [Double]) {
    self.times = times
    var intervals = zip(times.dropFirst(), times).map { $0 - $1 }
    if !times.isEmpty { intervals.append(intervals.last ?? 1) }
    self.intervals = intervals
    stretches = intervals.map { Double.sqrt($0) }
  }
}
