package import HRSupport

/// Known facts of a run beside its results: prior analyses, the rights of its programs, its registration. They are
/// stored in `run.json` alone.
package struct RunCircumstances: Equatable, Sendable {
  /// `nil` where the run judged nothing, or that was not recorded.
  package var priorAnalyses: PriorAnalyses?
  /// `nil` where no detector runs a program, or that was not recorded.
  package var programs: ProgramRights?
  /// `nil` where the experiment is not registered.
  package var registration: RegistrationNote?
  /// `nil` where no recording is a video, or that was not recorded.
  package var video: VideoNote?

  package init(
    priorAnalyses: PriorAnalyses? = nil, programs: ProgramRights? = nil,
    registration: RegistrationNote? = nil, video: VideoNote? = nil
  ) {
    self.priorAnalyses = priorAnalyses
    self.programs = programs
    self.registration = registration
    self.video = video
  }

  /// Programs through which a run read and compressed videos.
  package struct VideoNote: Equatable, Sendable {
    /// Version of ffmpeg in its own words.
    package let ffmpeg: String
    /// Encoders that compressed videos, each in its own words; empty if no scenario did.
    package let encoders: [String]
  }

  /// Rights of the programs in other languages that a run started.
  package struct ProgramRights: Equatable, Sendable {
    /// True if each ran in the sandbox, where it could read its own files and the system's only.
    package let isSandboxed: Bool
    /// Labels of the detectors that run one, in the order of the experiment.
    package let detectors: [String]

    package init(isSandboxed: Bool, detectors: [String]) {
      self.isSandboxed = isSandboxed
      self.detectors = detectors
    }
  }

  /// Relation of a run to the registrations of its experiment.
  package struct RegistrationNote: Equatable, Sendable {
    /// Time of the registration that the run is compared with, ISO 8601, by the clock of the machine that made it; `nil`
    /// if the registration cannot be read.
    package let time: String?
    /// Number of registrations of the experiment.
    package let count: Int
    /// Parts in which the run differs from it, by name; empty: it is the registered one. Of a registration that cannot be
    /// read: the reason.
    package let differences: [String]
  }
}

extension RunCircumstances {
  /// Reads them from the `run.json` in a run's folder; empty without one.
  package init(inRun folder: String) {
    let path = "\(folder)/run.json"
    self =
      (try? TextFile.read(path, what: "run")).flatMap { try? Self.file.read($0, file: path) } ?? Self()
  }

  /// Members of `run.json`.
  package var members: [(key: String, value: JSONText)] { Self.form.write(self).members }

  private static let form = JSONForm<RunCircumstances>.object(
    "the run", RunCircumstances.init(priorAnalyses:programs:registration:video:),
    .init("priorAnalyses", ifAny: \.priorAnalyses, PriorAnalyses.form, "What the ledger knew."),
    .init("programs", ifAny: \.programs, ProgramRights.form, "What its programs were allowed."),
    .init(
      "registration", ifAny: \.registration, RegistrationNote.form,
      "Whether it is the run that was registered."),
    .init("video", ifAny: \.video, VideoNote.form, "Programs through which videos were read."))

  private static let file = JSONFileForm(
    "hreval-run", "run file", version: FormatVersion.run, again: "run the experiment again", isOpen: true,
    form)
}

extension RunCircumstances.ProgramRights {
  fileprivate static let form = JSONForm<Self>.object(
    "\"programs\"", Self.init,
    .init("sandbox", \.isSandboxed, .boolean, "Whether each ran in the sandbox."),
    .init("detectors", \.detectors, .list(.text), "Labels of the detectors that run one."))
}

extension RunCircumstances.VideoNote {
  fileprivate static let form = JSONForm<Self>.object(
    "\"video\"", Self.init,
    .init("ffmpeg", \.ffmpeg, .text, "Version of ffmpeg."),
    .init("encoders", \.encoders, .list(.text), "Encoders that compressed videos, in their own words."))
}

extension RunCircumstances.RegistrationNote {
  fileprivate static let form = JSONForm<Self>.object(
    "\"registration\"", Self.init,
    .init(
      "time", \.time, .optional(.text),
      "When it was registered, by the clock of that machine; null: the registration cannot be read."),
    .init("count", \.count, .count, "How often the experiment was registered."),
    .init(
      "differences", \.differences, .list(.text),
      "What differs from it, or why it cannot be read; empty: nothing differs."))
}
