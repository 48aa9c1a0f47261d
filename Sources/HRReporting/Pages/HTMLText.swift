internal import HRSupport

/// Escapes foreign text for an HTML page, between tags and in quoted attributes.
package enum HTMLText {
  /// Returns the text with control characters made printable, since a direction mark would reverse the text beside it;
  /// then with every character escaped that HTML reads as markup, including both kinds of quotation marks.
  package static func escaped(_ text: String) -> String { escaped(text, apostrophes: true) }

  /// - Parameter apostrophes: false for text that is never between apostrophes.
  static func escaped(_ text: String, apostrophes: Bool) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.printable.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'" where apostrophes: result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns JSON for the inside of a `script` element, which ends at the first `</script` in any context, and which a
  /// `<!--` changes.
  package static func embedded(json: String) -> String {
    json.replacing("<", with: "\\u003c")
  }
}
