internal import HRSupport

/// Measured cost of an experiment's units on one machine, in seconds of one core.
///
/// Sizes are megabytes (10⁶ bytes) of a recording's files: the length of a recording is not known before it is
/// opened.
package struct CostModel: Equatable, Sendable {
  /// Duration of the measurement, in seconds of the worker that was asked.
  package let timedSeconds: Double
  /// Units that were timed.
  package let timedUnits: Int
  /// Recordings that were read for the measurement.
  package let timedRecordings: Int
  /// Pairs of data set and scenario that were not timed. They take the cost of others.
  package let untimed: Int
  /// Data sets in the order of the experiment.
  package let datasets: [OfDataset]

  package struct OfDataset: Equatable, Sendable {
    package let name: String
    package let perRecording: Double
    package let readingPerMegabyte: Double
    /// Cost of the examination of the data, done once for each recording.
    package let examPerMegabyte: Double
    package let perUnit: Double
    /// Cost of each scenario, in the order of the experiment.
    package let scenariosPerMegabyte: [Double]
  }

  /// Returns the costs of a run.
  ///
  /// - Parameters:
  ///   - recordings: in the order of the plan.
  ///   - repeats: of each scenario.
  package func costs(of recordings: [RecordingSize], repeats: [Int]) -> WorkCosts {
    let all = datasets.map { one in
      var units = zip(one.scenariosPerMegabyte, repeats).flatMap { scenario, count in
        Array(repeating: WorkCosts.Line(fixed: one.perUnit, perSize: scenario), count: count)
      }
      if !units.isEmpty { units[0].perSize += one.examPerMegabyte }
      return WorkCosts.OfDataset(
        reading: .init(fixed: one.perRecording, perSize: one.readingPerMegabyte), units: units)
    }
    return WorkCosts(all, recordings: recordings)
  }

  private static let seconds = JSONForm<Double>.number(0...1e12)

  static let form = JSONForm<CostModel>.object(
    "the cost model",
    CostModel.init(timedSeconds:timedUnits:timedRecordings:untimed:datasets:),
    .init("timedSeconds", \.timedSeconds, seconds, "How long was measured."),
    .init("timedUnits", \.timedUnits, .count, "Units that were timed."),
    .init("timedRecordings", \.timedRecordings, .count, "Recordings that were read for that."),
    .init(
      "untimed", \.untimed, .count,
      "Pairs of data set and scenario that were not timed, and take what others cost."),
    .init(
      "datasets", \.datasets,
      .list(
        .object(
          "a data set's costs",
          OfDataset.init(
            name:perRecording:readingPerMegabyte:examPerMegabyte:perUnit:scenariosPerMegabyte:),
          .init("name", \.name, .text, "The data set's name."),
          .init("secondsPerRecording", \.perRecording, seconds, "Of each reading, whatever its size."),
          .init("readingSecondsPerMegabyte", \.readingPerMegabyte, seconds, "Of reading its files."),
          .init(
            "examSecondsPerMegabyte", \.examPerMegabyte, seconds, "Of the questions to the data, asked once."),
          .init("secondsPerUnit", \.perUnit, seconds, "Of each unit, whatever its size."),
          .init(
            "scenarioSecondsPerMegabyte", \.scenariosPerMegabyte, .list(seconds),
            "Of a unit of each scenario, with all detectors."))), "Each data set's costs."))
}

/// Core time as text for people.
package enum CoreTime {
  /// Returns `0.12 core-hours (432 s)`, below a hundredth of an hour `1.7 core-seconds`; with two significant digits.
  package static func text(_ seconds: Double) -> String {
    func counted(_ value: Double, _ unit: String) -> String {
      let number = digits(value)
      return "\(number) \(unit)\(number == "1" ? "" : "s")"
    }
    guard seconds >= 36 else { return counted(seconds, "core-second") }
    return "\(counted(seconds / 3600, "core-hour")) (\(digits(seconds)) s)"
  }

  private static func digits(_ value: Double) -> String {
    var (decimals, scaled) = (0, value)
    while scaled < 10, decimals < 6 { (decimals, scaled) = (decimals + 1, scaled * 10) }
    return shortest(value, decimals: decimals)
  }
}
