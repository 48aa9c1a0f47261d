import HRNumerics
import HRStatistics

/// A kind of studies: its name in the stored counts, and in words on the page.
protocol CoverageKind: Sendable {
  var rawValue: String { get }
  var words: String { get }
}

/// Kinds of studies with a known truth, for which the page on coverage says how often each interval holds it.
///
/// The error of a window is the subject's own part and a part of the window, of SD 3 bpm together; half of the variance
/// is the subject's, unless the kind says otherwise. A subject has 24 windows, of which each is unanswered with a
/// probability of 20 %. The reference of a window is the subject's rate (mean 90, SD 15 bpm) and a part of its own (SD 8
/// bpm).
enum StudyKind: String, CaseIterable, CoverageKind {
  case normal, normalAlike, spreadWithRate, heavyTails, logNormalSpread, logNormalMeans, grossWindows,
    grossSubjects
  case unevenCoverage, persistent, half, logNormalHalf, grossHalf, fewLong

  var words: String {
    switch self {
    case .normal: "normal"
    case .normalAlike: "normal, 90 % of the variance between subjects"
    case .spreadWithRate: "spread in proportion to the square of the subject's rate"
    case .heavyTails: "both parts of Student's t with 3 degrees of freedom"
    case .logNormalSpread: "subjects' sizes of error log-normal, σ = 1"
    case .logNormalMeans: "subjects' mean errors log-normal, σ = 1"
    case .grossWindows: "5 % of the windows 40 bpm too high"
    case .grossSubjects: "5 % of the subjects 40 bpm too high"
    case .unevenCoverage: "unanswered windows differ between subjects: 0 to 70 %"
    case .persistent: "20 to 150 windows, neighbours correlated by 0.8"
    case .half: "one subject has as many windows as all others"
    case .logNormalHalf: "sizes log-normal, one subject has half the windows"
    case .grossHalf: "5 % of the windows 40 bpm too high, one subject has half"
    case .fewLong: "a quarter of the subjects have 105 windows, the others 4"
    }
  }

  /// True if some studies of this kind hold subjects of a kind that others do not have at all, which no rule can know.
  var hasRareSubjects: Bool { self == .grossSubjects || self == .logNormalMeans }

  static let clusters = [6, 12, 30]
  static let sd = 3.0

  /// Windows of each subject, but for ``persistent``.
  func windows(_ subjects: Int) -> [Int] {
    switch self {
    case .half, .logNormalHalf, .grossHalf:
      [24 * (subjects - 1)] + [Int](repeating: 24, count: subjects - 1)
    case .fewLong: (0..<subjects).map { $0 < max(2, subjects / 4) ? 105 : 4 }
    default: [Int](repeating: 24, count: subjects)
    }
  }
}

/// One window of a simulated study.
struct StudyWindow {
  let reference: Double
  let error: Double
  let isAnswered: Bool
}

/// Draws simulated subjects of one kind.
struct StudySource {
  let kind: StudyKind
  private var stream: RandomStream

  init(_ kind: StudyKind, _ names: [String]) {
    self.kind = kind
    stream = RandomStream(seed: 47, ["coverage", kind.rawValue] + names)
  }

  mutating func subject(windows: Int) -> [StudyWindow] {
    let rate = 90 + 15 * stream.normal()
    let between = kind == .normalAlike ? 0.9 : 0.5
    let (ownSD, windowSD) = (StudyKind.sd * between.squareRoot(), StudyKind.sd * (1 - between).squareRoot())
    var (own, size, within) = (ownSD * draw(), 1.0, windowSD)
    switch kind {
    case .spreadWithRate: size = (rate / 90) * (rate / 90)
    case .logNormalSpread, .logNormalHalf: size = Double.exp(stream.normal())
    case .logNormalMeans: (own, within) = (Double.exp(stream.normal()), 1.5)
    case .grossSubjects: if stream.uniform() < 0.05 { own += 40 }
    default: break
    }
    // Beta(1, 4), of mean 0.2, where silence differs.
    let silence = kind == .unevenCoverage ? 1 - (1 - stream.uniform()).squareRoot().squareRoot() : 0.2
    var last = draw()
    return (0..<windows).map { _ in
      last = kind == .persistent ? 0.8 * last + 0.6 * draw() : draw()
      var error = size * (own + within * last)
      if kind == .grossWindows || kind == .grossHalf, stream.uniform() < 0.05 { error += 40 }
      return StudyWindow(
        reference: rate + 8 * stream.normal(), error: error, isAnswered: stream.uniform() >= silence)
    }
  }

  /// Windows of all subjects of a study.
  mutating func study(_ subjects: Int) -> [[StudyWindow]] {
    if kind == .persistent {
      return (0..<subjects).map { _ in subject(windows: 20 + stream.index(below: 131)) }
    }
    return kind.windows(subjects).map { subject(windows: $0) }
  }

  static func pairs(_ study: [[StudyWindow]]) -> PairedRates {
    var (references, estimates, clusters, silent): ([Double], [Double], [Int], [Int]) = ([], [], [], [])
    for (index, windows) in study.enumerated() {
      for window in windows {
        if window.isAnswered {
          references.append(window.reference)
          estimates.append(window.reference + window.error)
          clusters.append(index)
        } else {
          silent.append(index)
        }
      }
    }
    return PairedRates(
      referenceBPM: references, estimateBPM: estimates, cluster: clusters, unanswered: silent)
  }

  private mutating func draw() -> Double { kind == .heavyTails ? stream.heavyTailed() : stream.normal() }
}

extension RandomStream {
  /// Draws a number with mean 0 and variance 1. Student's t with 3 degrees of freedom has the variance 3, so divided by
  /// √3 it is a normal number over the root of the sum of three others' squares.
  mutating func heavyTailed() -> Double {
    let normal = normal()
    var squares = 0.0
    for _ in 0..<3 {
      let other = self.normal()
      squares += other * other
    }
    return normal / squares.squareRoot()
  }
}

/// The true figures of a kind of studies, from many more subjects than any study has.
struct StudyTruth {
  private(set) var figures: [String: Double] = [:]

  subscript(_ figure: String) -> Double { figures[figure] ?? .nan }

  /// The larger distance of a limit of agreement from 0.
  var limitBPM: Double { max(abs(self["loaLower"]), abs(self["loaUpper"])) }

  init(_ kind: StudyKind, subjects: Int = 300_000, windows: Int = 4) {
    var source = StudySource(kind, ["truth"])
    let tolerance = Tolerance()
    var errors: [Double] = []
    errors.reserveCapacity(subjects * windows)
    var (right, absolute, percent) = (0.0, 0.0, 0.0)
    var (x, xx, y, yy, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for _ in 0..<subjects {
      for window in source.subject(windows: windows) {
        errors.append(window.error)
        absolute += abs(window.error)
        percent += 100 * abs(window.error) / window.reference
        if tolerance.allows(window.error, at: window.reference) { right += 1 }
        let (a, b) = (window.reference - 90, window.reference + window.error - 90)
        x += a
        xx += a * a
        y += b
        yy += b * b
        xy += a * b
      }
    }
    let n = Double(errors.count)
    let bias = errors.reduce(0, +) / n
    let square = errors.reduce(0) { $0 + $1 * $1 } / n
    let sd = (square - bias * bias).squareRoot()
    errors.sort()
    let (vx, vy, c) = (xx / n - x / n * (x / n), yy / n - y / n * (y / n), xy / n - x / n * (y / n))
    let shift = (y - x) / n
    let concordance = 2 * c / (vx + vy + shift * shift)
    let z = 1.959963984540054
    figures = [
      "bias": bias, "mae": absolute / n, "rmse": square.squareRoot(), "mape": percent / n, "sd": sd,
      "loaLower": bias - z * sd, "loaUpper": bias + z * sd,
      "loaPercentileLower": errors[Int(0.025 * n)], "loaPercentileUpper": errors[Int(0.975 * n)],
      "coverage": 0.8, "rightOfAll": 0.8 * right / n, "withinTolerance": right / n,
      "pearson": c / (vx * vy).squareRoot(), "ccc": concordance, "icc21": concordance,
      "icc31": 2 * c / (vx + vy),
    ]
  }
}
