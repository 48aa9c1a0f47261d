import Foundation
import Testing

/// Compares a text with `Golden/<name>`; with HREVAL_UPDATE_GOLDEN=1 in the environment the file is written instead.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden").appendingPathComponent(name)
  if ProcessInfo.processInfo.environment["HREVAL_UPDATE_GOLDEN"] == "1" {
    try Data(text.utf8).write(to: file)
    return
  }
  let expected = try String(contentsOf: file, encoding: .utf8)
  guard text != expected else { return }
  let found = text.split(separator: "\n", omittingEmptySubsequences: false)
  let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let line = zip(found, wanted).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, wanted.count)
  let (is_, was) = (
    found.indices.contains(line) ? found[line] : "(end)",
    wanted.indices.contains(line) ? wanted[line] : "(end)"
  )
  Issue.record(
    "\(name) differs from line \(line + 1): \"\(is_)\" instead of \"\(was)\"", sourceLocation: sourceLocation)
}
