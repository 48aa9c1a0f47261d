import Foundation
import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

extension RunFile {
  /// The written file as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  var bytes: Data {
    do {
      return try withTemporaryFolder { folder in
        try write(to: folder + "/file")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
        return try Data(contentsOf: URL(fileURLWithPath: folder + "/file"))
      }
    } catch {
      Issue.record(error, "\(path)")
      return Data()
    }
  }
}

extension RunDocument {
  init(_ evaluation: Evaluation, comparison: ComparisonPage? = nil) {
    self.init(evaluation: evaluation, figures: RunFigures(evaluation), comparison: comparison)
  }

  /// Blocks of every part that a page has.
  var blocks: [Block] {
    let parts: [(Int) -> [Block]] = [differences, groups, agreement, errors, confidence, kinds]
    let scenarios = evaluation.plan.scenarios.indices.flatMap { scenario in parts.flatMap { $0(scenario) } }
    return head + dataParts + [.heading(2, "What was run")] + setup + severityFigures + scenarios + byGroup
      + declared + methods
      + [.heading(2, "How to read this")] + readingGuide
  }
}

extension UnitCSV {
  /// The whole text.
  func text(of results: some Sequence<UnitResult>) throws -> String {
    try withTemporaryFolder { folder in
      try write(results, to: folder + "/file")
      return try String(contentsOfFile: folder + "/file", encoding: .utf8)
    }
  }
}
