internal import HRDiagnostics

/// Why a program gave no usable answer, as a row says it.
package struct ProgramFailure: Error, Equatable, Sendable {
  package let reason: String
  /// Whether it can be asked the next question: it said itself that it could not do this one.
  let isOwnWord: Bool
  /// The whole of it, where it is about a description.
  let diagnostics: Diagnostics?

  init(_ reason: String, isOwnWord: Bool = false) {
    self.reason = reason
    self.isOwnWord = isOwnWord
    diagnostics = nil
  }

  init(_ diagnostics: Diagnostics) {
    reason = diagnostics.first.message
    isOwnWord = false
    self.diagnostics = diagnostics
  }
}
