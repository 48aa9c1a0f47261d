import HRNumerics

/// Errors of detectors with a known true difference: 60 windows of each subject.
///
/// The error of a window is b + w: b is the subject's own part (SD 1.5 bpm), w a first-order autoregressive part
/// (SD 2.5 bpm, correlation of neighbouring windows 0.5). The mean absolute error is then about 2.3 bpm, and that
/// of two such detectors differs between subjects with an SD of 0.8 bpm. In `experiments/leaderboard.json` that SD
/// is 0.5 to 1.2 bpm between detectors that find beats on the clean recordings (30 recordings of 38 windows). Its
/// median over all pairs is 12 bpm, as one of the two fails in some of the recordings.
struct SimulatedErrors {
  enum Tails: String, CaseIterable, Sendable {
    /// Both parts are normal.
    case normal
    /// Both parts, the latter's innovations, are of Student's t with 3 degrees of freedom, with the same SD.
    case heavy
    /// Normal, and each detector reads 40 bpm too high throughout in 5 of 100 subjects, others for each detector.
    case gross
    /// Only the candidate, or the later run, does so. The other's errors are so much larger in every window that
    /// the mean absolute errors of both are the same.
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
  /// Limit of an error before an effect is added; only heavy tails come near it.
  static let largestBPM = 200.0

  let tails: Tails
  let subjects: Int
  private var stream: RandomStream

  /// - Parameter names: purpose of the numbers; any other names give other errors.
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
  ///   - isCandidate: true for the candidate, or the later run.
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

  /// Errors whose absolute values are larger by the rise in every window.
  static func worse(_ errors: Errors, byBPM rise: Double) -> Errors {
    errors.map { $0.map { worse($0, byBPM: rise) } }
  }

  static func worse(_ errors: [[Double?]], byBPM rise: Double) -> [[Double?]] {
    errors.map { $0.map { error in error.map { worse($0, byBPM: rise) } } }
  }

  private static func worse(_ error: Double, byBPM rise: Double) -> Double {
    error < 0 ? error - rise : error + rise
  }

  /// Share of gross subjects · (40 bpm − mean absolute error without them). The errors are then normal with the sum
  /// of the variances; gross errors that are still below 0 are neglected.
  private static let grossRiseBPM = grossShare * (grossBPM - meanAbsoluteBPM)

  /// Mean absolute error of normal errors: 2.3 bpm.
  private static let meanAbsoluteBPM =
    ((subjectSD * subjectSD + windowSD * windowSD) * 2 / Double.pi).squareRoot()

  /// Returns 40 bpm with a probability, else the error, so much smaller that the mean absolute error stays the same
  /// if the errors are normal.
  mutating func maybeGross(_ error: Double, share: Double) -> Double {
    if stream.uniform() < share { return Self.grossBPM }
    return error * (1 - share * Self.grossBPM / Self.meanAbsoluteBPM) / (1 - share)
  }

  /// Returns true with that probability.
  mutating func isSilent(_ probability: Double) -> Bool { stream.uniform() < probability }

  private func mayBeGross(_ isCandidate: Bool) -> Bool {
    switch tails {
    case .normal, .heavy: false
    case .gross: true
    case .oneSided: isCandidate
    }
  }

  /// Draws a number with mean 0 and variance 1. Student's t with 3 degrees of freedom has the variance 3, so
  /// divided by √3 it is a normal number over the root of the sum of three others' squares.
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
