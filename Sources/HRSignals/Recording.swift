/// One recording: its signals, its reference, and facts about it.
public struct Recording: Equatable, Sendable {
  /// Name, unique in its data set.
  public let id: String
  /// Name of the recorded person, if known; recordings of one subject are not independent.
  public let subject: String?
  /// Names and values for strata, in the descriptor's order.
  public let metadata: [Metadatum]
  /// Measured signals.
  public var channels: Channels
  /// Reference for the estimates.
  public let reference: Reference
  /// Labels over time: activities, postures, rhythms.
  public let labels: [LabelledStretches]
  /// Stretches excluded from the evaluation, ascending by start: artefacts, transitions.
  public let notJudged: [TimeRange]
  /// Times of the breaths (of the fullest chest) in seconds, if they are known beside the reference.
  public let breaths: [Double]
  /// Date and time (or time of day) of second 0, if the files state it: `2016-11-24 13:58:58.081`, with `Z` at its
  /// end if they name their zones.
  public let zeroMoment: String?
  /// Time of 0 s in seconds: since 1970 or midnight, where the files have moments; else 0, since their times are kept.
  package var zeroSeconds = 0.0
  /// Number of samples of a channel that were never written to its file, if there are any; they are missing
  /// too.
  package var neverWritten: [ChannelKind: Int] = [:]
  /// Number of samples of a channel that are missing, if there are any; they are drawn as straight lines.
  package var missingSamples: [ChannelKind: Int] = [:]
  /// Gaps of the channels that have some, ascending; see ``SampledTime``.
  package var gaps: [ChannelKind: [TimeRange]] = [:]
  /// Number of rows of a channel that were dropped, since they repeat the time of the row before.
  package var droppedRows: [ChannelKind: Int] = [:]
  /// Channels whose file states no sample rate, so that its format's usual one was taken.
  package var unstatedRates: Set<ChannelKind> = []
  /// Meaning of a video's colours that neither the file nor its descriptor states, in words: `matrix bt601`.
  package var assumedColours: String?

  /// One fact about a recording.
  public struct Metadatum: Equatable, Sendable {
    /// Name in the descriptor.
    public let name: String
    /// Value as text.
    public let value: String

    /// Creates a fact with this name.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a recording with these channels and this reference.
  public init(
    id: String, subject: String? = nil, metadata: [Metadatum] = [], channels: Channels, reference: Reference,
    labels: [LabelledStretches] = [], notJudged: [TimeRange] = [], breaths: [Double] = [],
    zeroMoment: String? = nil
  ) {
    self.id = id
    self.subject = subject
    self.metadata = metadata
    self.channels = channels
    self.reference = reference
    self.labels = labels
    self.notJudged = notJudged.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    self.breaths = breaths
    self.zeroMoment = zeroMoment
  }
}
