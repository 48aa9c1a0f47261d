import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What is wrong with a text that should be XML; `nil` where it is well-formed.
///
/// Foundation's answer on Linux is true for some texts that end too soon; the error is set all the same.
func problem(ofXML text: String) -> String? {
  let parser = XMLParser(data: Data(text.utf8))
  let isParsed = parser.parse()
  if let error = parser.parserError { return "\(error), line \(parser.lineNumber)" }
  return isParsed ? nil : "not parsed"
}
