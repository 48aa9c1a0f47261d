/// One recording: what was measured, what is true, and what is known about it.
public struct Recording: Equatable, Sendable {
  /// Its name, unique in its data set.
  public let id: String
  /// Who was recorded, where known; recordings of one subject are not independent.
  public let subject: String?
  /// Names and values for strata, in the descriptor's order.
  public let metadata: [Metadatum]
  /// What was measured.
  public var channels: Channels
  /// What is true.
  public let reference: Reference
  /// What is going on when: activities, postures, rhythms.
  public let labels: [LabelledStretches]
  /// Stretches on which nobody is to be judged, ascending by start: artefacts, transitions.
  public let notJudged: [TimeRange]
  /// When the chest was fullest, in seconds, where that is known beside the reference.
  public let breaths: [Double]
  /// The date and time (or time of day) that its seconds count from, where its files state it: `2016-11-24 13:58:58.081`,
  /// with `Z` at its end where they name their zones.
  public let zeroMoment: String?
  /// How many samples of a channel were never written to its file, where it lacks any; filled as gaps are.
  package var neverWritten: [ChannelKind: Int] = [:]

  /// One thing that is known of a recording.
  public struct Metadatum: Equatable, Sendable {
    /// As the descriptor names it.
    public let name: String
    /// As text.
    public let value: String

    /// A value under this name.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A recording with these channels and this reference.
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
