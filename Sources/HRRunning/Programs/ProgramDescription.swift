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

/// A program that has described itself, and the folder of its files.
package struct KnownProgram: Sendable {
  /// Its number among a run's programs, from 1.
  package let number: Int
  package let command: ProgramCommand
  package let description: ProgramDescription
  let stage: ProgramStage
  /// The description as the program wrote it; it must write the same line whenever it is started.
  let line: String

  /// SHA-256 over names and contents of its files; `nil` if it has none of its own.
  package var sha256: String? { stage.sha256 }

  var timeoutSeconds: Double { command.timeoutSeconds ?? Self.usualTimeout(description.sees) }

  package static func usualTimeout(_ sight: ProgramDescription.Sight) -> Double {
    sight == .recording ? 300 : 10
  }
}

/// A program in a pipeline, with its parameters.
package struct ProgramPlugin: Sendable {
  package let program: KnownProgram
  package let parameters: ParameterValues

  package var description: ProgramDescription { program.description }

  /// Equal for equal commands with equal parameters.
  package var identity: String {
    "program \(program.number)"
      + parameters.entries.map { " \($0.name)=\($0.value.text)" }.joined()
  }
}
