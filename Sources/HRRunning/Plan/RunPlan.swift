package import HRSignals
package import HRStatistics

/// Plan of a run as plain values: enough to evaluate and report stored results without the data.
package struct RunPlan: Codable, Equatable, Sendable {
  package let hreval: String
  package let name: String
  package let description: String?
  package let seed: UInt64
  package let mode: MeasurementMode
  package let measurand: Measurand
  /// `nil`: the whole recording, or several lengths, which the scenarios note; see ``windows(of:)``.
  package let windowSeconds: Double?
  package let hopSeconds: Double
  /// `nil`: 0, or several.
  package let startSeconds: Double?
  /// `nil`: 1.
  package let tries: Int?
  package let withinBPM: Double
  package let withinPercent: Double?
  package let beatToleranceSeconds: Double
  package let beatLagSeconds: Double
  package let metrics: [String]
  package let strata: [String]
  package var formats: [ReportFormat]
  package let datasets: [DatasetNote]
  package let recordings: [RecordingNote]
  package let scenarios: [ScenarioNote]
  package let detectors: [DetectorNote]
  /// Label of the detector that the others are compared with.
  package let baseline: String?
  /// True if the accelerometer was read for the cadence alone.
  package let readsCadence: Bool
  /// Quality indices that were recorded for every window.
  package let qualities: [QualityNote]
  /// Kinds of the detectors' own words that tables are grouped by.
  package let words: [String]
  /// Published claims that its figures are compared with.
  package let claims: [Claim]
  /// Split of the recordings, and the part that the run used; `nil`: they are not split.
  package let split: SplitNote?
  /// Question of the experiment, in one line.
  package let question: String?
  /// Greatest acceptable distance of the limits of agreement from 0, in beats per minute; `nil`: not declared.
  package let acceptableDifferenceBPM: Double?
  /// Number of units by kind of machine, in a run that was merged of shards from machines whose elementary functions
  /// differ in their last digits. `nil`: all machines agree.
  package var mixedMathematics: [MathematicsNote]?

  package init(
    hreval: String, name: String, description: String?, seed: UInt64, mode: MeasurementMode,
    windowSeconds: Double?, measurand: Measurand = .heartRate, hopSeconds: Double, withinBPM: Double,
    withinPercent: Double?, beatToleranceSeconds: Double = BeatRule.standard.toleranceSeconds,
    beatLagSeconds: Double = BeatRule.standard.lagSeconds, metrics: [String], strata: [String],
    formats: [ReportFormat], datasets: [DatasetNote], recordings: [RecordingNote], scenarios: [ScenarioNote],
    detectors: [DetectorNote], baseline: String? = nil, readsCadence: Bool = false,
    qualities: [QualityNote] = [], words: [String] = [], claims: [Claim] = [],
    startSeconds: Double? = nil, tries: Int? = nil, split: SplitNote? = nil,
    question: String? = nil, acceptableDifferenceBPM: Double? = nil
  ) {
    self.question = question
    self.acceptableDifferenceBPM = acceptableDifferenceBPM
    self.split = split
    self.startSeconds = startSeconds
    self.tries = tries
    self.hreval = hreval
    self.name = name
    self.description = description
    self.seed = seed
    self.mode = mode
    self.measurand = measurand
    self.windowSeconds = windowSeconds
    self.hopSeconds = hopSeconds
    self.withinBPM = withinBPM
    self.withinPercent = withinPercent
    self.beatToleranceSeconds = beatToleranceSeconds
    self.beatLagSeconds = beatLagSeconds
    self.metrics = metrics
    self.strata = strata
    self.formats = formats
    self.datasets = datasets
    self.recordings = recordings
    self.scenarios = scenarios
    self.detectors = detectors
    self.baseline = baseline
    self.readsCadence = readsCadence
    self.qualities = qualities
    self.words = words
    self.claims = claims
  }

  /// Units of work, in the order of the file: recordings outermost, so that each is read once.
  package var units: [WorkUnit] {
    var units: [WorkUnit] = []
    for recording in recordings.indices {
      for (scenario, note) in scenarios.enumerated() {
        for repetition in 0..<note.repeats {
          units.append(
            WorkUnit(index: units.count, recording: recording, scenario: scenario, repetition: repetition))
        }
      }
    }
    return units
  }

  /// Returns true if a detector has rows in a scenario.
  package func takesPart(detector: Int, in scenario: Int) -> Bool {
    detectors[detector].scenarios?.contains(scenarios[scenario].label) ?? true
  }

  /// Returns the indices of the detectors that have rows in a scenario, in the order of the experiment.
  package func detectors(in scenario: Int) -> [Int] {
    detectors.indices.filter { takesPart(detector: $0, in: scenario) }
  }

  /// Number of pairs of scenario and detector.
  package var rowCount: Int { scenarios.indices.reduce(0) { $0 + detectors(in: $1).count } }

  package var tolerance: Tolerance {
    Tolerance(withinBPM: withinBPM, withinPercent: withinPercent)
  }

  /// Returns the window plan of a scenario: its own size if it notes one, else the run's.
  package func windows(of scenario: Int) -> WindowPlan { windows(scenarios[scenario].size) }

  private func windows(_ size: SizeNote?) -> WindowPlan {
    WindowPlan(
      mode: mode, windowSeconds: size == nil ? windowSeconds : size?.windowSeconds, hopSeconds: hopSeconds,
      startSeconds: size?.startSeconds ?? startSeconds ?? 0, tries: tries ?? 1)
  }

  /// Window plans of all scenarios, each once, in their order.
  package var windowPlans: [WindowPlan] {
    scenarios.isEmpty ? [windows(nil)] : scenarios.map { windows($0.size) }.distinct
  }

  /// `30 s windows every 5 s`
  package var windowsDescribed: String { windowPlans.described }

  /// `welltory-ppg/subject_04`
  package func name(ofRecording index: Int) -> String {
    "\(datasets[recordings[index].dataset].name)/\(recordings[index].id)"
  }
}

extension RunPlan {
  /// Number of units that were worked on by machines of one kind.
  package struct MathematicsNote: Codable, Equatable, Sendable {
    /// `MathematicsFingerprint` of these machines.
    package let fingerprint: String
    package let units: Int

    package init(fingerprint: String, units: Int) {
      (self.fingerprint, self.units) = (fingerprint, units)
    }
  }

  /// Sentence on units from different kinds of machines; `nil` if there are none.
  package var mixedMathematicsSentence: String? {
    mixedMathematics.map { kinds in
      "Its \(unitsDescribed(kinds)) units come from machines of \(kinds.count) kinds whose elementary functions differ in their last digits: another run may differ in the last digits of its figures."
    }
  }

  private func unitsDescribed(_ kinds: [MathematicsNote]) -> String {
    kinds.map { String($0.units) }.joined(separator: " and ")
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
