internal import HRSupport

/// Reason why a program gave no usable answer, as a table states it.
package struct ProgramFailure: Error, Equatable, Sendable {
  package let reason: String
  /// True if the program itself reported the failure, so that it can be asked the next question.
  let isOwnWord: Bool
  /// All problems, if they are of a description.
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
