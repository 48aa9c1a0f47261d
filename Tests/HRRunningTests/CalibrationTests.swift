import HRRunTestSupport
import HRSupport
import Testing

@testable import HRRunning

/// Estimates of `plan --calibrate` from given times.
@Suite struct CalibrationTests {
  @Test func costsThatGaveTheTimesAreFound() throws {
    var fit = CostFit("study", scenarios: 3)
    for size in [1.0, 4, 9] {
      fit.addReading(0.5 + 0.25 * size, size: size)
      fit.addExam(0.125 * size, size: size)
      fit.addUnit(0.0625 + (2 + 0.125) * size, in: 0, size: size, hasExam: true)
      fit.addUnit(0.0625 + 3 * size, in: 1, size: size, hasExam: false)
    }
    // A recording that could not be used.
    fit.addUnit(nil, in: 2, size: 100, hasExam: false)
    let model = try #require(CostFit.model([fit], seconds: 7))
    #expect(model.timedSeconds == 7 && model.timedUnits == 6 && model.timedRecordings == 3)
    let found = try #require(model.datasets.first)
    let pairs = [
      (found.perRecording, 0.5), (found.readingPerMegabyte, 0.25), (found.examPerMegabyte, 0.125),
      (found.perUnit, 0.0625), (found.scenariosPerMegabyte[0], 2), (found.scenariosPerMegabyte[1], 3),
    ]
    for (value, expected) in pairs { #expect(abs(value - expected) < 1e-6, "\(value), not \(expected)") }
    // A scenario that was not timed gets the mean, and is counted.
    #expect(model.untimed == 1)
    #expect(abs(found.scenariosPerMegabyte[2] - 2.5) < 1e-6)
  }

  @Test func noCostIsNegative() throws {
    var fit = CostFit("study", scenarios: 1)
    for (size, seconds) in [(1.0, 1.0), (2, 4), (3, 9)] {
      fit.addReading(seconds, size: size)
      fit.addUnit(seconds, in: 0, size: size, hasExam: false)
    }
    let found = try #require(CostFit.model([fit], seconds: 1)?.datasets.first)
    #expect(found.perRecording == 0 && found.perUnit == 0)
    #expect(abs(found.readingPerMegabyte - 36.0 / 14) < 1e-12)
  }

  /// With recordings of one size, costs count as proportional to size: a recording twice as large costs twice as
  /// much.
  @Test func oneSizeGrows() throws {
    var fit = CostFit("study", scenarios: 1)
    for _ in 0..<3 {
      fit.addReading(2, size: 4)
      fit.addUnit(6, in: 0, size: 4, hasExam: false)
    }
    let model = try #require(CostFit.model([fit], seconds: 1))
    let costs = model.costs(of: [4, 8].map { RecordingSize(dataset: 0, size: $0) }, repeats: [1])
    #expect(abs(costs.whole(0) - 8) < 1e-12 && abs(costs.whole(1) - 16) < 1e-12)
  }

  @Test func aDataSetOfWhichNothingWasTimedTakesTheOthers() throws {
    var known = CostFit("a", scenarios: 2)
    known.addReading(1, size: 1)
    known.addUnit(5, in: 0, size: 1, hasExam: false)
    let model = try #require(CostFit.model([known, CostFit("b", scenarios: 2)], seconds: 1))
    #expect(model.untimed == 3)
    #expect(model.datasets[1].scenariosPerMegabyte == model.datasets[0].scenariosPerMegabyte)
    #expect(CostFit.model([CostFit("b", scenarios: 2)], seconds: 1) == nil)
  }

  // MARK: Timed steps

  private func with(_ body: (Experiment) throws -> Void) throws {
    try ResolverStudy.with(seconds: 12) { study in
      try study.write(
        ResolverStudy.text(
          datasets: #"["study", "blind"]"#, detectors: #"["fft"]"#,
          more: #", "scenarios": ["clean", {"scenario": "whiteNoise", "repeats": 2}]"#), "trial.json")
      let file = try ExperimentFile(path: "\(study.folder)/trial.json")
      try body(
        WorkOrder(file: file, environment: study.environment, needsReference: false).experiment(
          plugins: .builtIn))
    }
  }

  @Test func allDataSetsAndScenariosAreTimedWhereThereIsTime() throws {
    try with { experiment in
      let units = experiment.units
      func steps(_ seconds: Double) throws -> [Calibration.Step] {
        var steps: [Calibration.Step] = []
        _ = try Calibration(experiment, seconds: seconds).model { step, _ in
          steps.append(step)
          return .init(seconds: 1, isGood: true)
        }
        return steps
      }
      let all = try steps(1000)
      #expect(try steps(1000) == all)
      // The first unit is run once before it is timed.
      #expect(all.count == 6 * 4 + 1)
      let timed = all.compactMap { if case .unit(let unit) = $0 { units[unit] } else { nil } }
      #expect(Set(timed.map(\.recording)) == Set(0..<6))
      #expect(timed.allSatisfy { $0.scenario == 0 || $0.repetition == 1 })
      // One round reads each data set, however little time is left.
      let few = try steps(12)
      #expect(few.count <= 13)
      let read = few.compactMap { if case .reading(let recording) = $0 { recording } else { nil } }
      #expect(Set(read.map { experiment.recordings[$0].dataset }) == [0, 1])
    }
  }

  @Test func whatCannotBeTimedIsNotMadeUp() throws {
    try with { experiment in
      do throws(Diagnostics) {
        _ = try Calibration(experiment, seconds: 30).model { _, _ throws(Diagnostics) in
          Calibration.Timing(seconds: 1, isGood: false)
        }
        Issue.record("a model of nothing")
      } catch {
        #expect(error.first.message == "no unit of work could be timed within 30 s")
      }
    }
  }
}
