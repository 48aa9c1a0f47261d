/// A plugin's parameters: stored properties with their defaults, and one table row for each.
///
/// The row is the only place a parameter is described: listing, schema, range check and message come from it.
public protocol ParameterSet: Equatable, Sendable {
  /// The defaults.
  init()
  /// Descriptions of the parameters, one row each, in the order of listings.
  static var table: [Parameter<Self>] { get }
  /// Contradictions between parameters that are each in their range, in words; empty if there are none.
  var conflicts: [String] { get }
}

extension ParameterSet {
  public var conflicts: [String] { [] }
}

/// The parameters of a plugin that has none.
public struct NoParameters: ParameterSet {
  /// The only value there is.
  public init() {}
  /// No rows.
  public static var table: [Parameter<NoParameters>] { [] }
}

/// The value of one parameter.
public enum ParameterValue: Equatable, Hashable, Sendable {
  /// A number.
  case number(Double)
  /// A whole number.
  case integer(Int)
  /// A name out of several.
  case choice(String)

  /// Text in labels and tables: `0.7`, `3`, `linear`.
  public var text: String {
    switch self {
    case .number(let number): Int64(exactly: number).map { String($0) } ?? number.description
    case .integer(let integer): String(integer)
    case .choice(let name): name
    }
  }
}

/// Values that a parameter takes.
public enum ParameterDomain: Equatable, Sendable {
  /// Numbers in a range, both ends included; whole ones too.
  case number(ClosedRange<Double>)
  /// Whole numbers in a range, both ends included.
  case integer(ClosedRange<Int>)
  /// Names that can be chosen.
  case choice([String])

  /// Returns true if the parameter may have this value.
  public func contains(_ value: ParameterValue) -> Bool {
    switch (self, value) {
    case (.number(let range), .number(let number)): range.contains(number)
    case (.number(let range), .integer(let integer)): range.contains(Double(integer))
    case (.integer(let range), .integer(let integer)): range.contains(integer)
    case (.choice(let names), .choice(let name)): names.contains(name)
    case (.number, .choice), (.integer, .number), (.integer, .choice), (.choice, .number),
      (.choice, .integer):
      false
    }
  }
}

/// A row of a parameter table.
public struct Parameter<Owner: ParameterSet>: Sendable {
  /// Name in experiments.
  public let name: String
  /// Values that it takes.
  public let domain: ParameterDomain
  /// Sentence for listings.
  public let summary: String
  let read: @Sendable (Owner) -> ParameterValue
  let write: @Sendable (inout Owner, ParameterValue) -> Void

  /// A number in a range, both ends included.
  public init(
    _ name: String, _ path: WritableKeyPath<Owner, Double> & Sendable, in range: ClosedRange<Double>,
    _ summary: String
  ) {
    self.name = name
    domain = .number(range)
    self.summary = summary
    read = { .number($0[keyPath: path]) }
    write = { owner, value in
      switch value {
      case .number(let number): owner[keyPath: path] = number
      case .integer(let integer): owner[keyPath: path] = Double(integer)
      case .choice: break
      }
    }
  }

  /// A whole number in a range, both ends included.
  public init(
    _ name: String, _ path: WritableKeyPath<Owner, Int> & Sendable, in range: ClosedRange<Int>,
    _ summary: String
  ) {
    self.name = name
    domain = .integer(range)
    self.summary = summary
    read = { .integer($0[keyPath: path]) }
    write = { owner, value in
      if case .integer(let integer) = value { owner[keyPath: path] = integer }
    }
  }

  /// A choice between named values; the enum's cases, in their order, are what experiments may write.
  public init<Choice>(
    _ name: String, _ path: WritableKeyPath<Owner, Choice> & Sendable, _ summary: String
  ) where Choice: RawRepresentable<String> & CaseIterable & Sendable {
    self.name = name
    domain = .choice(Choice.allCases.map(\.rawValue))
    self.summary = summary
    read = { .choice($0[keyPath: path].rawValue) }
    write = { owner, value in
      if case .choice(let text) = value, let choice = Choice(rawValue: text) { owner[keyPath: path] = choice }
    }
  }
}

/// A parameter as listings and schemas need it, whatever plugin it belongs to.
public struct ParameterDescription: Equatable, Sendable {
  /// Name in experiments.
  public let name: String
  /// Values that it takes.
  public let domain: ParameterDomain
  /// Value if an experiment gives none.
  public let defaultValue: ParameterValue
  /// Sentence for listings.
  public let summary: String

  /// A parameter of a plugin that is no Swift type.
  ///
  /// - Parameters:
  ///   - name: its name in experiments.
  ///   - domain: the values that it takes.
  ///   - defaultValue: one of them.
  ///   - summary: one sentence.
  package init(name: String, domain: ParameterDomain, defaultValue: ParameterValue, summary: String) {
    self.name = name
    self.domain = domain
    self.defaultValue = defaultValue
    self.summary = summary
  }
}

/// Parameter values by name, in the order of the plugin's table.
public struct ParameterValues: Equatable, Hashable, Sendable {
  /// A parameter's name and value.
  public struct Entry: Equatable, Hashable, Sendable {
    /// Name in experiments.
    public let name: String
    /// The value given to it.
    public let value: ParameterValue

    /// A value for the parameter of this name.
    public init(_ name: String, _ value: ParameterValue) {
      self.name = name
      self.value = value
    }
  }

  /// Values in the order given; a plugin reads them by name.
  public var entries: [Entry]

  /// Creates these values; none leaves every parameter at its default.
  public init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  /// The value of the parameter with this name; `nil` if none is given.
  public subscript(_ name: String) -> ParameterValue? {
    entries.first { $0.name == name }?.value
  }
}

/// Reason why parameters were refused.
public enum ParameterError: Error, Equatable, Sendable {
  /// No parameter has this name.
  case unknown(name: String, known: [String])
  /// The parameter does not take this value.
  case outside(name: String, value: ParameterValue, domain: ParameterDomain)
  /// Values that each are in range contradict each other, in words.
  case conflict(String)
}

extension ParameterSet {
  /// The table with the defaults, for listings and schemas.
  public static var descriptions: [ParameterDescription] {
    let defaults = Self()
    return table.map {
      ParameterDescription(
        name: $0.name, domain: $0.domain, defaultValue: $0.read(defaults), summary: $0.summary)
    }
  }

  /// The defaults with the given values put in.
  ///
  /// - Throws: ``ParameterError`` if a name is unknown, a value is out of its range, or two contradict each other.
  public init(_ values: ParameterValues) throws(ParameterError) {
    self.init()
    let table = Self.table
    for entry in values.entries {
      guard let row = table.first(where: { $0.name == entry.name }) else {
        throw .unknown(name: entry.name, known: table.map(\.name))
      }
      guard row.domain.contains(entry.value) else {
        throw .outside(name: entry.name, value: entry.value, domain: row.domain)
      }
      row.write(&self, entry.value)
    }
    if let conflict = conflicts.first { throw .conflict(conflict) }
  }

  /// All parameters with their values, defaults included.
  public var values: ParameterValues {
    ParameterValues(Self.table.map { .init($0.name, $0.read(self)) })
  }
}
