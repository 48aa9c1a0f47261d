internal import HRSupport
internal import HRPlugins
internal import HRSignals

extension ProgramDescription {
  private static let mostParameters = 100

  private static let parameterShape = Shape.object(
    "a parameter",
    [
      .init("name", .string, required: true, "As experiments write it."),
      .init(
        "default", .either([.number(nil), .string]), required: true,
        "Its value where an experiment says nothing."),
      .init("range", .list(.number(nil), atLeast: 2), "Lowest and highest value."),
      .init("choices", .list(.string, atLeast: 1), "The words it may be."),
      .init("integer", .boolean, "Whether it is a whole number."),
      .init("summary", .string, "One sentence."),
    ])

  private static let shape = Shape.object(
    "the description",
    [
      .init("name", .string, required: true, "What stands in results."),
      .init("version", .string, required: true, "Moves with every change of output."),
      .init("kind", .choice(of: Kind.self), "Which place of a pipeline it takes."),
      .init("sees", .choice(of: Sight.self), "What a detector is shown."),
      .init("channels", .list(.string, atLeast: 1), "The channels it needs."),
      .init("optionalChannels", .list(.string), "Raw channels it takes where there are any."),
      .init("sampleRate", .number(0.1...100_000), "The rate its channels are brought to, in Hz."),
      .init("samples", .choice(of: Samples.self), "How its samples come."),
      .init(
        "lookAheadSeconds", .either([.number(0...86_400), .choice(["recording"])]), "How far it looks ahead."),
      .init("causal", .boolean, "true says the same as \"lookAheadSeconds\": 0."),
      .init("tracks", .boolean, "Whether an answer depends on what was before its window."),
      .init("rangeBPM", .list(.number(0...10_000), atLeast: 2), "Lowest and highest rate."),
      .init("measurands", .list(.choice(of: Measurand.self), atLeast: 1), "What it estimates."),
      .init("chanceWithinBPM", .number(0.01...1000), "What its confidence is the chance of."),
      .init("parameters", .list(parameterShape), "What experiments can set."),
      .init("frames", .choice(of: Frames.self), "How messages look."),
    ])

  /// - Parameters:
  ///   - line: the program's answer.
  ///   - place: name of the program in messages.
  init(_ line: String, from place: String) throws(Diagnostics) {
    let document = try JSONDocument(line, file: place)
    var reading = DescriptionReading(document: document, problems: document.problems(against: Self.shape))
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
      guard problems.isEmpty else { return nil }
      let kind: Kind = root["kind"]?.choice() ?? .detector
      let sees: Sight = root["sees"]?.choice() ?? .window
      let name = word("name")
      let version = word("version")
      if kind == .extractor, root["channels"] == nil {
        complain("an extractor says which \"channels\" it makes the pulse wave of", at: root)
      }
      if kind == .filter, let channels = root["channels"] {
        complain("a filter has no \"channels\": it changes the pulse wave", at: channels)
      }
      if kind != .detector {
        for key in [
          "sees", "optionalChannels", "sampleRate", "tracks", "rangeBPM", "measurands", "chanceWithinBPM",
        ] {
          if let node = root[key] {
            complain("\"\(key)\" is a detector's, and this is \(kind.article)", at: node)
          }
        }
      }
      let channels = kinds("channels") ?? [.ppg]
      let optional = kinds("optionalChannels") ?? []
      if kind == .extractor, channels.contains(.ppg), channels.count > 1 {
        complain("an extractor reads raw channels, or \"ppg\" alone", at: root["channels"] ?? root)
      }
      if let node = root["optionalChannels"],
        optional.contains(where: { $0 == .ppg || channels.contains($0) })
      {
        complain("\"optionalChannels\" names raw channels that are not in \"channels\"", at: node)
      }
      let range = bounds(root["rangeBPM"])
      let tracks = root["tracks"]?.boolean
      if let tracks, tracks != (sees != .window), sees != .recording {
        complain(
          sees == .window
            ? "a program that sees one window at a time cannot track" : "a program that sees a stream tracks",
          at: root["tracks"] ?? root)
      }
      let parameters = parameters()
      return ProgramDescription(
        name: name, version: version, kind: kind, sees: sees, channels: channels, optionalChannels: optional,
        sampleRate: root["sampleRate"]?.number, samples: root["samples"]?.choice() ?? .even,
        causality: causality(kind, sees), tracks: tracks ?? (sees != .window), rangeBPM: range,
        measurands: root["measurands"]?.elements?.compactMap { $0.choice() } ?? [.heartRate],
        chanceWithinBPM: root["chanceWithinBPM"]?.number, parameters: parameters,
        frames: root["frames"]?.choice() ?? .json)
    }

    /// Reads a text that is suitable for a table and a file's name.
    private mutating func word(_ key: String) -> String {
      guard let node = root[key], let text = node.string else { return "" }
      let isPlain = text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      }
      if text.allSatisfy(\.isWhitespace) || text.count > 100 || !isPlain {
        complain("\"\(key)\" is no name: one line of at most 100 characters", at: node)
      }
      return text
    }

    private mutating func kinds(_ key: String) -> [ChannelKind]? {
      guard let elements = root[key]?.elements else { return nil }
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
      let node = root["lookAheadSeconds"]
      if let causal = root["causal"], let node, causal.boolean != (node.number == 0) {
        complain("\"causal\" and \"lookAheadSeconds\" contradict each other", at: node)
      }
      let isWhole = node?.string != nil || root["causal"]?.boolean == false
      if kind == .detector, sees != .recording {
        // It is given no later samples, whatever it states.
        if isWhole || (node?.number ?? 0) > 0 {
          complain("a program that sees a \(sees.rawValue) cannot look beyond its end", at: node ?? root)
        }
        return .causal
      }
      if let seconds = node?.number { return seconds == 0 ? .causal : .lookAhead(seconds: seconds) }
      return root["causal"]?.boolean == true ? .causal : .lookAhead(seconds: .infinity)
    }

    private mutating func parameters() -> [ParameterDescription] {
      let nodes = root["parameters"]?.elements ?? []
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
      guard let name = node["name"]?.string, let usual = node["default"] else { return nil }
      let isPlain =
        !name.isEmpty && name.utf8.count <= 60
        && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      if !isPlain {
        complain("a parameter's name is made of letters, digits and _", at: node["name"] ?? node)
      }
      let domain: ParameterDomain
      let value: ParameterValue
      if let text = usual.string {
        guard let choices = node["choices"]?.elements?.compactMap(\.string) else {
          complain("the parameter \"\(name)\" is a word and has no \"choices\"", at: node)
          return nil
        }
        domain = .choice(choices)
        value = .choice(text)
      } else {
        if let choices = node["choices"] {
          complain("\"choices\" are of words, and the default is a number", at: choices)
        }
        guard let range = bounds(node["range"]) else {
          if node["range"] == nil { complain("the parameter \"\(name)\" has no \"range\"", at: node) }
          return nil
        }
        if node["integer"]?.boolean == true {
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
        name: name, domain: domain, defaultValue: value, summary: node["summary"]?.string ?? "")
    }
  }
}

extension ProgramDescription.Kind {
  /// `a filter`, `an extractor`
  package var article: String { (self == .extractor ? "an " : "a ") + rawValue }
}
