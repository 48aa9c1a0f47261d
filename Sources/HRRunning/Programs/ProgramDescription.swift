internal import HRSupport
package import HRPlugins
package import HRSignals

/// A program's description of itself.
package struct ProgramDescription: Equatable, Sendable {
  /// Stage of a pipeline that it is.
  package enum Kind: String, CaseIterable, Sendable {
    case detector, filter, `extractor`
  }

  /// Input of a detector.
  package enum Sight: String, CaseIterable, Sendable {
    case window, stream, recording
  }

  /// Sampling of its input.
  package enum Samples: String, CaseIterable, Sendable {
    case even, asRecorded
  }

  /// Format of messages after the description.
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
  /// As stated by the program; causal if it gets no later samples.
  package let causality: Causality
  package let tracks: Bool
  package let rangeBPM: ClosedRange<Double>?
  package let measurands: [Measurand]
  package let chanceWithinBPM: Double?
  package let parameters: [ParameterDescription]
  package let frames: Frames

  /// Its name in results: `mine@1.2`.
  package var definition: String { "\(name)@\(version)" }

  package var timeBase: TimeBase { samples == .even ? .even : .asRecorded }
}
