import Foundation
import HRSupport
import HRRecordings
import HRSignals
import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// `windows.h5` has the content of `windows.csv`.
@Suite struct WindowsH5Tests {
  /// Returns the cells of `windows.csv` by column; only for runs without commas in a name.
  private static func cells(_ evaluation: Evaluation) throws -> (names: [String], columns: [[String]]) {
    let lines = try WindowsCSV(evaluation: evaluation).text(of: evaluation.results).split(separator: "\n")
    let rows = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    return (rows[0], rows[0].indices.map { column in rows.dropFirst().map { $0[column] } })
  }

  /// Returns a run of two units of two recordings, one of which cannot be used, with labels and a reference by two
  /// detectors.
  private static func evaluation(windows: Int = 4, label: String = "a/b%") -> Evaluation {
    let plan = RunPlan(
      hreval: "0", name: "r", description: nil, seed: 1, mode: .continuous, windowSeconds: 10, hopSeconds: 10,
      withinBPM: 5, withinPercent: nil, metrics: ["maeBPM"], strata: [label],
      formats: [.csv, .hdf5], datasets: [.init(name: "größe", reference: "ecg", citation: nil, license: nil)],
      recordings: [.init(dataset: 0, id: "r1", subject: nil), .init(dataset: 0, id: "r2", subject: "s")],
      scenarios: [.init(label: "clean", family: 0, familyLabel: "clean", swept: [], steps: [], repeats: 2)],
      detectors: ["a", "b"].map {
        .init(
          label: $0, extractors: [], filters: [], detector: .init(definition: "\($0)@1", parameters: []))
      })
    var (one, other) = (EstimateColumn(), EstimateColumn())
    for window in 0..<windows {
      let bpm = 60 + Double(window % 50) / 7
      one.append(
        bpm: bpm, outcome: .value, confidence: window.isMultiple(of: 3) ? nil : 1 / Double(window),
        quality: .good, motion: window.isMultiple(of: 2))
      other.append(
        bpm: window == 1 ? nil : bpm, outcome: window == 1 ? .abstained(.noPeak) : .value, confidence: nil,
        quality: nil, motion: nil)
    }
    let table = WindowTable(
      ranges: (0..<windows).map { TimeRange(start: 10 * Double($0), end: 10 * Double($0) + 10) },
      references: (0..<windows).map { $0 == 2 ? .none("detectorsDisagree") : .bpm(60 + Double($0 % 9) / 3) },
      estimates: [one, other],
      referenceDetectors: [.init(name: "xqrs", ratesBPM: (0..<windows).map { $0 == 0 ? nil : 60.5 })],
      labels: [.init(name: label, values: (0..<windows).map { $0 < 2 ? "sit" : "walk" })])
    return Evaluation(
      plan: plan,
      results: plan.units.map { unit in
        UnitResult(
          unit: unit.index, facts: .unknown,
          outcome: unit.recording == 0 ? .windows(table) : .failed("torn"))
      })
  }

  private static func expectSame(_ evaluation: Evaluation) throws {
    let (names, columns) = try cells(evaluation)
    try withTemporaryFolder { folder in
      let path = folder + "/windows.h5"
      try WindowsH5(evaluation: evaluation).write(evaluation.results, to: path)
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      let file = try HDF5File(path)
      #expect(try file.text(attribute: "format", of: "/") == "hreval-windows")
      #expect(try file.number(attribute: "version", of: "/") == 1)
      let declared = WindowColumns(evaluation).columns
      #expect(declared.map(\.name) == names)
      for (column, cells) in zip(declared, columns) {
        let object = "/windows/" + column.name.asLinkName
        let values = try file.numbers(at: object).values
        #expect(try file.text(attribute: "unit", of: object) == column.unit)
        #expect(try file.text(attribute: "meaning", of: object)?.isEmpty == false)
        if let words = try file.text(attribute: "words", of: object) {
          let all = ([""] + cells).distinct
          #expect(words == "/words/" + column.name.asLinkName)
          #expect(values.map { all[Int(saturating: $0)] } == cells, "\(column.name)")
          // All words are beside each other, padded with zeros.
          let width = max(1, all.map(\.utf8.count).max() ?? 1)
          let bytes = all.flatMap {
            Array($0.utf8) + [UInt8](repeating: 0, count: width - $0.utf8.count)
          }
          #expect(whole.range(of: Data(bytes)) != nil, "\(column.name)")
        } else {
          #expect(values.map { $0.isNaN ? "" : shortest($0) } == cells, "\(column.name)")
        }
      }
    }
  }

  @Test func everyCellIsThatOfTheText() throws { try Self.expectSame(Self.evaluation()) }

  @Test func ofTriesEachDetectorHasItsOwn() throws {
    let evaluation = Self.evaluation()
    let results = evaluation.results.map { result -> UnitResult in
      guard case .windows(let table) = result.outcome else { return result }
      var columns = [EstimateColumn(), EstimateColumn()]
      for index in columns.indices {
        columns[index].append(
          bpm: 70 + Double(index), outcome: .value, confidence: nil, quality: nil, motion: nil)
      }
      return UnitResult(
        unit: result.unit, facts: result.facts,
        outcome: .windows(
          WindowTable(
            ranges: table.ranges, references: table.references, estimates: columns,
            referenceDetectors: table.referenceDetectors, chosenTries: [3, 2], labels: table.labels)))
    }
    try Self.expectSame(Evaluation(plan: evaluation.plan, results: results))
  }

  /// Rows of one block are in several chunks, and rows of one chunk in several blocks.
  @Test(.enabled(if: LongTests.areWanted, "\(LongTests.reason)"))
  func moreRowsThanAChunkHas() throws {
    let evaluation = Self.evaluation(windows: 50_000, label: "activity")
    #expect(evaluation.windowRowCount == 200_004)
    try Self.expectSame(evaluation)
  }

  @Test func theSameRowsGiveTheSameBytes() throws {
    let file = try #require(
      RunFiles.all(Self.evaluation(), provenance: nil).first { $0.path == "windows.h5" })
    let first = file.bytes
    // The second file is written more than one second later, the resolution of a stored time.
    Thread.sleep(forTimeInterval: 1.1)
    #expect(file.bytes == first && first.count > 1000)
  }

  @Test func aFolderThatCannotBeWrittenIsAnError() throws {
    try withTemporaryFolder { folder in
      let evaluation = Self.evaluation()
      let problem = try #require(throws: Diagnostics.self) {
        try WindowsH5(evaluation: evaluation).write(evaluation.results, to: folder + "/none/windows.h5")
      }.first
      #expect(problem.message.contains("No such file or directory"), "\(problem)")
      try FileManager.default.createDirectory(
        atPath: folder + "/windows.h5", withIntermediateDirectories: true)
      let taken = try #require(throws: Diagnostics.self) {
        try WindowsH5(evaluation: evaluation).write(evaluation.results, to: folder + "/windows.h5")
      }.first
      #expect(taken.message == "cannot put the file in place: Is a directory")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["windows.h5"])
    }
  }
}

/// Choice of the two files of windows for a run.
@Suite struct WindowFilesTests {
  @Test func theTextIsLeftOutOfALongRun() {
    let most = WindowsCSV.mostRows
    for (formats, rows, isThere) in [
      ([.csv], most, true), ([.csv], most + 1, false), ([.csv, .windowsCSV], most + 1, true),
      ([.windowsCSV], most + 1, true), ([.json], 1, false),
    ] as [([ReportFormat], Int, Bool)] {
      let pages = RunFiles.pages(
        formats: formats + [.hdf5], hasQualities: false, hasGroups: false, windowRows: rows)
      #expect(pages.contains(.windows) == isThere && pages.first == .windowColumns, "\(formats) \(rows)")
    }
    #expect(!RunFiles.pages(formats: [.csv], hasQualities: false, hasGroups: false).contains(.windowColumns))
  }

  @Test func whatIsLeftOutIsSaid() throws {
    let evaluation = ExampleEvaluation.evaluation
    #expect(WindowsCSV.absence(from: evaluation) == nil)
    let absence = try #require(WindowsCSV.absence(from: evaluation, mostRows: 10))
    #expect(
      absence.hasPrefix("windows.csv is left out: 876 rows are more than 10. windows.h5 has them all; "),
      "\(absence)")
    #expect(absence.contains("hreval report RUN --format windows-csv "))
    for formats in [[.json], [.csv, .windowsCSV]] as [[ReportFormat]] {
      var plan = evaluation.plan
      plan.formats = formats
      let other = Evaluation(plan: plan, results: evaluation.results)
      #expect(WindowsCSV.absence(from: other, mostRows: 10) == nil)
    }
  }

  /// Neither a run nor its text need fit into memory.
  @Test func theTextIsWrittenInPieces() throws {
    try withTemporaryFolder { folder in
      let evaluation = ExampleEvaluation.evaluation
      let csv = WindowsCSV(evaluation: evaluation)
      let results = Array(repeating: evaluation.results, count: 60).flatMap(\.self)
      try csv.write(results, to: folder + "/windows.csv")
      let text = try String(contentsOfFile: folder + "/windows.csv", encoding: .utf8)
      #expect(text.utf8.count > 1 << 20)
      #expect(try text == csv.text(of: results))
    }
  }
}
