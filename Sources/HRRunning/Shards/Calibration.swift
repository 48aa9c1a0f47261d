package import HRDiagnostics
package import HRExperiments
package import HRResults
internal import HRNumerics

/// Times a few units of an experiment in one worker on this machine, and concludes what all of them cost.
///
/// Of each data set recordings are taken evenly over their sizes, from a place that the experiment's seed gives; of each
/// the reading, the questions to the data and units of as many scenarios as there is time for, going on at the next
/// recording with those that have waited longest. What is measured is how long the worker is busy.
package struct Calibration: Sendable {
  private let experiment: Experiment
  private let units: [WorkUnit]
  private let sizes: [RecordingSize]
  private let seconds: Double

  /// - Parameter seconds: how long it may take.
  package init(_ experiment: Experiment, seconds: Double) {
    self.experiment = experiment
    self.seconds = seconds
    units = experiment.units
    sizes = experiment.recordingSizes
  }

  /// What is timed.
  enum Step: Equatable, Sendable {
    case reading(recording: Int)
    /// Of a recording that was read.
    case exam(recording: Int)
    /// Of a recording that was read.
    case unit(Int)
  }

  /// How long a step took, and whether what came of it is what a run needs of it.
  struct Timing: Equatable, Sendable {
    let seconds: Double
    let isGood: Bool
  }

  /// So many recordings of a data set say enough.
  private static let mostRecordings = 12

  // MARK: Measuring

  /// - Parameters:
  ///   - order: of the experiment.
  ///   - launch: of the worker.
  /// - Throws: where there is no worker, or no unit could be timed.
  package func model(_ order: WorkOrder, launch: WorkerLaunch) throws(Diagnostics) -> CostModel {
    let worker = ExpendableWorker(
      launch,
      order: order.expecting(experiment.descriptorDigests).using(experiment.programs, .dropped)
        .bytes(recordings: experiment.recordingNames))
    defer { worker.end() }
    try worker.makeReady()
    return try model { (step, left) throws(Diagnostics) in
      let clock = ContinuousClock()
      let start = clock.now
      do throws(ExpendableWorker.Loss) {
        let isGood = try Self.ask(worker, step, within: max(1, left))
        return Timing(seconds: (clock.now - start).seconds, isGood: isGood)
      } catch {
        // A recording that costs its worker says nothing of the others.
        guard case .answerless = error else { throw error.diagnostics }
        return Timing(seconds: (clock.now - start).seconds, isGood: false)
      }
    }
  }

  private static func ask(
    _ worker: ExpendableWorker, _ step: Step, within seconds: Double
  ) throws(ExpendableWorker.Loss) -> Bool {
    switch step {
    case .reading(let recording):
      return try worker.answer(to: UnitQuestion.look(recording: recording).bytes, within: seconds) {
        try? RecordingLook(bytes: $0)
      }.failure == nil
    case .exam(let recording):
      return try worker.answer(to: UnitQuestion.exam(recording: recording).bytes, within: seconds) {
        try? ExamAnswer(bytes: $0)
      }.exam != nil
    case .unit(let unit):
      let answer = try worker.answer(to: UnitQuestion.result(unit: unit).bytes, within: seconds) {
        try? UnitAnswer(bytes: $0)
      }
      if case .windows = answer.result.outcome { return true }
      return false
    }
  }

  /// - Parameter time: does a step, in at most so many seconds.
  func model(
    time: (_ step: Step, _ secondsLeft: Double) throws(Diagnostics) -> Timing
  ) throws(Diagnostics) -> CostModel {
    var fits = experiment.datasets.map { CostFit($0.name, scenarios: experiment.scenarios.count) }
    var visits = experiment.datasets.indices.map(visits)
    var spent = 0.0
    var isWarm = false
    func timed(_ step: Step) throws(Diagnostics) -> Double? {
      let timing = try time(step, seconds - spent)
      spent += timing.seconds
      return timing.isGood ? timing.seconds : nil
    }
    while spent < seconds, visits.contains(where: { !$0.isEmpty }) {
      for dataset in visits.indices where spent < seconds && !visits[dataset].isEmpty {
        let recording = visits[dataset].removeFirst()
        // Half of what is left for this round, so that other sizes come too.
        let end = spent + (seconds - spent) / 2 / Double(visits.count - dataset)
        let size = sizes[recording].size
        guard let reading = try timed(.reading(recording: recording)) else { continue }
        fits[dataset].addReading(reading, size: size)
        if let exam = try timed(.exam(recording: recording)) { fits[dataset].addExam(exam, size: size) }
        for scenario in fits[dataset].waitingLongest where spent < seconds {
          let unit = unit(of: recording, in: scenario)
          if !isWarm {
            // What a process sets up once is laid on none.
            isWarm = try timed(.unit(unit.index)) != nil
          }
          let work = try timed(.unit(unit.index))
          fits[dataset].addUnit(work, in: scenario, size: size, hasExam: unit.beginsRecording)
          if spent >= end { break }
        }
      }
    }
    guard let model = CostFit.model(fits, seconds: spent) else {
      throw Diagnostics(
        "no unit of work could be timed within \(shortest(seconds)) s",
        hint: "--calibrate takes more seconds; `hreval check` says whether the recordings can be used")
    }
    return model
  }

  /// The last repeat, as the first of a recording holds the questions to the data too.
  private func unit(of recording: Int, in scenario: Int) -> WorkUnit {
    let repeats = experiment.scenarios.map(\.repeats)
    let (before, all) = (repeats[..<scenario].reduce(0, +), repeats.reduce(0, +))
    return units[recording * all + before + repeats[scenario] - 1]
  }

  /// Recordings of a data set in the order in which they are timed: evenly over their sizes however few there is time for
  /// (J. G. van der Corput's sequence, 1935, moved by a random number).
  private func visits(of dataset: Int) -> [Int] {
    let sorted = sizes.indices.filter { sizes[$0].dataset == dataset }.sorted {
      (sizes[$0].size, $0) < (sizes[$1].size, $1)
    }
    guard !sorted.isEmpty else { return [] }
    var random = RandomStream(seed: experiment.seed, ["calibration", experiment.datasets[dataset].name])
    let shift = random.uniform()
    var taken: [Int] = []
    // Twice as many places as are wanted, as some fall on one recording.
    for index in 0..<(2 * Self.mostRecordings) where taken.count < Self.mostRecordings {
      var (place, digit, rest) = (shift, 0.5, index)
      while rest > 0 {
        place += rest % 2 == 1 ? digit : 0
        (digit, rest) = (digit / 2, rest / 2)
      }
      place -= place.rounded(.down)
      let recording = sorted[min(Int(saturating: place * Double(sorted.count)), sorted.count - 1)]
      if !taken.contains(recording) { taken.append(recording) }
    }
    return taken
  }
}
