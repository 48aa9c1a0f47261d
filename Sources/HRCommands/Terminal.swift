internal import Foundation
internal import HRDiagnostics

/// Standard output and error, as far as commands use them.
struct Terminal {
  /// Results; nothing else goes here.
  func out(_ text: String) {
    FileHandle.standardOutput.write(Data((text.hasSuffix("\n") ? text : text + "\n").utf8))
  }

  /// Everything a person is told beside the results.
  func err(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  func raw(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// Shows all problems of an input, then how many they are.
  func show(_ problems: Diagnostics) {
    for problem in problems.list { err(problem.rendered + "\n") }
    let errors = problems.list.count { $0.severity == .error }
    if errors > 1 { err("\(errors) problems") }
  }

  var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }
  var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Colour only on terminals, and never where NO_COLOR is set (to anything but nothing).
  var usesColour: Bool {
    outputIsTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Columns of the terminal; 120 where there is none.
  var width: Int {
    var size = winsize()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO]
    where ioctl(descriptor, UInt(clamping: TIOCGWINSZ), &size) == 0 && size.ws_col > 20 {
      return Int(clamping: size.ws_col)
    }
    return 120
  }
}
