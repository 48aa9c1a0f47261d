internal import HRPlugins
package import HRResults
package import HRSignals
package import HRStatistics

/// A finished run as its folder keeps it: what `results.json` says, and when it was made.
///
/// Unlike ``Evaluation``, which is computed from the windows, this is read back: it knows the figures, not the windows, and
/// it may be of another build of hreval.
package struct StoredResults: Equatable, Sendable {
  /// As it was named.
  package let folder: String
  /// The program's version.
  package let hreval: String
  /// The experiment's name.
  package let name: String
  package let description: String?
  /// As text: it may be larger than a JSON number can be.
  package let seed: String
  package let measurand: Measurand
  package let mode: String
  package let windows: Windows
  package let tolerance: Tolerance
  /// When a detected beat counted; `nil` in results of builds that did not say so.
  package let beats: BeatMatching?
  package let datasets: [RunPlan.DatasetNote]
  package let scenarios: [Scenario]
  package let detectors: [Detector]
  package let definitions: Definitions
  package let recordings: [Recording]
  /// One per scenario and detector, in the experiment's order.
  package let rows: [Row]
  package let strata: [Stratum]
  package let origin: Origin

  package struct Windows: Equatable, Sendable {
    /// `nil`: the whole recording, or several lengths, as the scenarios say.
    package let windowSeconds: Double?
    package let hopSeconds: Double
    /// `20 s windows every 5 s`
    package let described: String
  }

  package struct Scenario: Equatable, Sendable {
    package let label: String
    /// The label before swept values were filled in.
    package let familyLabel: String
    package let swept: [RunPlan.ParameterNote]
    package let repeats: Int
    package let steps: [RunPlan.StageNote]
    /// How recordings are cut in it, in words, where scenarios differ in that; `nil`: as the run's.
    package var windows: String?
  }

  package struct BeatMatching: Equatable, Sendable {
    package let toleranceSeconds: Double
    package let lagSeconds: Double
  }

  package struct Detector: Equatable, Sendable {
    package let label: String
    /// In the order they are tried.
    package let extractors: [String]
    package let filters: [RunPlan.StageNote]
    package let detector: RunPlan.StageNote
    /// How much later than the reference's beats its own are meant to come; `nil` in results that do not say so.
    package let beatLagSeconds: Double?
    /// The recorded wave it read, where it read one.
    package var recordedTrace: RunPlan.StageNote?
    package var acceptWhen: [RunPlan.StageNote] = []
    package var confidenceFrom: RunPlan.StageNote?
  }

  /// What the figures mean.
  package struct Definitions: Equatable, Sendable {
    /// `windows@1`
    package let windows: String
    package let reference: String
    /// `subjects`, `recordings`
    package let clusters: String
    /// In the order of the file.
    package let metrics: [MetricNote]
  }

  package struct MetricNote: Equatable, Sendable {
    package let name: String
    /// `maeBPM@1`
    package let definition: String
    /// Empty for a share or coefficient.
    package let unit: String
    package let summary: String
  }

  package struct Recording: Equatable, Sendable {
    package let dataset: String
    package let id: String
    package let subject: String?
    package let seconds: Double
    package let windows: Int
    package let referenceWindows: Int
    /// Why it could not be used.
    package let failure: String?
  }

  /// One detector in one scenario.
  package struct Row: Equatable, Sendable {
    package let scenario: String
    package let detector: String
    package let windows: Int
    package let referenceWindows: Int
    /// Windows with both a reference and an estimate.
    package let estimates: Int
    package let clusters: Int
    package let metrics: [MetricValue]
    package let perRecording: [RecordingScore]

    /// The value of a metric; `nil` where the run does not know it or it does not exist.
    package subscript(_ metric: String) -> Double? {
      metrics.first { $0.name == metric }?.value
    }
  }

  package struct MetricValue: Equatable, Sendable {
    package let name: String
    package let value: Double?
  }

  package struct RecordingScore: Equatable, Sendable {
    package let dataset: String
    package let id: String
    package let windows: Int
    package let referenceWindows: Int
    package let estimates: Int
    package let maeBPM: Double?
    package let biasBPM: Double?
  }

  /// The rows of one group of recordings.
  package struct Stratum: Equatable, Sendable {
    package let name: String
    package let value: String
    package let rows: [Row]
  }

  /// What `run.json` says of the run; `results.json` holds nothing that differs between two runs of one experiment.
  package enum Origin: Equatable, Sendable {
    case known(Provenance)
    /// And why not.
    case unknown(String)

    package var provenance: Provenance? {
      switch self {
      case .known(let provenance): provenance
      case .unknown: nil
      }
    }
  }

  package struct Provenance: Equatable, Sendable {
    /// ISO 8601, as written.
    package let started: String
    /// The same since 1970.
    package let startedSeconds: Double
    package let dataFiles: [DataFile]
  }

  /// A file that was read; where it lay is left out, since the same file may lie elsewhere.
  package struct DataFile: Equatable, Sendable {
    package let dataset: String
    package let recording: String
    package let sha256: String
  }

  package func row(scenario: String, detector: String) -> Row? {
    rows.first { $0.scenario == scenario && $0.detector == detector }
  }
}
