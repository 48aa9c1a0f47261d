internal import HRRunning
internal import HRSupport
internal import HRRecordings
internal import HRSignals
internal import HRDoctor

/// The output of `inspect` about one recording.
struct InspectedRecording: ProcessMessage {
  var text = ""
  /// Reasons why it cannot be used.
  var problems: [Diagnostic] = []
  /// SVG; `nil` where no picture was asked for.
  var picture: String?
  /// Path of the picture with the first frames of its video; `nil` without one.
  var framesPicture: String?
  /// Reasons why it could not be saved.
  var saveProblems: [Diagnostic] = []
  /// The output as one JSON object on one line; `nil` where that was not asked for.
  var json: String?
  /// Names of its findings that its descriptor does not acknowledge.
  var findings: [String] = []

  /// Creates the output for a recording whose worker gave no answer.
  init(problem: Diagnostic) {
    problems = [problem]
  }

  /// - Parameters:
  ///   - start: start of its pictures in seconds; `nil` for their default.
  ///   - window: length of its pictures in seconds, and of the windows that the reference is summarised over; `nil`
  ///     for the defaults of both.
  ///   - picturePath: SVG file that is asked for; the first frames of a video are drawn into a file beside it.
  ///   - path: HDF5 file to save it to.
  ///   - isJSON: true if JSON is asked for in place of text.
  ///   - whileWaiting: called about once a second while a video is decoded.
  init(
    _ entry: RecordingEntry, of dataset: Dataset, by trial: inout Trial?, at start: Double?,
    window: Double?, picturePath: String?, savedTo path: String?, isJSON: Bool = false,
    whileWaiting: @escaping () -> Void = {}
  ) {
    do {
      let recording = try dataset.load(
        entry, needing: nil, reference: dataset.hasReference, labels: nil,
        aids: ReadingAids(whileWaiting: whileWaiting))
      let rates = RateCourseView(recording)
      let view = RecordingView(recording, at: start, window: window, rates: rates)
      let exam = ExamView(recording, of: dataset)
      findings = exam.open
      let clip = try dataset.clipFacts(of: entry).map { ClipFactsView($0, recording.channels) }
      if isJSON {
        let video: [(key: String, value: JSONText)] = clip.map { [("video", $0.json)] } ?? []
        json = JSONText.object(view.jsonMembers + video + [("findings", exam.json)]).rendered(indented: false)
      } else {
        text = ([view.text] + (clip?.lines.map(\.printable) ?? []) + (rates?.lines ?? []) + exam.lines)
          .joined(separator: "\n")
      }
      let damaged = try trial?.damaged(recording, of: dataset)
      let after = damaged.flatMap { damaged in
        trial.map { ScenarioView(recording, damaged, by: $0.plan, at: start, seconds: window) }
      }
      if let after, !isJSON { text += "\n" + after.text }
      if let picturePath {
        picture = (after?.picture ?? view.picture).svg
        let frames = Self.framesPath(picturePath)
        if try dataset.writeFirstFrames(of: entry, to: frames) { framesPicture = frames }
      }
      if let path { saveProblems = Self.problems(saving: recording, damaged, to: path) }
    } catch {
      problems = error.list
    }
  }

  /// `a.svg` becomes `a-frames.png`.
  private static func framesPath(_ path: String) -> String { "\(path.dropLast(4))-frames.png" }

  private static func problems(
    saving recording: Recording, _ damaged: ScenarioPlan.Damaged?, to path: String
  ) -> [Diagnostic] {
    let written = Recording(
      id: recording.id, subject: recording.subject, metadata: recording.metadata,
      channels: damaged?.channels ?? recording.channels, reference: damaged?.reference ?? recording.reference,
      breaths: recording.breaths)
    do {
      try RecordingWriter.writeHDF5(written, to: path)
      return []
    } catch {
      return error.list
    }
  }
}

extension Dataset {
  /// The output of `inspect` about the whole data set.
  var heading: String {
    let count = recordings.count
    return [
      "\(name): \(count) recording\(count == 1 ? "" : "s")",
      "  channels   \(channelKinds.map(\.rawValue).joined(separator: ", "))",
      "  reference  \(referenceText ?? "none")" + (referenceNote.map { " (\($0))" } ?? ""),
      "  licence    \(descriptor.license ?? "not stated")",
      "  cite       \(descriptor.citation ?? "not stated")",
    ].map(\.printable).joined(separator: "\n")
  }
}

/// Findings about one recording, as `inspect` prints them below the recording's facts.
struct ExamView {
  private let findings: [(finding: DataFinding, reason: String?)]

  /// - Parameters:
  ///   - recording: as it was loaded, before any scenario.
  ///   - dataset: its data set, whose descriptor may acknowledge findings.
  init(_ recording: Recording, of dataset: Dataset) {
    self.init(
      Doctor.examine(recording, needsReference: dataset.hasReference).findings,
      acknowledged: dataset.descriptor.acknowledged, id: recording.id)
  }

  /// - Parameters:
  ///   - findings: of the recording.
  ///   - acknowledged: findings that its descriptor acknowledges.
  ///   - id: the recording's name.
  init(_ findings: [DataFinding], acknowledged: [AcknowledgedFinding], id: String) {
    self.findings = findings.map { finding in
      (finding, acknowledged.first { $0.covers(finding.kind, of: id) }?.reason)
    }
  }

  /// Names of the findings that the descriptor does not acknowledge.
  var open: [String] { findings.filter { $0.reason == nil }.map(\.finding.kind.rawValue) }

  /// Lines of the open findings, then of the acknowledged ones; empty without a finding.
  var lines: [String] {
    let known = findings.filter { $0.reason != nil }
    return
      (findings.filter { $0.reason == nil }.flatMap { finding, _ in
        [
          "  finding    \(Self.heading(finding))", "             \(finding.evidence)",
          "             likely remedy: \(finding.mend)",
        ]
      } + known.map { "  known      \(Self.heading($0.finding)); acknowledged: \($0.reason ?? "")" })
      .map(\.printable)
  }

  /// Findings in the given order; `acknowledged` has the reason, or null.
  var json: JSONText {
    .array(
      findings.map { finding, reason in
        .object([
          ("name", .string(finding.kind.rawValue)), ("place", .optional(finding.place)),
          ("evidence", .string(finding.evidence)), ("mend", .string(finding.mend)),
          ("acknowledged", .optional(reason)),
        ])
      })
  }

  /// `sampleRate, channel ppg: sample rate probably wrong`
  private static func heading(_ finding: DataFinding) -> String {
    [finding.kind.rawValue, finding.place].compactMap(\.self).joined(separator: ", ")
      + ": \(finding.kind.title)"
  }
}
