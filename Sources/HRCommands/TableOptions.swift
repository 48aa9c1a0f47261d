internal import ArgumentParser
internal import Foundation
internal import HRReporting

/// Arguments of every command that prints a table.
struct TableOptions: ParsableArguments {
  @Flag(
    help: """
      Show every column of the tables (otherwise what fits the terminal, or COLUMNS; ten columns in a file or a pipe).
      """)
  var wide = false

  var style: TableStyle { Terminal().tableStyle(wide: wide) }
}

extension Terminal {
  func tableStyle(wide: Bool) -> TableStyle {
    TableStyle(
      wide: wide, stated: ProcessInfo.processInfo.environment["COLUMNS"], terminal: width, colour: usesColour)
  }

  /// Number of columns of the terminal to which results go; `nil` where they go elsewhere.
  private var width: Int? {
    var size = winsize()
    guard outputIsTerminal, ioctl(STDOUT_FILENO, UInt(clamping: TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return Int(clamping: size.ws_col)
  }
}
