package import Foundation

#if canImport(FoundationXML)
  package import FoundationXML
#endif

/// A text read as XML: its elements in order, and its first error.
package final class XMLReading: NSObject, XMLParserDelegate {
  package private(set) var elements: [(name: String, attributes: [String: String])] = []
  /// Error of the text; `nil` where it is well-formed.
  package private(set) var problem: String?

  package init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    // On Linux the result is true for some texts that end too soon, but the error is set.
    if !parser.parse() || parser.parserError != nil {
      problem = parser.parserError.map { "\($0), line \(parser.lineNumber)" } ?? "not parsed"
    }
  }

  package func count(_ name: String) -> Int { elements.count { $0.name == name } }

  package func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append((elementName, attributes))
  }
}
