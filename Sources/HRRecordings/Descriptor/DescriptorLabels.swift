internal import HRSupport

/// Labels of stretches.
extension DescriptorReader {
  /// - Parameter metadata: names that are already used.
  mutating func readLabels(_ list: JSONNode?, besides metadata: [String]) -> [LabelDescription] {
    var labels: [LabelDescription] = []
    for node in list?.elements ?? [] {
      guard let label = labelEntry(node) else { continue }
      let place = node["name"] ?? node
      if label.name == "dataset" {
        complain(
          "labels are called \"dataset\"", at: place,
          hint: "so reports call the data set itself when they group recordings; choose another name")
      } else if metadata.contains(label.name) {
        complain(
          "\"\(label.name)\" is the name of a metadata entry too", at: place, hint: "choose another name")
      }
      labels.append(label)
    }
    reportRepeats(labels.map(\.name), in: list, "label list")
    return labels
  }

  private mutating func labelEntry(_ node: JSONNode) -> LabelDescription? {
    let source: LabelSource? =
      if let body = node["spans"] {
        spans(body)
      } else if let body = node["annotations"] {
        annotations(body)
      } else {
        node["codes"].flatMap { codes($0) }
      }
    guard let name = node["name"]?.string, let source else { return nil }
    let notJudged: LabelDescription.NotJudged =
      if let labels = node["notJudged"]?.elements {
        .labels(labels.compactMap(\.string))
      } else {
        node["notJudged"]?.boolean == true ? .all : .none
      }
    let words = (node["words"]?.members ?? []).compactMap { member in
      member.value.string.map { (member.key, $0) }
    }
    return LabelDescription(
      name: name, source: source, words: Dictionary(words) { first, _ in first }, notJudged: notJudged,
      offsetSeconds: node["offsetSeconds"]?.number ?? 0, isOptional: node["optional"]?.boolean ?? false)
  }

  private mutating func spans(_ body: JSONNode) -> LabelSource? {
    guard let file = fileIndex(body["file"], inherited: 0) else { return nil }
    let start = body["start"].flatMap { timesLocation($0, inheritedFile: file, form: body) }
    let end: LabelSource.SpanEnd?
    switch (body["end"], body["duration"]) {
    case (let node?, nil): end = timesLocation(node, inheritedFile: file, form: body).map { .end($0) }
    case (nil, let node?): end = location(node, inheritedFile: file).map { .duration($0) }
    case (_, let node):
      complain(
        node == nil
          ? "nothing says where these stretches end" : "\"end\" and \"duration\" exclude each other",
        at: node ?? body, hint: node == nil ? "give \"end\" or \"duration\"" : nil)
      end = nil
    }
    var label: LabelSource.SpanLabel? = .same
    if let node = body["label"] {
      let place = location(node, inheritedFile: file)
      switch place?.cell {
      case .columnNamed(let name)?: label = .column(file: place?.file ?? file, .named(name))
      case .columnAt(let index)?: label = .column(file: place?.file ?? file, .at(index))
      default: label = place.map { .numbers($0) }
      }
    }
    guard let start, let end, let label else { return nil }
    return .spans(start: start, end: end, label: label, unit: unit(body))
  }

  private mutating func annotations(_ body: JSONNode) -> LabelSource? {
    guard let file = fileIndex(body["file"], inherited: 0) else { return nil }
    guard files[file].reader.hasMarks else {
      complain("\(files[file].reader.words) has no annotations", at: body["file"] ?? body)
      return nil
    }
    return .annotations(
      file: file, texts: body["texts"]?.elements?.compactMap(\.string),
      until: body["until"]?.choice() ?? .duration)
  }

  private mutating func codes(_ body: JSONNode) -> LabelSource? {
    guard let location = location(body, inheritedFile: 0) else { return nil }
    return .codes(
      location, missing: body["missing"]?.elements?.compactMap(\.number) ?? [],
      timing(body, location, needsRate: true))
  }
}
