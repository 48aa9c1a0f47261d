internal import HRDiagnostics
internal import HRPlugins
internal import HRRecordings

/// Quality indices: what they accept, what they are asked for.
extension ExperimentResolver {
  /// `acceptWhen` and `confidenceFrom` of one entry of `detectors`.
  mutating func demand(_ node: JSONNode) -> QualityDemand {
    var rules: [AcceptanceRule] = []
    for rule in node["acceptWhen"]?.elements ?? [] {
      let (least, most) = (rule["atLeast"], rule["atMost"])
      if least == nil, most == nil {
        problems.append(
          document.problem(
            "this rule accepts everything: it has neither \"atLeast\" nor \"atMost\"", at: rule,
            hint: "for example { \"quality\": \"skewness\", \"atLeast\": 0 }"))
      }
      if let low = least?.number, let high = most?.number, low > high {
        problems.append(
          document.problem(
            "no value is at least \(low.description) and at most \(high.description)", at: rule))
      }
      if let quality = qualityPlan(rule, extractor: node["extractor"]) {
        rules.append(AcceptanceRule(quality: quality, atLeast: least?.number, atMost: most?.number))
      }
    }
    return QualityDemand(
      acceptWhen: rules,
      confidenceFrom: node["confidenceFrom"].flatMap { qualityPlan($0, extractor: node["extractor"]) })
  }

  /// The entries of `qualities`, whose labels name columns.
  mutating func qualityColumns(_ list: JSONNode?) -> [(column: QualityColumn, node: JSONNode)] {
    var columns: [(column: QualityColumn, node: JSONNode)] = []
    for node in list?.elements ?? [] {
      if let extractor = node["extractor"]?.string, plugins.extractors[extractor] == nil { continue }
      guard let quality = qualityPlan(node, extractor: node["extractor"]) else { continue }
      columns.append(
        (
          QualityColumn(
            label: node["label"]?.string ?? quality.info.name, quality: quality), node
        ))
    }
    return columns
  }

  /// Reports an index that would have a value in no data set; where only some lack the channels, these have no rows.
  mutating func checkChannels(of column: QualityColumn, at node: JSONNode, datasets: [Dataset]) {
    guard !datasets.isEmpty,
      datasets.allSatisfy({
        Pipeline.extractor(among: column.quality.extractors, for: $0.channelKinds) == nil
      })
    else { return }
    let wanted = column.quality.extractors.map { $0.inputs.map(\.rawValue).joined(separator: "+") }
    problems.append(
      document.problem(
        "quality index \"\(column.label)\" needs \(wanted.joined(separator: " or ")), which every data set lacks",
        at: node, hint: "name another \"extractor\"; see: hreval list extractors"))
  }

  /// - Parameter extractor: the one that the experiment names; without it the index has its usual ones.
  private mutating func qualityPlan(_ node: JSONNode, extractor: JSONNode?) -> QualityPlan? {
    guard let name = node.string ?? node["quality"]?.string, let entry = plugins.qualities[name] else {
      return nil
    }
    return made(
      node, entry.parameters, "quality", { (values) throws(ParameterError) in try entry.make(values) }
    ).map {
      QualityPlan(
        info: entry.info, parameters: $0.values, better: entry.better, index: $0.made,
        extractors: extractorChoices(extractor?.string.map { [$0] } ?? entry.extractors))
    }
  }
}
