internal import HRSupport

/// Labels of stretches.
extension DescriptorReader {
  /// - Parameter metadata: names that are already used.
  mutating func readLabels(_ root: JSONNode, besides metadata: [String]) -> [LabelDescription] {
    var labels: [LabelDescription] = []
    for node in root[DatasetKey.labels] {
      guard let label = labelEntry(node) else { continue }
      let place = node.place(of: LabelKey.name)
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
    reportRepeats(labels.map(\.name), in: root.node(DatasetKey.labels), "label list")
    return labels
  }

  private mutating func labelEntry(_ node: JSONNode) -> LabelDescription? {
    typealias Key = LabelKey
    let source: LabelSource? =
      if let body = node[Key.spans] {
        spans(body)
      } else if let body = node[Key.annotations] {
        annotations(body)
      } else {
        node[Key.codes].flatMap { codes($0) }
      }
    guard let name = node[Key.name], let source else { return nil }
    let notJudged: LabelDescription.NotJudged =
      if let labels = node[Key.notJudged]?.elements {
        .labels(labels.compactMap(\.string))
      } else {
        node[Key.notJudged]?.boolean == true ? .all : .none
      }
    return LabelDescription(
      name: name, source: source, words: node[Key.words]?.texts ?? [:], notJudged: notJudged,
      offsetSeconds: node[ReferenceKey.offsetSeconds], isOptional: node[ChannelKey.optional])
  }

  private mutating func spans(_ body: JSONNode) -> LabelSource? {
    typealias Key = SpanKey
    guard let file = fileIndex(body, inherited: 0) else { return nil }
    let start = body[Key.start].flatMap { timesLocation($0, inheritedFile: file, form: body) }
    let end: LabelSource.SpanEnd?
    switch (body[Key.end], body[Key.duration]) {
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
    if let node = body[Key.label] {
      let place = location(node, inheritedFile: file)
      label = place.map { place in
        if case .column(let column) = place.cell {
          .column(file: place.file, column)
        } else {
          .numbers(place)
        }
      }
    }
    guard let start, let end, let label else { return nil }
    return .spans(start: start, end: end, label: label, unit: unit(body))
  }

  private mutating func annotations(_ body: JSONNode) -> LabelSource? {
    guard let file = fileIndex(body, inherited: 0) else { return nil }
    guard files[file].reader.hasMarks else {
      complain("\(files[file].reader.words) has no annotations", at: body.place(of: LocationKey.file))
      return nil
    }
    return .annotations(file: file, texts: body[LabelKey.texts], until: body[LabelKey.until])
  }

  private mutating func codes(_ body: JSONNode) -> LabelSource? {
    guard let location = location(body, inheritedFile: 0) else { return nil }
    return .codes(location, missing: body[ChannelKey.missing], timing(body, location, needsRate: true))
  }
}

/// Keys of an entry of `labels`.
enum LabelKey {
  static let name = MetadataKey.name
  static let spans = source("spans", SpanKey.shape)
  static let annotations = source(
    "annotations", .object("\"annotations\"", [LocationKey.file.field, texts.field, until.field]))
  static let codes = source(
    "codes",
    LocationKey.shape(
      "\"codes\"", [ChannelKey.missing.with("Numbers that mean \"no label\".")] + TimingKey.fields))
  static let words = JSONKey(
    "words", .node(.map(.string)), "What a label is called instead; \"\" leaves it out.")
  static let notJudged = JSONKey(
    "notJudged", .node(.either([.boolean, .list(.string, atLeast: 1)])),
    "Windows that share time with such a stretch have no reference: true for all labels, or a list of some.")

  /// Annotations of a file.
  static let texts = JSONKey(
    "texts", .list(.text, atLeast: 1), "Texts of the annotations that are meant; left out: all.")
  static let until = JSONKey(
    "until", .choice, fallback: LabelEnd.duration,
    "Where each ends: after its duration, or where the next one begins.")

  static let shape = Shape.either(
    [spans, annotations, codes].map { source in
      .object(
        "an entry of labels", marker: source.name,
        [
          name.field, source.field, words.field, notJudged.with(fallback: "false"),
          ReferenceKey.offsetSeconds.with("Added to their times."),
          ChannelKey.optional.with("Some recordings lack them."),
        ])
    })

  private static func source(_ name: String, _ shape: Shape) -> JSONKey<JSONNode?> {
    JSONKey(name, .node(shape), required: true, "Where the \(name) stand.")
  }
}

/// Keys of stretches with a row for each.
enum SpanKey {
  static let start = JSONKey(
    "start", .node(LocationKey.shape("\"start\"")), required: true, "Where stretches start.")
  static let end = JSONKey("end", .node(LocationKey.shape("\"end\"")), "Where they end; or \"duration\".")
  static let duration = JSONKey(
    "duration", .node(LocationKey.shape("\"duration\"")), "How long they last; or \"end\".")
  static let label = JSONKey(
    "label", .node(LocationKey.shape("\"label\"")),
    "What they are called: texts of a CSV file, numbers of others; left out: as \"name\".")

  fileprivate static let shape = Shape.object(
    "\"spans\"",
    [
      LocationKey.file.field, start.field, end.field, duration.field, label.field,
      MomentKey.unit.with("Unit of \"start\" and \"end\", and of \"duration\"."),
    ] + MomentKey.formFields)
}
