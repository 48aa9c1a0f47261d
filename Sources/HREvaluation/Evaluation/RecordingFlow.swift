package import HRRecordings
internal import HRRunning
internal import HRSupport

/// The way of the recordings of a run's data sets: each is left out, fails, has no window with a reference, or is
/// used. Names are `data set/recording`, in the order of the plan.
package struct RecordingFlow: Equatable, Sendable {
  /// Recordings that are left out before anything is read.
  package let excluded: [Excluded]
  /// Recordings that could not be read, or cut into windows, in any scenario.
  package let failed: [String]
  /// Recordings with windows, none of which has a reference.
  package let notJudged: [String]
  /// Recordings of which the figures are made.
  package let used: [String]

  /// Number of recordings that the data sets offer.
  package var offered: Int { excluded.count + failed.count + notJudged.count + used.count }

  package struct Excluded: Equatable, Sendable {
    package let recording: String
    package let reason: ExcludedRecording.Reason
  }
}

extension Evaluation {
  package var flow: RecordingFlow {
    let read = recordings.filter { $0.failure == nil }
    return RecordingFlow(
      excluded: plan.excluded.map { .init(recording: plan.name(of: $0), reason: $0.reason) },
      failed: recordings.filter { $0.failure != nil }.map(\.name),
      notJudged: read.filter { $0.referenceWindows == 0 }.map(\.name),
      used: read.filter { $0.referenceWindows > 0 }.map(\.name))
  }
}

extension RecordingFlow {
  static let form = JSONForm<RecordingFlow>.object(
    "\"flow\"", { RecordingFlow(excluded: $1, failed: $2, notJudged: $3, used: $4) },
    .init("offered", \.offered, .count, "Recordings of the data sets: the sum of those below."),
    .init(
      "excluded", \.excluded, .list(Excluded.form), "Those that the experiment or its command leaves out."),
    .init("failed", \.failed, .list(.text), "Those of which nothing could be used: data set/recording."),
    .init("notJudged", \.notJudged, .list(.text), "Those without a window that has a reference."),
    .init("used", \.used, .list(.text), "Those that the figures are of."))
}

extension RecordingFlow.Excluded {
  fileprivate static let form = JSONForm<Self>.object(
    "a recording that is left out", Self.init,
    .init("recording", \.recording, .text, "Its name: data set/recording."),
    .init(
      "reason", \.reason, .choice,
      "exclude: a pattern of \"exclude\" fits it; select: none of \"select\" does; split: it is in the other part; limit: --limit leaves it out."
    ))
}
