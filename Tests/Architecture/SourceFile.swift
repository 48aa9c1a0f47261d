import Foundation
import HRTestSupport

/// One of the project's own text files.
struct SourceFile: Sendable {
  /// Path relative to the project's folder, such as `Sources/HRSignals/Signal.swift`.
  let path: String
  let text: String

  /// The folder below `Sources`.
  var module: String { String(path.split(separator: "/").dropFirst().first ?? "") }

  /// Files below a folder whose name ends in one of the endings, in path order.
  static func all(in folder: String, endings: String...) throws -> [SourceFile] {
    try FileManager.default.subpathsOfDirectory(atPath: ProjectFolder.url(folder).path).sorted()
      .filter { name in endings.contains { name.hasSuffix(".\($0)") } }
      .map { SourceFile(path: "\(folder)/\($0)", text: try ProjectFolder.text("\(folder)/\($0)")) }
  }

  /// Lines without comments and without the text of string literals; the lines of a multi-line literal are empty.
  var code: [String] {
    var isLiteral = false
    return text.components(separatedBy: "\n").map { line in
      let fences = line.components(separatedBy: "\"\"\"").count - 1
      defer { if fences % 2 == 1 { isLiteral.toggle() } }
      if isLiteral || line.drop(while: { $0 == " " }).hasPrefix("//") { return "" }
      guard line.contains("\"") || line.contains("//") else { return line }
      return line.replacing(/#".*?"#|"(?:\\.|[^"\\])*"?/, with: "\"\"").replacing(/\/\/.*/, with: "")
    }
  }

  /// Lines that a rule refuses, as `path:line: text`; a line that ends in a bracket is read with the next ones.
  func lines(_ isRefused: (String) -> Bool) -> [String] {
    let code = code
    return code.indices.filter { index in
      var (line, next) = (code[index], index + 1)
      while line.hasSuffix("("), next < code.count {
        (line, next) = (line + code[next].drop { $0 == " " }, next + 1)
      }
      return isRefused(line)
    }.map { "\(path):\($0 + 1): \(code[$0])" }
  }
}
