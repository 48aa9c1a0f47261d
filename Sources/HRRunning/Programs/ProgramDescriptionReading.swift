internal import HRSupport
internal import HRPlugins
internal import HRSignals

/// Keys of a program's description of itself.
private enum DescriptionKey {
  static let name = JSONKey("name", .text, required: true, "Its name in results.")
  static let version = JSONKey("version", .text, required: true, "Moves with every change of output.")
  static let kind = JSONKey(
    "kind", .choice, missing: ProgramDescription.Kind.detector, "Which place of a pipeline it takes.")
  static let sees = JSONKey(
    "sees", .choice, missing: ProgramDescription.Sight.window, "What a detector is shown.")
  static let channels = JSONKey("channels", .list(.node(.string), atLeast: 1), "The channels it needs.")
  static let optionalChannels = JSONKey(
    "optionalChannels", .list(.node(.string)), "Raw channels it takes where there are any.")
  static let sampleRate = JSONKey(
    "sampleRate", .number(0.1...100_000), "The rate its channels are brought to, in Hz.")
  static let samples = JSONKey(
    "samples", .choice, missing: ProgramDescription.Samples.even, "How its samples come.")
  static let lookAheadSeconds = JSONKey(
    "lookAheadSeconds", .node(.either([.number(0...86_400), .choice(["recording"])])),
    "How far it looks ahead.")
  static let causal = JSONKey("causal", .boolean, "true says the same as \"lookAheadSeconds\": 0.")
  static let tracks = JSONKey("tracks", .boolean, "Whether an answer depends on what was before its window.")
  static let rangeBPM = JSONKey(
    "rangeBPM", .node(.list(.number(0...10_000), atLeast: 2)), "Lowest and highest rate.")
  static let measurands = JSONKey(
    "measurands", .list(.choice, atLeast: 1), missing: [Measurand.heartRate], "What it estimates.")
  static let chanceWithinBPM = JSONKey(
    "chanceWithinBPM", .number(0.01...1000), "What its confidence is the chance of.")
  static let parameters = JSONKey(
    "parameters", .list(.node(ParameterKey.shape)), missing: [], "What experiments can set.")
  static let frames = JSONKey(
    "frames", .choice, missing: ProgramDescription.Frames.json, "How messages look.")

  /// Fields that only a detector has.
  static let detectorFields = [
    sees.field, optionalChannels.field, sampleRate.field, tracks.field, rangeBPM.field, measurands.field,
    chanceWithinBPM.field,
  ]

  static let shape = Shape.object(
    "the description",
    [
      name.field, version.field, kind.field, sees.field, channels.field, optionalChannels.field,
      sampleRate.field, samples.field, lookAheadSeconds.field, causal.field, tracks.field, rangeBPM.field,
      measurands.field, chanceWithinBPM.field, parameters.field, frames.field,
    ])
}

/// Keys of a parameter that a program describes.
private enum ParameterKey {
  static let name = JSONKey("name", .text, required: true, "As experiments write it.")
  static let usual = JSONKey(
    "default", .node(.either([.number(nil), .string])), required: true,
    "Its value where an experiment says nothing.")
  static let range = JSONKey("range", .node(.list(.number(nil), atLeast: 2)), "Lowest and highest value.")
  static let choices = JSONKey("choices", .list(.text, atLeast: 1), "The words it may be.")
  static let integer = JSONKey("integer", .boolean, missing: false, "Whether it is a whole number.")
  static let summary = JSONKey("summary", .text, missing: "", "One sentence.")

  static let shape = Shape.object(
    "a parameter", [name.field, usual.field, range.field, choices.field, integer.field, summary.field])
}

extension ProgramDescription {
  private static let mostParameters = 100

  /// - Parameters:
  ///   - line: the program's answer.
  ///   - place: name of the program in messages.
  init(_ line: String, from place: String) throws(Diagnostics) {
    let document = try JSONDocument(line, file: place)
    var reading = DescriptionReading(
      document: document, problems: document.problems(against: DescriptionKey.shape))
    let description = reading.description()
    guard reading.problems.isEmpty, let description else {
      throw Diagnostics(
        reading.problems.isEmpty
          ? [Diagnostic("the program does not describe itself", in: place)] : reading.problems)
    }
    self = description
  }

  /// Reads a description; reports problems that the shape does not cover.
  private struct DescriptionReading {
    let document: JSONDocument
    var problems: [Diagnostic]

    private var root: JSONNode { document.root }

    private mutating func complain(_ message: String, at node: JSONNode, hint: String? = nil) {
      problems.append(document.problem(message, at: node, hint: hint))
    }

    mutating func description() -> ProgramDescription? {
      typealias Key = DescriptionKey
      guard problems.isEmpty else { return nil }
      let (kind, sees) = (root[Key.kind], root[Key.sees])
      let name = word(Key.name)
      let version = word(Key.version)
      if kind == .extractor, root.node(Key.channels) == nil {
        complain("an extractor says which \"channels\" it makes the pulse wave of", at: root)
      }
      if kind == .filter, let channels = root.node(Key.channels) {
        complain("a filter has no \"channels\": it changes the pulse wave", at: channels)
      }
      if kind != .detector {
        for field in Key.detectorFields {
          guard let node = root[field.key] else { continue }
          complain("\"\(field.key)\" is a detector's, and this is \(kind.article)", at: node)
        }
      }
      let channels = kinds(Key.channels) ?? [.ppg]
      let optional = kinds(Key.optionalChannels) ?? []
      if kind == .extractor, channels.contains(.ppg), channels.count > 1 {
        complain("an extractor reads raw channels, or \"ppg\" alone", at: root.place(of: Key.channels))
      }
      if optional.contains(where: { $0 == .ppg || channels.contains($0) }) {
        complain(
          "\"optionalChannels\" names raw channels that are not in \"channels\"",
          at: root.place(of: Key.optionalChannels))
      }
      let range = bounds(root[Key.rangeBPM])
      let tracks = root[Key.tracks]
      if let tracks, tracks != (sees != .window), sees != .recording {
        complain(
          sees == .window
            ? "a program that sees one window at a time cannot track" : "a program that sees a stream tracks",
          at: root.place(of: Key.tracks))
      }
      let parameters = parameters()
      return ProgramDescription(
        name: name, version: version, kind: kind, sees: sees, channels: channels, optionalChannels: optional,
        sampleRate: root[Key.sampleRate], samples: root[Key.samples],
        causality: causality(kind, sees), tracks: tracks ?? (sees != .window), rangeBPM: range,
        measurands: root[Key.measurands], chanceWithinBPM: root[Key.chanceWithinBPM],
        parameters: parameters, frames: root[Key.frames])
    }

    /// Reads a text that is suitable for a table and a file's name.
    private mutating func word(_ key: JSONKey<String?>) -> String {
      guard let text = root[key] else { return "" }
      let isPlain = text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      }
      if text.allSatisfy(\.isWhitespace) || text.count > 100 || !isPlain {
        complain("\"\(key.name)\" is no name: one line of at most 100 characters", at: root.place(of: key))
      }
      return text
    }

    private mutating func kinds(_ key: JSONKey<[JSONNode]?>) -> [ChannelKind]? {
      guard let elements = root[key] else { return nil }
      var kinds: [ChannelKind] = []
      for element in elements {
        guard let text = element.string, let kind = ChannelKind(rawValue: text) else {
          complain(
            "there is no channel \(element.described)", at: element,
            hint: suggestionHint(for: element.string ?? "", among: ChannelKind.allCases.map(\.rawValue)))
          continue
        }
        if kinds.contains(kind) { complain("the channel \"\(text)\" stands twice", at: element) }
        kinds.append(kind)
      }
      return kinds
    }

    private mutating func bounds(_ node: JSONNode?) -> ClosedRange<Double>? {
      guard let node, let numbers = node.elements?.compactMap(\.number) else { return nil }
      guard numbers.count == 2, numbers[0] < numbers[1] else {
        complain("expected the lowest and the highest value, as in [30, 240]", at: node)
        return nil
      }
      return numbers[0]...numbers[1]
    }

    private mutating func causality(_ kind: Kind, _ sees: Sight) -> Causality {
      let node = root[DescriptionKey.lookAheadSeconds]
      let causal = root[DescriptionKey.causal]
      if let causal, let node, causal != (node.number == 0) {
        complain("\"causal\" and \"lookAheadSeconds\" contradict each other", at: node)
      }
      let isWhole = node?.string != nil || causal == false
      if kind == .detector, sees != .recording {
        // It is given no later samples, whatever it states.
        if isWhole || (node?.number ?? 0) > 0 {
          complain("a program that sees a \(sees.rawValue) cannot look beyond its end", at: node ?? root)
        }
        return .causal
      }
      if let seconds = node?.number { return seconds == 0 ? .causal : .lookAhead(seconds: seconds) }
      return causal == true ? .causal : .lookAhead(seconds: .infinity)
    }

    private mutating func parameters() -> [ParameterDescription] {
      let nodes = root[DescriptionKey.parameters]
      if nodes.count > ProgramDescription.mostParameters {
        complain(
          "there are \(nodes.count) parameters, more than \(ProgramDescription.mostParameters)", at: root)
      }
      var found: [ParameterDescription] = []
      for node in nodes {
        guard let parameter = parameter(node) else { continue }
        if found.contains(where: { $0.name == parameter.name }) {
          complain("two parameters are called \"\(parameter.name)\"", at: node)
        }
        found.append(parameter)
      }
      return found
    }

    private mutating func parameter(_ node: JSONNode) -> ParameterDescription? {
      guard let name = node[ParameterKey.name], let usual = node[ParameterKey.usual] else { return nil }
      let isPlain =
        !name.isEmpty && name.utf8.count <= 60
        && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      if !isPlain {
        complain("a parameter's name is made of letters, digits and _", at: node.place(of: ParameterKey.name))
      }
      let domain: ParameterDomain
      let value: ParameterValue
      if let text = usual.string {
        guard let choices = node[ParameterKey.choices] else {
          complain("the parameter \"\(name)\" is a word and has no \"choices\"", at: node)
          return nil
        }
        domain = .choice(choices)
        value = .choice(text)
      } else {
        if let choices = node.node(ParameterKey.choices) {
          complain("\"choices\" are of words, and the default is a number", at: choices)
        }
        guard let range = bounds(node[ParameterKey.range]) else {
          if node[ParameterKey.range] == nil {
            complain("the parameter \"\(name)\" has no \"range\"", at: node)
          }
          return nil
        }
        if node[ParameterKey.integer] {
          guard let low = Int(exactly: range.lowerBound), let high = Int(exactly: range.upperBound),
            let whole = usual.integer
          else {
            complain(
              "the parameter \"\(name)\" is a whole number: its default and range must be too", at: node)
            return nil
          }
          domain = .integer(low...high)
          value = .integer(whole)
        } else {
          domain = .number(range)
          value = .number(usual.number ?? 0)
        }
      }
      if !domain.contains(value) {
        complain("the default \(value.text) of \"\(name)\" is not one of its values", at: usual)
      }
      return ParameterDescription(
        name: name, domain: domain, defaultValue: value, summary: node[ParameterKey.summary])
    }
  }
}

extension ProgramDescription.Kind {
  /// `a filter`, `an extractor`
  package var article: String { (self == .extractor ? "an " : "a ") + rawValue }
}
