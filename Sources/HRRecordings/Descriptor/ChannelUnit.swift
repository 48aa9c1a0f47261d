internal import HRSupport
internal import HRSignals

/// Known unit of a channel's numbers.
enum ChannelUnit: String, CaseIterable, Sendable {
  case g, mg
  case metresPerSecondSquared = "m/s²"
  case volt = "V"
  case millivolt = "mV"
  case microvolt = "µV"
  case counts
  case arbitrary = "a.u."

  /// All spellings of the units, as in descriptors and files.
  private static let spellings: [(text: String, unit: ChannelUnit)] =
    allCases.map { ($0.rawValue, $0) } + [
      ("m/s2", .metresPerSecondSquared), ("m/s^2", .metresPerSecondSquared),
      ("ms^-2", .metresPerSecondSquared),
      ("uV", .microvolt), ("\u{3BC}V", .microvolt), ("\u{FFFD}V", .microvolt), ("au", .arbitrary),
    ]

  /// Spellings allowed in descriptors.
  static let written = allCases.map(\.rawValue) + ["m/s2", "uV"]

  init?(spelling: String) {
    guard let known = Self.spellings.first(where: { $0.text == spelling }) else { return nil }
    self = known.unit
  }

  /// Returns the factor that converts numbers in this unit to the unit in which hreval stores a channel. It is 1 for
  /// counts and arbitrary units, which are not converted, and `nil` where the channel is not measured in this unit.
  func factor(for kind: ChannelKind) -> Double? {
    switch (kind.keptUnit, self) {
    case (_, .counts), (_, .arbitrary): 1
    case (.g?, .g), (.millivolt?, .millivolt): 1
    case (.g?, .mg): 0.001
    case (.g?, .metresPerSecondSquared): 1 / Self.standardGravity
    case (.millivolt?, .volt): 1000
    case (.millivolt?, .microvolt): 0.001
    // A pulse wave has no unit of its own; the converter's unit is kept.
    case (.arbitrary?, .volt), (.arbitrary?, .millivolt), (.arbitrary?, .microvolt): 1
    case (.g?, _), (.millivolt?, _), (.arbitrary?, _), (.counts?, _), (.volt?, _), (.microvolt?, _),
      (.mg?, _), (.metresPerSecondSquared?, _), (nil, _):
      nil
    }
  }

  /// False for counts and arbitrary units, which say nothing of a size.
  var isPhysical: Bool { self != .counts && self != .arbitrary }

  /// Standard gravity, m/s², by definition.
  private static let standardGravity = 9.80665

  /// Returns the units in which a channel may be measured.
  static func units(of kind: ChannelKind) -> [ChannelUnit] { allCases.filter { $0.factor(for: kind) != nil } }
}

extension ChannelKind {
  /// Unit in which the samples are stored; `nil` where only counts have a meaning.
  fileprivate var keptUnit: ChannelUnit? {
    switch self {
    case .accelerometerX, .accelerometerY, .accelerometerZ: .g
    case .ecg: .millivolt
    case .ppg, .ppg2, .furtherPulse, .infrared, .respiration: .arbitrary
    case .red, .green, .blue, .contact: nil
    }
  }
}

/// Source of the unit of a channel's numbers in a descriptor.
enum UnitSource: Hashable, Sendable {
  case given(ChannelUnit)
  /// Attribute of an HDF5 object.
  case attribute(file: Int, FileRequest.Attribute)
}

extension DescriptorReader {
  /// Reads the unit of a channel's numbers, which must be one of its kind.
  mutating func unitSource(_ node: JSONNode?, _ kind: ChannelKind, _ location: DataLocation) -> UnitSource? {
    guard let node else { return nil }
    if node.members != nil {
      guard let name = node[LocationKey.attribute] else { return nil }
      guard files[location.file].reader == .hdf5 else {
        complain(
          "only HDF5 files have attributes, and \"\(files[location.file].name)\" is read as \(files[location.file].reader.rawValue)",
          at: node)
        return nil
      }
      let object = node[LocationKey.object] ?? location.cell.object ?? "/"
      return .attribute(file: location.file, .init(object: object, name: name))
    }
    guard let unit = node.string.flatMap({ ChannelUnit(spelling: $0) }) else { return nil }
    guard unit.factor(for: kind) != nil else {
      complain(
        "\"\(kind.rawValue)\" is not measured in \(unit.rawValue)", at: node,
        hint: "it may be in " + ChannelUnit.units(of: kind).map(\.rawValue).joined(separator: ", "))
      return nil
    }
    return .given(unit)
  }
}

/// Conversion of a channel's numbers, after `scale` and `offset`, to the unit in which hreval stores the channel.
struct UnitConversion: Equatable {
  /// Factor by which the numbers are multiplied; 1 where the unit is not known.
  let factor: Double
  /// True if the results are in the stored unit: a unit other than counts and arbitrary ones is given or stated, or
  /// the descriptor has a `scale` and no unit, which then makes the stored unit of the numbers.
  let isKnown: Bool
}

extension RecordingLoader {
  /// Returns the conversion of a channel's samples.
  ///
  /// The unit stated in the file is used if the descriptor leaves the numbers unchanged, and must then not contradict
  /// it.
  func unitConversion(
    _ description: ChannelDescription, _ series: Series
  ) throws(Diagnostics) -> UnitConversion {
    let kind = description.kind
    let isChanged = description.scale != 1 || description.offset != 0
    var stated = series.file.units[series.cell]
    if case .attribute(_, let attribute)? = description.unit { stated = series.file.texts[attribute] }
    let known = isChanged ? nil : stated.flatMap { ChannelUnit(spelling: $0) }
    if case .given(let unit)? = description.unit {
      if let known, known != unit, unit != .counts, unit != .arbitrary {
        throw series.problem(
          "the descriptor says that \"\(kind.rawValue)\" is in \(unit.rawValue), and the file that it is in \(stated ?? "")",
          hint:
            "leave out \"unit\" to go by the file; \"scale\" says what the file's numbers are multiplied by first"
        )
      }
      return UnitConversion(factor: unit.factor(for: kind) ?? 1, isKnown: unit.isPhysical)
    }
    guard let known else {
      if case .attribute? = description.unit, let stated, !isChanged {
        throw series.problem(
          "the unit of \"\(kind.rawValue)\" is \(JSONText.quoted(stated.shortened)), which is not known",
          hint: "it may be in " + ChannelUnit.units(of: kind).map(\.rawValue).joined(separator: ", "))
      }
      return UnitConversion(factor: 1, isKnown: description.scale != 1)
    }
    guard let factor = known.factor(for: kind) else {
      throw series.problem(
        "the file says that these numbers are in \(stated ?? ""), and \"\(kind.rawValue)\" is not measured in that",
        hint:
          "is it another signal? \"unit\": \"a.u.\" takes the numbers as they are, \"scale\" says how they become those of this channel"
      )
    }
    return UnitConversion(factor: factor, isKnown: known.isPhysical)
  }
}
