import Foundation
@testable package import HRSupport

/// A process that runs as long as the value exists.
package final class LivingProcess {
  private let process = Process()

  package init() throws {
    process.executableURL = URL(fileURLWithPath: "/bin/sleep")
    process.arguments = ["1000"]
    try process.run()
  }

  package func mark() throws -> WriterMark {
    guard let mark = WriterMark(ofProcess: process.processIdentifier) else {
      throw Diagnostics("a process that runs has no mark")
    }
    return mark
  }

  package func end() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit { end() }

  /// The mark of a process that was killed.
  package static func endedMark() throws -> WriterMark {
    let living = try LivingProcess()
    let mark = try living.mark()
    living.end()
    return mark
  }
}
