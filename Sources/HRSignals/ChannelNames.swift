extension ChannelKind: CaseIterable {
  /// All kinds except the further pulse channels, whose number is not limited.
  public static let allCases: [ChannelKind] = [
    .ppg, .ppg2, .red, .green, .blue, .infrared, .ecg, .respiration, .accelerometerX, .accelerometerY,
    .accelerometerZ, .contact,
  ]
}

extension ChannelKind {
  // Written out, since the standard `==` of a type with raw values would compare the texts.
  /// Returns true if both are the same kind.
  ///
  /// - Parameters:
  ///   - first: a kind.
  ///   - second: another kind.
  public static func == (first: ChannelKind, second: ChannelKind) -> Bool { first.code == second.code }

  /// Feeds the value that distinguishes the kind into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  private var code: Int {
    switch self {
    case .ppg: -1
    case .ppg2: -2
    case .furtherPulse(let number): max(0, number)
    case .red: -3
    case .green: -4
    case .blue: -5
    case .infrared: -6
    case .ecg: -7
    case .respiration: -8
    case .accelerometerX: -9
    case .accelerometerY: -10
    case .accelerometerZ: -11
    case .contact: -12
    }
  }
}

extension ChannelKind: RawRepresentable {
  /// Names of further pulse channels, as a regular expression.
  package static let furtherPulsePattern = "^ppg([3-9]|[1-9][0-9]{1,3})$"

  /// Creates the kind of a name: `ppg`, `ppg2`, `ppg3` …, `accelerometerX`.
  public init?(rawValue: String) {
    if let known = Self.allCases.first(where: { $0.rawValue == rawValue }) {
      self = known
      return
    }
    let digits = rawValue.utf8.dropFirst(3)
    guard rawValue.hasPrefix("ppg"), (1...4).contains(digits.count), digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let number = digits.reduce(0) { 10 * $0 + Int(truncatingIfNeeded: $1 &- UInt8(ascii: "0")) }
    guard number >= 3 else { return nil }
    self = .furtherPulse(number)
  }

  /// Name in descriptors and experiments.
  public var rawValue: String {
    switch self {
    case .ppg: "ppg"
    case .ppg2: "ppg2"
    case .furtherPulse(let number): "ppg\(number)"
    case .red: "red"
    case .green: "green"
    case .blue: "blue"
    case .infrared: "infrared"
    case .ecg: "ecg"
    case .respiration: "respiration"
    case .accelerometerX: "accelerometerX"
    case .accelerometerY: "accelerometerY"
    case .accelerometerZ: "accelerometerZ"
    case .contact: "contact"
    }
  }
}

extension ChannelKind {
  /// Number of the photoplethysmograph, from 1; `nil` for other kinds.
  package var pulseNumber: Int? {
    switch self {
    case .ppg: 1
    case .ppg2: 2
    case .furtherPulse(let number): number
    case .red, .green, .blue, .infrared, .ecg, .respiration, .accelerometerX, .accelerometerY,
      .accelerometerZ,
      .contact:
      nil
    }
  }

  package var isFurther: Bool { if case .furtherPulse = self { true } else { false } }

  /// Kind whose rules apply to it: itself, or `ppg2` for a further pulse channel.
  package var ruling: ChannelKind { isFurther ? .ppg2 : self }
}
