internal import HRSupport
internal import ArgumentParser
internal import HRReporting

/// Standard output and error for commands.
///
/// Of all control characters, only line feeds and hreval's own colours reach a terminal, whatever the caller passes.
enum Terminal {
  /// Prints results; nothing else may be printed here.
  static func out(_ text: String) {
    StandardStreams.write(text.terminalSafe + (text.hasSuffix("\n") ? "" : "\n"), to: STDOUT_FILENO)
  }

  /// Prints lines of results; nothing for an empty list.
  static func outAny(_ lines: [String]) {
    if !lines.isEmpty { out(lines.joined(separator: "\n")) }
  }

  /// Prints messages to the user that are not results.
  static func err(_ text: String) {
    StandardStreams.write(text.terminalSafe + "\n", to: STDERR_FILENO)
  }

  /// Replaces the line that the cursor is in; the cursor stays at its end.
  static func redraw(_ line: String) {
    StandardStreams.write("\r\u{1B}[K" + line.printable, to: STDERR_FILENO)
  }

  /// Shows a warning.
  static func show(_ warning: Diagnostic) { err(warning.rendered) }

  /// Shows all problems of an input, then their number.
  static func show(_ problems: Diagnostics) {
    for problem in problems.list { err(problem.rendered + "\n") }
    let errors = problems.list.count { $0.severity == .error }
    if errors > 1 { err("\(errors) problems") }
  }

  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// True if lines of messages can be redrawn: standard error is a terminal that knows escape sequences.
  static var canRedraw: Bool { isatty(STDERR_FILENO) == 1 && knowsEscapes }

  /// True if colour is used: only on terminals that know escape sequences, and not if NO_COLOR is set to a non-empty
  /// value.
  static var usesColour: Bool {
    outputIsTerminal && knowsEscapes && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  /// False if TERM is "dumb", or says nothing.
  private static var knowsEscapes: Bool {
    !["", "dumb"].contains(ProcessInfo.processInfo.environment["TERM"] ?? "")
  }
}

/// Arguments of every command that prints a table.
struct TableOptions: ParsableArguments {
  @Flag(
    help: """
      Show every column of the tables (otherwise what fits the terminal, or COLUMNS; ten columns in a file or a pipe).
      """)
  var wide = false

  var style: TableStyle { Terminal.tableStyle(wide: wide) }
}

extension Terminal {
  static func tableStyle(wide: Bool) -> TableStyle {
    TableStyle(
      wide: wide, stated: ProcessInfo.processInfo.environment["COLUMNS"], terminal: width, colour: usesColour)
  }

  /// Number of columns of the terminal to which results go; `nil` where they go elsewhere.
  private static var width: Int? {
    var size = winsize()
    guard outputIsTerminal, ioctl(STDOUT_FILENO, UInt(clamping: TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return Int(clamping: size.ws_col)
  }
}
