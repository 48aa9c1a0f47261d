import Foundation
import HRDiagnostics
import Testing

/// Stored figures of an independent program.
enum OracleFile {
  static func named(_ name: String) throws -> JSONNode {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try read(folder.appendingPathComponent("Oracles/\(name).json"))
  }

  /// The synthetic agreement data beside the data sets; not part of the project.
  static var agreement: URL {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let data =
      ProcessInfo.processInfo.environment["HREVAL_DATA"].map { URL(fileURLWithPath: $0) }
      ?? package.appendingPathComponent("../shared/datasets")
    return data.appendingPathComponent("../oracles").standardizedFileURL
  }

  static var hasAgreement: Bool {
    FileManager.default.fileExists(atPath: agreement.appendingPathComponent("agreement_pairs.csv").path)
  }

  static func read(_ url: URL) throws -> JSONNode {
    try JSONDocument(String(contentsOf: url, encoding: .utf8), file: url.lastPathComponent).root
  }
}

extension JSONNode {
  var numbers: [Double] { elements?.compactMap(\.number) ?? [] }
}

/// Both absent, or equal to a relative (below 1: absolute) tolerance.
func expectClose(
  _ value: Double?, _ expected: Double?, _ tolerance: Double = 1e-9, _ what: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let value, let expected else {
    #expect(value == nil && expected == nil, "\(what)", sourceLocation: sourceLocation)
    return
  }
  #expect(
    abs(value - expected) <= tolerance * max(abs(expected), 1), "\(what): \(value), expected \(expected)",
    sourceLocation: sourceLocation)
}

/// Equal to a relative tolerance; a figure that is missing on either side fails.
func expectRelative(
  _ value: Double?, _ expected: Double?, _ tolerance: Double = 1e-9, _ what: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let value, let expected else {
    Issue.record("\(what): a figure is missing", sourceLocation: sourceLocation)
    return
  }
  #expect(
    abs(value - expected) <= tolerance * abs(expected), "\(what): \(value), expected \(expected)",
    sourceLocation: sourceLocation)
}
