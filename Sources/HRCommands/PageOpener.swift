internal import Foundation
internal import HRSupport

/// Shows a page in the user's browser.
enum PageOpener {
  /// - Parameter path: of the page.
  /// - Throws: if no program can show it.
  static func open(_ path: String) throws(Diagnostics) {
    #if os(macOS)
      let found = SearchPath.find("open", in: "/usr/bin")
    #else
      let found = SearchPath.find("xdg-open")
    #endif
    guard let program = found else {
      throw Diagnostics(
        "there is no program here that shows a page", in: path,
        hint: "open the file in a browser; on Debian and Ubuntu the package xdg-utils has xdg-open")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw Diagnostics("\(program) cannot be started: \(error.localizedDescription)", in: path)
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Diagnostics(
        "\(program) ended with \(process.terminationStatus)", in: path, hint: "open the file in a browser")
    }
  }
}
