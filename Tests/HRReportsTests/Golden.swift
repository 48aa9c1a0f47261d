import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// From this file up: target, Tests, package.
let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Holds a text against `Golden/<name>`; with HREVAL_UPDATE_GOLDEN=1 in the environment the file is written instead.
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

/// Whether a text is well-formed XML, and how often each element occurs.
final class XMLCount: NSObject, XMLParserDelegate {
  private(set) var elements: [String: Int] = [:]
  private(set) var error: String?

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    // On Linux the answer is true for some texts that end too soon; the error is set all the same.
    if !parser.parse() || parser.parserError != nil {
      error = parser.parserError.map { "\($0), line \(parser.lineNumber)" } ?? "not parsed"
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements[elementName, default: 0] += 1
  }
}
