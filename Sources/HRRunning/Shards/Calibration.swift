package import HRSupport
internal import HRNumerics

/// Times a few units of an experiment in one worker on this machine, and estimates the cost of all of them.
///
/// The recordings of each data set are chosen evenly over their sizes, from an offset that the experiment's seed
/// gives. For each, the reading, the examination and units of as many scenarios as time permits are timed; the next
/// recording continues with the scenarios that were tried least often. The measured time is that of the worker's
/// answers.
package struct Calibration: Sendable {
  private let experiment: Experiment
  private let units: [WorkUnit]
  private let sizes: [RecordingSize]
  private let seconds: Double

  /// - Parameter seconds: time limit.
  package init(_ experiment: Experiment, seconds: Double) {
    self.experiment = experiment
    self.seconds = seconds
    units = experiment.units
    sizes = experiment.recordingSizes
  }

  /// A step that is timed.
  enum Step: Equatable, Sendable {
    case reading(recording: Int)
    /// Examination of a recording that was read.
    case exam(recording: Int)
    /// Unit of a recording that was read.
    case unit(Int)
  }

  /// Time of a step, and whether its answer is one that a run can use.
  struct Timing: Equatable, Sendable {
    let seconds: Double
    let isGood: Bool
  }

  /// Largest number of recordings of a data set that are timed.
  private static let mostRecordings = 12

  // MARK: Measuring

  /// - Parameters:
  ///   - order: of the experiment.
  ///   - launch: of the worker.
  /// - Throws: if there is no worker, or no unit could be timed.
  package func model(_ order: WorkOrder, launch: WorkerLaunch) throws(Diagnostics) -> CostModel {
    let worker = ExpendableWorker(
      launch,
      order: order.expecting(experiment.descriptorDigests).using(experiment.programs, .dropped)
        .bytes(recordings: experiment.recordingNames))
    try worker.makeReady()
    return try model { (step, left) throws(Diagnostics) in
      let clock = ContinuousClock()
      let start = clock.now
      do throws(ExpendableWorker.Loss) {
        let isGood = try Self.ask(worker, step, within: max(1, left))
        return Timing(seconds: (clock.now - start).seconds, isGood: isGood)
      } catch {
        // A recording that costs its worker gives no information about the others.
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
      return try worker.inspection(.inspection(recording: recording), within: seconds).failure == nil
    case .exam(let recording):
      return try worker.inspection(.exam(recording: recording), within: seconds).exam != nil
    case .unit(let unit):
      let answer = try worker.answer(to: UnitQuestion.result(unit: unit).bytes, within: seconds) {
        try? UnitAnswer(bytes: $0)
      }
      if case .windows = answer.result.outcome { return true }
      return false
    }
  }

  /// - Parameter time: does a step within the given seconds.
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
        // Half of the time that is left for this round, so that recordings of other sizes are timed too.
        let end = spent + (seconds - spent) / 2 / Double(visits.count - dataset)
        let size = sizes[recording].size
        guard let reading = try timed(.reading(recording: recording)) else { continue }
        fits[dataset].addReading(reading, size: size)
        if let exam = try timed(.exam(recording: recording)) { fits[dataset].addExam(exam, size: size) }
        for scenario in fits[dataset].waitingLongest where spent < seconds {
          let unit = unit(of: recording, in: scenario)
          if !isWarm {
            // The first unit is run twice: what a process sets up once is not counted.
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

  /// Returns the scenario's last repeat of a recording, as the recording's first unit also includes the
  /// examination.
  private func unit(of recording: Int, in scenario: Int) -> WorkUnit {
    let repeats = experiment.scenarios.map(\.repeats)
    let (before, all) = (repeats[..<scenario].reduce(0, +), repeats.reduce(0, +))
    return units[recording * all + before + repeats[scenario] - 1]
  }

  /// Returns the recordings of a data set in the order in which they are timed: any first few are spread evenly
  /// over the sizes (J. G. van der Corput's sequence, 1935, with a random shift).
  private func visits(of dataset: Int) -> [Int] {
    let sorted = sizes.indices.filter { sizes[$0].dataset == dataset }.sorted {
      (sizes[$0].size, $0) < (sizes[$1].size, $1)
    }
    guard !sorted.isEmpty else { return [] }
    var random = RandomStream(seed: experiment.seed, ["calibration", experiment.datasets[dataset].name])
    let shift = random.uniform()
    var taken: [Int] = []
    // Twice as many positions as recordings wanted, since some positions give the same recording.
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
