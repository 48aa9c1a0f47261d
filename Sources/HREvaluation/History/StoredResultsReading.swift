internal import HRPlugins
internal import HRResults
internal import HRSystem
internal import Foundation
package import HRDiagnostics
internal import HRSignals
internal import HRStatistics

extension StoredResults {
  /// Reads `results.json` and `run.json` of a run's folder.
  ///
  /// Without a usable `run.json` the run's ``origin`` says why; only `results.json` is needed.
  package init(folder: String) throws(Diagnostics) {
    let results = "\(folder)/results.json"
    guard TextFile.exists(results) else {
      throw Diagnostics(
        Diagnostic(
          "there is no results.json", place: .init(file: folder),
          hint: "`hreval report \(folder) --format json` writes it from a finished run"))
    }
    let text = try TextFile.read(results, what: "results")
    try self.init(folder: folder, results: text, origin: Self.origin(in: folder))
  }

  /// - Parameter results: the text of `results.json`.
  package init(folder: String, results: String, origin: Origin) throws(Diagnostics) {
    let document: JSONDocument
    do {
      document = try JSONDocument(results, file: "\(folder)/results.json")
    } catch {
      throw Diagnostics(error)
    }
    try document.mustBe("hreval-results", versions: FormatVersion.readableResults, "results file")
    var reader = ResultsReader(document)
    let run = reader.run(folder: folder, origin: origin)
    guard reader.problems.isEmpty else { throw Diagnostics(reader.problems) }
    self = run
  }

  private static func origin(in folder: String) -> Origin {
    let path = "\(folder)/run.json"
    guard TextFile.exists(path) else { return .unknown("there is no run.json") }
    do {
      return .known(try Provenance(runJSON: try TextFile.read(path, what: "run"), file: path))
    } catch {
      return .unknown(error.list.first?.summary ?? "run.json cannot be used")
    }
  }
}

extension StoredResults.Provenance {
  /// - Parameter runJSON: the text of `run.json`.
  package init(runJSON: String, file: String) throws(Diagnostics) {
    let document: JSONDocument
    do {
      document = try JSONDocument(runJSON, file: file)
    } catch {
      throw Diagnostics(error)
    }
    try document.mustBe("hreval-run", versions: FormatVersion.readableRuns, "run file")
    var reader = ResultsReader(document)
    started = reader.text("started", of: document.root)
    dataFiles = reader.objects("dataFiles", of: document.root).map { file in
      StoredResults.DataFile(
        dataset: reader.text("dataset", of: file), recording: reader.text("recording", of: file),
        sha256: reader.text("sha256", of: file))
    }
    guard reader.problems.isEmpty else { throw Diagnostics(reader.problems) }
    guard let time = try? Date(started, strategy: .iso8601) else {
      throw Diagnostics(
        document.problem(
          "\"\(started)\" is no time", at: document.root["started"] ?? document.root,
          hint: "written like 2026-01-02T03:04:05Z"))
    }
    startedSeconds = time.timeIntervalSince1970
  }
}

extension JSONDocument {
  /// Refuses files that are something else, or of a version that this build does not know.
  fileprivate func mustBe(_ format: String, versions: ClosedRange<Int>, _ what: String) throws(Diagnostics) {
    guard root["format"]?.string == format else {
      let found = root["format"]?.string.map { "; its format is \"\($0)\"" } ?? ""
      throw Diagnostics(
        problem(
          "this is no \(what) of hreval\(found)", at: root["format"] ?? root,
          hint: "a \(what) starts with \"format\": \"\(format)\""))
    }
    guard let found = root["version"]?.integer, versions.contains(found) else {
      let node = root["version"] ?? root
      throw Diagnostics(
        problem(
          "the \(what) is of version \(root["version"]?.number.map { shortest($0) } ?? "unknown"); "
            + "this hreval reads versions \(versions.lowerBound) to \(versions.upperBound)", at: node,
          hint: "read it with the hreval that wrote it, or render the run again with `hreval report`"))
    }
  }
}

/// Takes values out of a document and keeps every problem it meets; what it returns is only good without any.
///
/// Members it does not ask for are left alone: results outlive the build that wrote them.
private struct ResultsReader {
  let document: JSONDocument
  private(set) var problems: [Diagnostic] = []

  init(_ document: JSONDocument) {
    self.document = document
  }

  mutating func run(folder: String, origin: StoredResults.Origin) -> StoredResults {
    let root = document.root
    let windows = member("windows", of: root)
    let tolerance = member("tolerance", of: root)
    return StoredResults(
      folder: folder, hreval: text("hreval", of: root), name: text("name", of: root),
      description: root["description"]?.string, seed: seed(of: root),
      measurand: measurand(of: root), mode: text("mode", of: root),
      windows: .init(
        windowSeconds: windows["windowSeconds"]?.number, hopSeconds: number("hopSeconds", of: windows),
        described: text("described", of: windows)),
      tolerance: Tolerance(
        withinBPM: number("withinBPM", of: tolerance), withinPercent: tolerance["withinPercent"]?.number),
      beats: beats(of: root),
      datasets: objects("datasets", of: root).map { node in
        RunPlan.DatasetNote(
          name: text("name", of: node), reference: text("reference", of: node),
          citation: node["citation"]?.string,
          license: node["license"]?.string, descriptorSHA256: node["descriptorSHA256"]?.string)
      },
      scenarios: objects("scenarios", of: root).map { scenario($0) },
      detectors: objects("detectors", of: root).map { detector($0) },
      definitions: definitions(member("definitions", of: root)),
      recordings: objects("recordings", of: root).map { recording($0) },
      rows: objects("results", of: root).map { row($0) },
      strata: objects("strata", of: root).map { node in
        StoredResults.Stratum(
          name: text("name", of: node), value: text("value", of: node),
          rows: objects("results", of: node).map { row($0) })
      }, origin: origin)
  }

  // MARK: Parts

  private mutating func seed(of root: JSONNode) -> String {
    if case .number(_, let text)? = root["seed"]?.value { return text }
    return text("seed", of: root)
  }

  /// The first results did not say it: they were all of the heart rate.
  private mutating func measurand(of root: JSONNode) -> Measurand {
    guard let node = root["measurand"] else { return .heartRate }
    if let known = node.string.flatMap({ Measurand(rawValue: $0) }) { return known }
    mismatch(Measurand.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or "), node)
    return .heartRate
  }

  private mutating func scenario(_ node: JSONNode) -> StoredResults.Scenario {
    StoredResults.Scenario(
      label: text("label", of: node), familyLabel: text("family", of: node),
      swept: parameters("swept", of: node), repeats: count("repeats", of: node),
      steps: objects("steps", of: node).map { stage($0) }, windows: node["windows"]?.string)
  }

  private mutating func beats(of root: JSONNode) -> StoredResults.BeatMatching? {
    guard root["beats"] != nil else { return nil }
    let beats = member("beats", of: root)
    return StoredResults.BeatMatching(
      toleranceSeconds: number("toleranceSeconds", of: beats), lagSeconds: number("lagSeconds", of: beats))
  }

  private mutating func detector(_ node: JSONNode) -> StoredResults.Detector {
    StoredResults.Detector(
      label: text("label", of: node), extractors: texts("extractors", of: node),
      filters: objects("filters", of: node).map { stage($0) }, detector: stage(member("detector", of: node)),
      beatLagSeconds: node["beatLagSeconds"]?.number,
      recordedTrace: node["recordedTrace"].flatMap { $0.members == nil ? nil : stage($0) },
      acceptWhen: (node["acceptWhen"]?.elements ?? []).map { stage($0) },
      confidenceFrom: node["confidenceFrom"].flatMap { $0.members == nil ? nil : stage($0) })
  }

  private mutating func stage(_ node: JSONNode) -> RunPlan.StageNote {
    RunPlan.StageNote(
      definition: text("definition", of: node), parameters: parameters("parameters", of: node))
  }

  private mutating func parameters(_ key: String, of node: JSONNode) -> [RunPlan.ParameterNote] {
    (member(key, of: node).members ?? []).map { entry in
      let number = entry.value.number
      return RunPlan.ParameterNote(
        name: entry.key, value: entry.value.string ?? number.map { shortest($0) } ?? entry.value.described,
        number: number)
    }
  }

  private mutating func definitions(_ node: JSONNode) -> StoredResults.Definitions {
    StoredResults.Definitions(
      windows: text("windows", of: node), reference: text("reference", of: node),
      clusters: text("clusters", of: node),
      metrics: (member("metrics", of: node).members ?? []).map { entry in
        let note = object(entry.value)
        return StoredResults.MetricNote(
          name: entry.key, definition: text("definition", of: note), unit: text("unit", of: note),
          summary: text("summary", of: note))
      })
  }

  private mutating func recording(_ node: JSONNode) -> StoredResults.Recording {
    StoredResults.Recording(
      dataset: text("dataset", of: node), id: text("id", of: node), subject: node["subject"]?.string,
      seconds: number("seconds", of: node), windows: count("windows", of: node),
      referenceWindows: count("referenceWindows", of: node), failure: node["failure"]?.string)
  }

  private mutating func row(_ node: JSONNode) -> StoredResults.Row {
    let counts = member("counts", of: node)
    return StoredResults.Row(
      scenario: text("scenario", of: node), detector: text("detector", of: node),
      windows: count("windows", of: counts), referenceWindows: count("referenceWindows", of: counts),
      estimates: count("estimates", of: counts), clusters: count("clusters", of: counts),
      metrics: (member("metrics", of: node).members ?? []).map { entry in
        StoredResults.MetricValue(name: entry.key, value: optional(entry.value))
      },
      perRecording: objects("recordings", of: node).map { part in
        StoredResults.RecordingScore(
          dataset: text("dataset", of: part), id: text("id", of: part), windows: count("windows", of: part),
          referenceWindows: count("referenceWindows", of: part), estimates: count("estimates", of: part),
          maeBPM: part["maeBPM"]?.number, biasBPM: part["biasBPM"]?.number)
      })
  }

  // MARK: Values

  mutating func text(_ key: String, of node: JSONNode) -> String {
    taken(key, of: node, "a text", \.string) ?? ""
  }

  mutating func objects(_ key: String, of node: JSONNode) -> [JSONNode] {
    (taken(key, of: node, "a list", \.elements) ?? []).map { object($0) }
  }

  private mutating func texts(_ key: String, of node: JSONNode) -> [String] {
    (taken(key, of: node, "a list", \.elements) ?? []).compactMap { element in
      if element.string == nil { mismatch("a text", element) }
      return element.string
    }
  }

  private mutating func object(_ node: JSONNode) -> JSONNode {
    if node.members == nil { mismatch("an object", node) }
    return node
  }

  private mutating func member(_ key: String, of node: JSONNode) -> JSONNode {
    let nothing = JSONNode(.null, position: node.position, path: "\(node.path).\(key)")
    return taken(key, of: node, "an object") { $0.members == nil ? nil : $0 } ?? nothing
  }

  private mutating func number(_ key: String, of node: JSONNode) -> Double {
    taken(key, of: node, "a number", \.number) ?? 0
  }

  private mutating func count(_ key: String, of node: JSONNode) -> Int {
    taken(key, of: node, "a whole number from 0 up") { $0.integer.flatMap { $0 >= 0 ? $0 : nil } } ?? 0
  }

  /// A number, or `nil` for null.
  private mutating func optional(_ node: JSONNode) -> Double? {
    if node.value != .null, node.number == nil { mismatch("a number or null", node) }
    return node.number
  }

  private mutating func taken<Value>(
    _ key: String, of node: JSONNode, _ expected: String, _ value: (JSONNode) -> Value?
  ) -> Value? {
    // That a node is missing or no object stands among the problems already.
    guard node.members != nil else { return nil }
    guard let found = node[key] else {
      problems.append(document.problem("the key \"\(key)\" is missing", at: node))
      return nil
    }
    if let value = value(found) { return value }
    mismatch(expected, found)
    return nil
  }

  private mutating func mismatch(_ expected: String, _ node: JSONNode) {
    problems.append(document.problem("expected \(expected), found \(node.described)", at: node))
  }
}
