internal import HRNumerics

/// Timings of a data set, and the costs that fit them best.
///
/// Reading has a cost for each recording and one for each megabyte, the examination one for each megabyte. A unit
/// has a fixed cost and, by its scenario, one for each megabyte. No cost is negative.
struct CostFit: Equatable, Sendable {
  private let name: String
  private var rows: [Row] = []
  /// For each scenario the number of units that were tried; ``timed`` is the number that could be timed.
  private var tried: [Int]
  private var timed: [Int]

  private struct Row: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
      case reading, exam
      case unit(scenario: Int, hasExam: Bool)
    }
    let kind: Kind
    let seconds: Double
    let size: Double
  }

  init(_ name: String, scenarios: Int) {
    self.name = name
    tried = Array(repeating: 0, count: scenarios)
    timed = tried
  }

  /// Scenarios, those with the fewest tried units first; of equals the one that comes first.
  var waitingLongest: [Int] { tried.indices.sorted { (tried[$0], $0) < (tried[$1], $1) } }

  mutating func addReading(_ seconds: Double, size: Double) {
    rows.append(Row(kind: .reading, seconds: seconds, size: size))
  }

  mutating func addExam(_ seconds: Double, size: Double) {
    rows.append(Row(kind: .exam, seconds: seconds, size: size))
  }

  /// - Parameter seconds: `nil` if it could not be timed.
  mutating func addUnit(_ seconds: Double?, in scenario: Int, size: Double, hasExam: Bool) {
    tried[scenario] += 1
    guard let seconds else { return }
    timed[scenario] += 1
    rows.append(
      Row(kind: .unit(scenario: scenario, hasExam: hasExam), seconds: seconds, size: size))
  }

  private var timedUnits: Int { timed.reduce(0, +) }

  /// Known costs of a data set; `nil` for scenarios that were not timed.
  private struct Known {
    var perRecording, readingPerMegabyte, examPerMegabyte, perUnit: Double
    var scenarios: [Double?]
  }

  private var known: Known? {
    guard timedUnits > 0 else { return nil }
    let sizes = rows.map(\.size)
    // If all sizes are about the same, fixed costs cannot be separated from those by size; all is then taken as by
    // size.
    let areAlike = (sizes.max() ?? 0) <= 1.05 * (sizes.min() ?? 0)
    let fixed = areAlike ? 0.0 : 1.0
    let first = 4
    let matrix = rows.map { row in
      var values = Array(repeating: 0.0, count: first + tried.count)
      switch row.kind {
      case .reading: (values[0], values[1]) = (row.size, fixed)
      case .exam: values[2] = row.size
      case .unit(let scenario, let hasExam):
        values[2] = hasExam ? row.size : 0
        values[3] = fixed
        values[first + scenario] = row.size
      }
      return values
    }
    let found = nonnegativeLeastSquares(matrix, rows.map(\.seconds))
    return Known(
      perRecording: found[1], readingPerMegabyte: found[0], examPerMegabyte: found[2], perUnit: found[3],
      scenarios: timed.indices.map { timed[$0] > 0 ? found[first + $0] : nil })
  }

  /// - Parameters:
  ///   - fits: of all data sets.
  ///   - seconds: time that the measuring took.
  /// - Returns: `nil` if no unit was timed. A scenario that was not timed gets the mean of the data set's
  ///   scenarios, a data set of which nothing was timed the mean of the others.
  static func model(_ fits: [CostFit], seconds: Double) -> CostModel? {
    let known = fits.map(\.known)
    let all = known.compactMap(\.self)
    guard !all.isEmpty else { return nil }
    func mean(_ values: [Double]) -> Double {
      values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }
    let scenarios = fits.first?.tried.count ?? 0
    let others = Known(
      perRecording: mean(all.map(\.perRecording)), readingPerMegabyte: mean(all.map(\.readingPerMegabyte)),
      examPerMegabyte: mean(all.map(\.examPerMegabyte)), perUnit: mean(all.map(\.perUnit)),
      scenarios: (0..<scenarios).map { scenario in
        let values = all.compactMap { $0.scenarios[scenario] }
        return values.isEmpty ? nil : mean(values)
      })
    return CostModel(
      timedSeconds: seconds, timedUnits: fits.reduce(0) { $0 + $1.timedUnits },
      timedRecordings: fits.reduce(0) { $0 + $1.rows.count { $0.kind == .reading } },
      untimed: fits.reduce(0) { $0 + $1.timed.count { $0 == 0 } },
      datasets: zip(fits, known).map { fit, known in
        let costs = known ?? others
        let usual = mean(costs.scenarios.compactMap(\.self))
        return CostModel.OfDataset(
          name: fit.name, perRecording: costs.perRecording, readingPerMegabyte: costs.readingPerMegabyte,
          examPerMegabyte: costs.examPerMegabyte, perUnit: costs.perUnit,
          scenariosPerMegabyte: costs.scenarios.map { $0 ?? usual })
      })
  }
}
