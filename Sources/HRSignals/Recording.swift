/// One recording: what was measured, what is true, and what is known about it.
public struct Recording: Equatable, Sendable {
  public let id: String
  /// Who was recorded, where known; recordings of one subject are not independent.
  public let subject: String?
  /// Names and values for strata, in the descriptor's order.
  public let metadata: [Metadatum]
  public var channels: Channels
  public let reference: Reference
  /// When the chest was fullest, in seconds, where that is known beside the reference.
  public let breaths: [Double]

  public struct Metadatum: Equatable, Sendable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(
    id: String, subject: String? = nil, metadata: [Metadatum] = [], channels: Channels, reference: Reference,
    breaths: [Double] = []
  ) {
    self.id = id
    self.subject = subject
    self.metadata = metadata
    self.channels = channels
    self.reference = reference
    self.breaths = breaths
  }
}
