package import HRPlugins

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

  /// - Parameters:
  ///   - program: that has described itself.
  ///   - parameters: every one with its value.
  package init(_ program: KnownProgram, parameters: ParameterValues) {
    self.program = program
    self.parameters = parameters
  }

  package var description: ProgramDescription { program.description }

  /// Equal for equal commands with equal parameters.
  package var identity: String {
    "program \(program.number)"
      + parameters.entries.map { " \($0.name)=\($0.value.text)" }.joined()
  }
}
