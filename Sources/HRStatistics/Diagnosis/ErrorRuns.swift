/// Runs of consecutive windows of one recording whose |error| exceeds a limit.
///
/// A window without estimate or reference ends a run, and so does the recording's end.
public struct ErrorRuns: Equatable, Sendable {
  /// Number of runs.
  public let count: Int
  /// Windows of the longest run; `nil` without runs.
  public let longest: Int?
  /// Windows per run; `nil` without runs.
  public let meanLength: Double?
  /// Recovery time of each run that an answer within the limit ended, in time order of each recording: start of that
  /// window minus start of the run's first.
  let recoveriesSeconds: [Double]

  /// Collects runs of one recording after the other.
  struct Tally {
    private var (runs, windows, most) = (0, 0, 0)
    private var recoveries: [Double] = []
    private let limit: Double

    init(overBPM limit: Double) { self.limit = limit }

    mutating func add(_ one: WindowSeries) {
      var length = 0
      for index in 0..<one.count {
        let size = abs(one.errorBPM(index))
        if size > limit {
          if length == 0 { runs += 1 }
          length += 1
          windows += 1
          most = max(most, length)
        } else {
          // Neither comparison holds for NaN, a window without error.
          if length > 0, size <= limit {
            recoveries.append(one.startSeconds[index] - one.startSeconds[index - length])
          }
          length = 0
        }
      }
    }

    var runsFound: ErrorRuns {
      ErrorRuns(
        count: runs, longest: runs > 0 ? most : nil,
        meanLength: runs > 0 ? Double(windows) / Double(runs) : nil,
        recoveriesSeconds: recoveries)
    }
  }
}

extension ErrorRuns {
  init(_ series: some Collection<WindowSeries>, overBPM limit: Double) {
    var tally = Tally(overBPM: limit)
    for one in series { tally.add(one) }
    self = tally.runsFound
  }
}
