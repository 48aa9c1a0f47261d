internal import Foundation
internal import HRSupport

/// Standard output and error for commands.
///
/// Of all control characters, only line feeds and hreval's own colours reach a terminal, whatever the caller passes.
struct Terminal {
  /// Prints results; nothing else may be printed here.
  func out(_ text: String) {
    StandardStreams.write(text.terminalSafe + (text.hasSuffix("\n") ? "" : "\n"), to: STDOUT_FILENO)
  }

  /// Prints lines of results; nothing for an empty list.
  func outAny(_ lines: [String]) {
    if !lines.isEmpty { out(lines.joined(separator: "\n")) }
  }

  /// Prints messages to the user that are not results.
  func err(_ text: String) {
    StandardStreams.write(text.terminalSafe + "\n", to: STDERR_FILENO)
  }

  /// Replaces the line that the cursor is in; the cursor stays at its end.
  func redraw(_ line: String) {
    StandardStreams.write("\r\u{1B}[K" + line.printable, to: STDERR_FILENO)
  }

  /// Shows a warning.
  func show(_ warning: Diagnostic) { err(warning.rendered) }

  /// Shows all problems of an input, then their number.
  func show(_ problems: Diagnostics) {
    for problem in problems.list { err(problem.rendered + "\n") }
    let errors = problems.list.count { $0.severity == .error }
    if errors > 1 { err("\(errors) problems") }
  }

  /// True if the results have no reader any more, so that further ones need not be made.
  var outputIsLost: Bool { StandardStreams.outputIsLost }

  var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }
  var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// True if colour is used: only on terminals, and not if NO_COLOR is set to a non-empty value.
  var usesColour: Bool {
    outputIsTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }
}
