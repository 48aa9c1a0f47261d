import HRNumerics

/// Errors of detectors whose true difference is known: 60 windows of each subject.
///
/// The error of a window is b + w: b the subject's own part (SD 1.5 bpm), w a first-order autoregressive part (SD 2.5
/// bpm, correlation of neighbouring windows 0.5). The mean absolute error is then some 2.3 bpm, and that of two such
/// detectors differs between subjects with an SD of 0.8 bpm. In `experiments/leaderboard.json` that SD is 0.5 to 1.2
/// bpm between detectors that find beats on the clean recordings (30 recordings of 38 windows), and 12 bpm in the
/// middle of all pairs, where one of the two fails in some of the recordings.
struct SimulatedErrors {
  enum Tails: String, CaseIterable, Sendable {
    /// Both parts are normal.
    case normal
    /// Both parts, the latter's innovations, are of Student's t with 3 degrees of freedom, with the same SD.
    case heavy
    /// Normal, and each detector reads 40 bpm too high throughout in 5 of 100 subjects, others for each detector.
    case gross
    /// Only the candidate, or the run now, does so. The other errs in every window so much more that their mean
    /// absolute errors are the same all the same.
    case oneSided
  }

  /// By subject and window: estimate − reference, in beats per minute.
  typealias Errors = [[Double]]

  static let windows = 60
  static let subjectSD = 1.5
  static let windowSD = 2.5
  static let persistence = 0.5
  static let grossBPM = 40.0
  static let grossShare = 0.05
  /// No error is larger, before an effect is added; only heavy tails come near.
  static let largestBPM = 200.0

  let tails: Tails
  let subjects: Int
  private var stream: RandomStream

  /// - Parameter names: what the numbers are for; any other names give other errors.
  init(_ tails: Tails, subjects: Int, _ names: [String]) {
    self.tails = tails
    self.subjects = subjects
    stream = RandomStream(seed: 15, ["error rates", tails.rawValue, "\(subjects)"] + names)
  }

  /// The subjects' own parts, which all runs of one detector share.
  mutating func subjectParts() -> [Double] {
    (0..<subjects).map { _ in Self.subjectSD * draw() }
  }

  /// One detector's errors.
  ///
  /// - Parameters:
  ///   - parts: of ``subjectParts()``.
  ///   - isCandidate: whether it is the candidate, or the run now.
  mutating func errors(_ parts: [Double], isCandidate: Bool) -> Errors {
    let errors = parts.map { part -> [Double] in
      let isGross = stream.uniform() < Self.grossShare && mayBeGross(isCandidate)
      let center = part + (isGross ? Self.grossBPM : 0)
      var walk = draw()
      return (0..<Self.windows).map { window in
        if window > 0 {
          walk = Self.persistence * walk + (1 - Self.persistence * Self.persistence).squareRoot() * draw()
        }
        return min(max(center + Self.windowSD * walk, -Self.largestBPM), Self.largestBPM)
      }
    }
    return tails == .oneSided && !isCandidate ? Self.worse(errors, byBPM: Self.grossRiseBPM) : errors
  }

  /// Errors whose absolute values are larger by so much in every window.
  static func worse(_ errors: Errors, byBPM rise: Double) -> Errors {
    errors.map { $0.map { worse($0, byBPM: rise) } }
  }

  static func worse(_ errors: [[Double?]], byBPM rise: Double) -> [[Double?]] {
    errors.map { $0.map { error in error.map { worse($0, byBPM: rise) } } }
  }

  private static func worse(_ error: Double, byBPM rise: Double) -> Double {
    error < 0 ? error - rise : error + rise
  }

  /// Share of gross subjects · (40 bpm − mean absolute error without them), the errors then being normal with the
  /// summed variance; an error that is gross and still below 0 has no weight.
  private static let grossRiseBPM =
    grossShare * (grossBPM - ((subjectSD * subjectSD + windowSD * windowSD) * 2 / Double.pi).squareRoot())

  /// True with that probability.
  mutating func isSilent(_ probability: Double) -> Bool { stream.uniform() < probability }

  private func mayBeGross(_ isCandidate: Bool) -> Bool {
    switch tails {
    case .normal, .heavy: false
    case .gross: true
    case .oneSided: isCandidate
    }
  }

  /// Mean 0, variance 1. Student's t with 3 degrees of freedom has the variance 3, so over √3 it is a normal number
  /// over the root of the sum of three others' squares.
  private mutating func draw() -> Double {
    guard tails == .heavy else { return stream.normal() }
    let normal = stream.normal()
    let squares = (0..<3).reduce(0.0) { sum, _ in
      let other = stream.normal()
      return sum + other * other
    }
    return normal / squares.squareRoot()
  }
}
