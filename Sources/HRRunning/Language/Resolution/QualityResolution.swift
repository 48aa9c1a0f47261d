internal import HRSupport
internal import HRPlugins
internal import HRRecordings

/// Quality indices: their rules for acceptance and their columns.
extension ExperimentResolver {
  /// `acceptWhen` and `confidenceFrom` of one entry of `detectors`.
  ///
  /// - Parameters:
  ///   - node: the entry.
  ///   - name: of the detector.
  ///   - words: kinds of words that it says.
  mutating func demand(_ node: JSONNode, _ name: String, says words: [DetectorWord]) -> QualityDemand {
    let extractor = node[DetectorKey.extractor]
    var rules: [AcceptanceRule] = []
    for rule in node[DetectorKey.acceptWhen] {
      if let word = rule.node(WordRuleKey.word) {
        if let rule = wordRule(rule, word: word, of: name, says: words) { rules.append(rule) }
        continue
      }
      let (least, most) = (rule[QualityKey.atLeast], rule[QualityKey.atMost])
      if rule.node(QualityKey.atLeast) == nil, rule.node(QualityKey.atMost) == nil {
        complain(
          "this rule accepts everything: it has neither \"atLeast\" nor \"atMost\"", at: rule,
          hint: "for example { \"quality\": \"skewness\", \"atLeast\": 0 }")
      }
      if let least, let most, least > most {
        complain("no value is at least \(least.description) and at most \(most.description)", at: rule)
      }
      if let quality = qualityPlan(rule, extractor: extractor) {
        rules.append(.index(quality, atLeast: least, atMost: most))
      }
    }
    return QualityDemand(
      acceptWhen: rules,
      confidenceFrom: node[DetectorKey.confidenceFrom].flatMap { qualityPlan($0, extractor: extractor) })
  }

  /// Resolves a rule on the detector's own words; reports words that it never says.
  private mutating func wordRule(
    _ node: JSONNode, word: JSONNode, of name: String, says known: [DetectorWord]
  ) -> AcceptanceRule? {
    // A kind that does not exist has been reported.
    guard let kind = node[WordRuleKey.word] else { return nil }
    guard known.contains(kind) else {
      complain(
        "\(name) says no word of \(kind.rawValue)", at: word, hint: plugins.sayers(of: kind))
      return nil
    }
    let given = node[WordRuleKey.anyOf]
    for other in given where other.string.map({ !kind.vocabulary.contains($0) }) ?? false {
      complain(
        "\"\(other.string ?? "")\" is no word of \(kind.rawValue)", at: other,
        hint: "its words are " + kind.vocabulary.joined(separator: ", "))
    }
    let words = given.compactMap(\.string)
    if kind.vocabulary.allSatisfy(words.contains) {
      complain("this rule accepts everything: it names every word of \(kind.rawValue)", at: node)
    }
    return .word(kind, anyOf: words)
  }

  /// Resolves the kinds of words for which tables are wanted; reports those that no detector of the experiment
  /// says.
  mutating func wordKinds(_ list: [JSONNode], detectors: [DetectorPlan]) -> [DetectorWord] {
    var kinds: [DetectorWord] = []
    for node in list {
      guard let kind = node.choice(of: DetectorWord.self) else { continue }
      if kinds.contains(kind) {
        complain("\"\(kind.rawValue)\" is listed twice", at: node)
      } else if leftOut.isEmpty, !detectors.contains(where: { $0.words.contains(kind) }) {
        complain(
          "no detector of this experiment says a word of \(kind.rawValue)", at: node,
          hint: plugins.sayers(of: kind))
      }
      kinds.append(kind)
    }
    return kinds
  }

  /// Resolves the entries of `qualities`, whose labels are column names.
  mutating func qualityColumns(_ list: [JSONNode]) -> [(column: QualityColumn, node: JSONNode)] {
    var columns: [(column: QualityColumn, node: JSONNode)] = []
    for node in list where !isLeftOut(node) {
      let extractor = node[DetectorKey.extractor]
      if let name = extractor?.string, plugins.extractors[name] == nil { continue }
      guard let quality = qualityPlan(node, extractor: extractor) else { continue }
      columns.append(
        (QualityColumn(label: node[QualityKey.label] ?? quality.info.name, quality: quality), node))
    }
    return columns
  }

  /// Reports an index that would have a value in no data set; if only some data sets are without its channels,
  /// these have no rows.
  mutating func checkChannels(of column: QualityColumn, at node: JSONNode, datasets: [Dataset]) {
    guard !datasets.isEmpty,
      datasets.allSatisfy({ column.quality.extractors.fitting($0.channelKinds) == nil })
    else { return }
    let wanted = column.quality.extractors.map { $0.inputs.map(\.rawValue).joined(separator: "+") }
    complain(
      "quality index \"\(column.label)\" needs \(wanted.joined(separator: " or ")), which every data set lacks",
      at: node, hint: "name another \"extractor\"; see: hreval list extractors")
  }

  /// - Parameter extractor: the one that the experiment names; `nil`: the index has its usual ones.
  private mutating func qualityPlan(_ node: JSONNode, extractor: JSONNode?) -> QualityPlan? {
    guard let name = node.string ?? node[QualityKey.quality], let entry = plugins.qualities[name] else {
      return nil
    }
    return made(node, entry.parameters, entry.make).map {
      QualityPlan(
        info: entry.info, parameters: $0.values, better: entry.better, index: $0.made,
        extractors: extractorChoices(extractor, usual: entry.extractors))
    }
  }
}

extension Plugins {
  /// `it is said by peak.swasthicare, fft.swasthicare`
  fileprivate func sayers(of word: DetectorWord) -> String {
    let names = detectors.entries.filter { $0.words.contains(word) }.map(\.info.name)
    return names.isEmpty ? "no detector here says one" : "it is said by " + names.joined(separator: ", ")
  }
}
