/// Damage to files whose header has numbers in fields of fixed widths.
struct EDFMutator {
  private let fields: [(start: Int, width: Int)]
  private let bytes: ByteMutator

  init(signals: Int) {
    fields = EDFSeeds.numberFields(signals: signals)
    bytes = ByteMutator(landmarks: [0, 184, 236] + fields.map(\.start))
  }

  /// - Parameter other: another file of the kind, to splice with.
  func mutate(_ file: [UInt8], with other: [UInt8], _ dice: inout Dice) -> [UInt8] {
    guard dice.chance(oneIn: 2) else { return bytes.mutate(file, with: other, &dice) }
    var result = file
    for _ in 0..<(1 + dice.skewed(4)) {
      let field = dice.pick(fields)
      guard field.start + field.width <= result.count else { continue }
      let text = dice.chance(oneIn: 6) ? HostileValues.text(&dice) : HostileValues.number(&dice)
      let filled = Array(text.utf8.prefix(field.width)) + [UInt8](repeating: 0x20, count: field.width)
      result.replaceSubrange(field.start..<(field.start + field.width), with: filled.prefix(field.width))
    }
    return dice.chance(oneIn: 4) ? bytes.mutate(result, with: other, &dice) : result
  }
}
