internal import HRDiagnostics

/// Text of somebody else's as it stands in an HTML page, between tags and in quoted attributes.
package enum HTMLText {
  /// Printable, since a mark of direction would turn what stands beside it; then every character that HTML reads as
  /// markup, either kind of quotation mark included.
  package static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.printable.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// JSON as it stands inside a `script` element, which ends at the first `</script` whatever is around it, and which a
  /// `<!--` changes.
  package static func embedded(json: String) -> String {
    json.replacing("<", with: "\\u003c")
  }
}
