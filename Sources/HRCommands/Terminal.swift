internal import Foundation
internal import HRDiagnostics

/// Standard output and error, as far as commands use them.
///
/// Nothing but line feeds and hreval's own colours reaches a terminal as a command, whatever a layer above forgot.
struct Terminal {
  /// Results; nothing else goes here.
  func out(_ text: String) {
    StandardStreams.write(text.terminalSafe + (text.hasSuffix("\n") ? "" : "\n"), to: STDOUT_FILENO)
  }

  /// Lines of results; nothing where there is none.
  func outAny(_ lines: [String]) {
    if !lines.isEmpty { out(lines.joined(separator: "\n")) }
  }

  /// Everything a person is told beside the results.
  func err(_ text: String) {
    StandardStreams.write(text.terminalSafe + "\n", to: STDERR_FILENO)
  }

  /// Puts a line in place of the one that the cursor is in; the cursor stays behind it.
  func redraw(_ line: String) {
    StandardStreams.write("\r\u{1B}[K" + line.printable, to: STDERR_FILENO)
  }

  /// Shows what is worth knowing and refuses nothing.
  func show(_ warning: Diagnostic) { err(warning.rendered) }

  /// Shows all problems of an input, then how many they are.
  func show(_ problems: Diagnostics) {
    for problem in problems.list { err(problem.rendered + "\n") }
    let errors = problems.list.count { $0.severity == .error }
    if errors > 1 { err("\(errors) problems") }
  }

  /// Whether nobody reads the results any more, so that more of them need not be made.
  var outputIsLost: Bool { StandardStreams.outputIsLost }

  var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }
  var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Colour only on terminals, and never where NO_COLOR is set (to anything but nothing).
  var usesColour: Bool {
    outputIsTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }
}
