package import HRSignals
package import HRStatistics
internal import HRSupport

/// Plan of a run as plain values: enough to evaluate and report stored results without the data.
package struct RunPlan: Codable, Equatable, Sendable {
  package var hreval: String
  package var name: String
  package var description: String?
  package var seed: UInt64
  package var mode: MeasurementMode
  /// `nil`: the whole recording, or several lengths, which the scenarios note; see ``windows(of:)``.
  package var windowSeconds: Double?
  package var measurand = Measurand.heartRate
  /// Rule of heart-rate variability; `nil`: rates are measured.
  package var variability: VariabilityRule?
  package var hopSeconds: Double
  package var withinBPM: Double
  package var withinPercent: Double?
  package var beatToleranceSeconds = BeatRule.standard.toleranceSeconds
  package var beatLagSeconds = BeatRule.standard.lagSeconds
  /// Further tolerances within which beats are counted record by record; `nil`: none.
  package var alsoWithinSeconds: [Double]?
  /// Learning period of the counts record by record; `nil`: none.
  package var beatLearningSeconds: Double?
  /// True if the run writes `beats.csv`; `nil`: it does not.
  package var writesBeats: Bool?
  package var metrics: [String]
  package var strata: [String]
  package var formats: [ReportFormat]
  package var datasets: [DatasetNote]
  package var recordings: [RecordingNote]
  /// Recordings of the data sets that the experiment, or its command, leaves out; in the order of the data sets.
  package var excluded: [ExclusionNote] = []
  package var scenarios: [ScenarioNote]
  package var detectors: [DetectorNote]
  /// Label of the detector that the others are compared with.
  package var baseline: String?
  /// True if the accelerometer was read for the cadence alone.
  package var readsCadence = false
  /// Quality indices that were recorded for every window.
  package var qualities: [QualityNote] = []
  /// Kinds of the detectors' own words that tables are grouped by.
  package var words: [String] = []
  /// Published claims that its figures are compared with.
  package var claims: [Claim] = []
  /// `nil`: 0, or several.
  package var startSeconds: Double?
  /// `nil`: 1.
  package var tries: Int?
  /// `nil`: the surest.
  package var choose: TryChoice?
  /// `nil`: no pause between tries.
  package var waitSeconds: [Double]?
  /// Share of a window that must have samples; `nil` in results of builds that judged every window.
  package var minimumSampleShare: Double?
  /// Split of the recordings, and the part that the run used; `nil`: they are not split.
  package var split: SplitNote?
  /// Question of the experiment, in one line.
  package var question: String?
  /// Greatest acceptable distance of the limits of agreement from 0, in beats per minute; `nil`: not declared.
  package var acceptableDifferenceBPM: Double?
  /// Difference of errors that does not matter, in beats per minute; `nil`: not declared.
  package var marginBPM: Double?
  /// Number of units by kind of machine, in a run that was merged of shards from machines whose elementary functions
  /// differ in their last digits. `nil`: all machines agree.
  package var mixedMathematics: [MathematicsNote]?

  /// Units of work, in the order of the file: recordings outermost, so that each is read once.
  package var units: [WorkUnit] {
    let damages = scenarios.indices.map(firstLike)
    var units: [WorkUnit] = []
    for recording in recordings.indices {
      for (scenario, note) in scenarios.enumerated() {
        units += (0..<note.repeats).map {
          WorkUnit(
            index: units.count + $0, recording: recording, scenario: scenario, repetition: $0,
            damage: damages[scenario])
        }
      }
    }
    return units
  }

  /// Units that differ in what is done to the recordings: of the figures of heart-rate variability the first.
  package var trials: [WorkUnit] { units.filter { ($0.damage ?? $0.scenario) == $0.scenario } }

  /// Returns the first scenario that does the same to a recording: figures of heart-rate variability share it.
  private func firstLike(_ scenario: Int) -> Int {
    guard scenarios[scenario].figure != nil else { return scenario }
    return scenarios.firstIndex { $0.damageLabel == scenarios[scenario].damageLabel } ?? scenario
  }

  /// Returns true if a detector has rows in a scenario.
  package func takesPart(detector: Int, in scenario: Int) -> Bool {
    detectors[detector].scenarios?.contains(scenarios[scenario].label) ?? true
  }

  /// Returns the indices of the detectors that have rows in a scenario, in the order of the experiment.
  package func detectors(in scenario: Int) -> [Int] {
    detectors.indices.filter { takesPart(detector: $0, in: scenario) }
  }

  /// Returns true if the damage of the windows of a detector is measured in a scenario: its answers come from elsewhere,
  /// each recording is shown more than once, and the scenario leaves the beats where they are.
  package func measuresDamage(of detector: Int, in scenario: Int) -> Bool {
    detectors[detector].answersElsewhere && scenarios.reduce(0) { $0 + $1.repeats } > 1
      && !scenarios[scenario].movesBeats
  }

  /// Number of pairs of scenario and detector.
  package var rowCount: Int { scenarios.indices.reduce(0) { $0 + detectors(in: $1).count } }

  package var tolerance: Tolerance {
    Tolerance(withinBPM: withinBPM, withinPercent: withinPercent)
  }

  package var beatRule: BeatRule {
    BeatRule(
      toleranceSeconds: beatToleranceSeconds, lagSeconds: beatLagSeconds,
      alsoWithinSeconds: alsoWithinSeconds ?? [], learningSeconds: beatLearningSeconds ?? 0,
      write: writesBeats ?? false)
  }

  /// Returns the window plan of a scenario: its own size if it notes one, else the run's.
  package func windows(of scenario: Int) -> WindowPlan { windows(scenarios[scenario].size) }

  private func windows(_ size: SizeNote?) -> WindowPlan {
    WindowPlan(
      mode: mode, windowSeconds: size == nil ? windowSeconds : size?.windowSeconds, hopSeconds: hopSeconds,
      startSeconds: size?.startSeconds ?? startSeconds ?? 0, tries: tries ?? 1,
      choose: choose ?? .surest, waitSeconds: waitSeconds ?? [])
  }

  /// Window plans of all scenarios, each once, in their order.
  package var windowPlans: [WindowPlan] {
    scenarios.isEmpty ? [windows(nil)] : scenarios.map { windows($0.size) }.distinct
  }

  /// Share of a window that must have samples for it to be judged.
  package var leastSampleShare: Double { minimumSampleShare ?? 0 }

  /// `30 s windows every 5 s`
  package var windowsDescribed: String {
    guard let variability else { return windowPlans.described }
    return "\(variability.described), with beats from \(windowPlans.described)"
  }

  /// `welltory-ppg/subject_04`
  package func name(ofRecording index: Int) -> String {
    "\(datasets[recordings[index].dataset].name)/\(recordings[index].id)"
  }

  /// Name of a recording that is left out, with its data set.
  package func name(of excluded: ExclusionNote) -> String {
    "\(datasets[excluded.dataset].name)/\(excluded.id)"
  }
}

extension RunPlan {
  /// Number of units that were worked on by machines of one kind.
  package struct MathematicsNote: Codable, Equatable, Sendable {
    /// `MathematicsFingerprint` of these machines.
    package let fingerprint: String
    package let units: Int
  }

  /// Sentence on units from different kinds of machines; `nil` if there are none.
  package var mixedMathematicsSentence: String? {
    mixedMathematics.map { kinds in
      "Its \(kinds.map { String($0.units) }.joined(separator: " and ")) units come from machines of \(kinds.count) kinds whose elementary functions differ in their last digits: another run may differ in the last digits of its figures."
    }
  }
}

/// A format of the files that a run can write.
package enum ReportFormat: String, CaseIterable, Codable, Sendable {
  case markdown, csv, json, html, latex, hdf5
  /// `windows.csv`, whatever its length.
  case windowsCSV = "windows-csv"

  /// Formats for an experiment that names none.
  package static let standard: [ReportFormat] = [.markdown, .csv, .json, .html]
  /// Formats that every run writes, whatever its experiment names.
  package static let always: [ReportFormat] = [.hdf5]
}

/// One (recording, scenario, repeat), shown to all detectors.
package struct WorkUnit: Equatable, Sendable {
  package let index: Int
  package let recording: Int
  package let scenario: Int
  package let repetition: Int
  /// The first scenario that does the same to a recording; `nil`: this one.
  package var damage: Int?

  /// A scenario and a repeat of it: what is done to a recording.
  package struct Condition: Hashable, Sendable {
    package let scenario: Int
    package let repetition: Int
  }

  package var condition: Condition { Condition(scenario: damage ?? scenario, repetition: repetition) }

  /// True if it is the first of its recording, which includes the recording's examination.
  package var beginsRecording: Bool { scenario == 0 && repetition == 0 }
}

/// Rule by which a detected beat counts as one of the reference's, and which files beats are written to.
package struct BeatRule: Equatable, Sendable {
  package static let toleranceSecondsRange = 0.01...0.5
  package static let lagSecondsRange = -2.0...2.0
  package static let learningSecondsRange = 0.0...86_400
  /// 150 ms: ANSI/AAMI EC57:2012.
  package static let standard = BeatRule(toleranceSeconds: 0.15, lagSeconds: 0)

  package let toleranceSeconds: Double
  /// Expected delay of the detected beats after the reference's; negative if they come earlier. A detector may have
  /// its own.
  package let lagSeconds: Double
  /// Further tolerances within which beats are counted record by record.
  package var alsoWithinSeconds: [Double] = []
  /// Time from the start of a recording's first window in which beats are not counted record by record.
  package var learningSeconds = 0.0
  /// True if `beats.csv` is written.
  package var write = false

  /// Further tolerances as plans note them: other than the first, each once; `nil` without any.
  var further: [Double]? {
    let others = alsoWithinSeconds.distinct.filter { $0 != toleranceSeconds }
    return others.isEmpty ? nil : others
  }

  /// Learning period; `nil` without one.
  var learning: Double? { learningSeconds > 0 ? learningSeconds : nil }
}
