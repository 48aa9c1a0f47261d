internal import HRDiagnostics
package import HRPlugins
package import HRSignals

/// What a program says of itself.
package struct ProgramDescription: Equatable, Sendable {
  /// Which place of a pipeline it takes.
  package enum Kind: String, CaseIterable, Sendable {
    case detector, filter, `extractor`
  }

  /// What a detector is shown.
  package enum Sight: String, CaseIterable, Sendable {
    case window, stream, recording
  }

  /// How its samples come.
  package enum Samples: String, CaseIterable, Sendable {
    case even, asRecorded
  }

  /// How messages look after the description.
  package enum Frames: String, CaseIterable, Sendable {
    case json, binary
  }

  package let name: String
  package let version: String
  package let kind: Kind
  package let sees: Sight
  package let channels: [ChannelKind]
  package let optionalChannels: [ChannelKind]
  package let sampleRate: Double?
  package let samples: Samples
  /// As it states itself; of one that is shown nothing later it is held to that.
  package let causality: Causality
  package let tracks: Bool
  package let rangeBPM: ClosedRange<Double>?
  package let measurands: [Measurand]
  package let chanceWithinBPM: Double?
  package let parameters: [ParameterDescription]
  package let frames: Frames

  /// As results name it: `mine@1.2`.
  package var definition: String { "\(name)@\(version)" }

  package var timeBase: TimeBase { samples == .even ? .even : .asRecorded }
}
