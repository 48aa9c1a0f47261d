package import Foundation

#if canImport(FoundationXML)
  package import FoundationXML
#endif

/// A text read as XML: whether it is well-formed, and its elements in order.
package final class XMLReading: NSObject, XMLParserDelegate {
  package private(set) var elements: [(name: String, attributes: [String: String])] = []
  /// What is wrong with the text; `nil` where it is well-formed.
  package private(set) var problem: String?

  package init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    // On Linux the answer is true for some texts that end too soon; the error is set all the same.
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
