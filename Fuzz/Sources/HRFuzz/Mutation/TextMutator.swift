/// Damage to tables in text: cells, quotes, line ends, encodings.
struct TextMutator {
  let delimiter: UInt8

  func mutate(_ bytes: [UInt8], with other: [UInt8], _ dice: inout Dice) -> [UInt8] {
    switch dice.below(12) {
    case 0: return ByteMutator(for: []).mutate(bytes, with: other, &dice)
    case 1: return encoded(bytes, &dice)
    default:
      var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
      for _ in 0..<(1 + dice.skewed(6)) { step(&lines, &dice) }
      return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }
  }

  private func step(_ lines: inout [[UInt8]], _ dice: inout Dice) {
    // The header determines everything that follows, so it is chosen more often.
    let row = dice.chance(oneIn: 4) ? 0 : dice.below(lines.count)
    switch dice.below(18) {
    case 0, 1, 2: setCell(&lines[row], HostileValues.number(&dice), &dice)
    case 3, 4: setCell(&lines[row], HostileValues.text(&dice), &dice)
    case 5: setCell(&lines[row], "\"" + HostileValues.text(&dice) + "\"", &dice)
    case 6: lines[row].insert(UInt8(ascii: "\""), at: dice.below(lines[row].count + 1))
    case 7:
      lines[row].insert(
        dice.pick([0, 13, 0x1b, 0xff, 0xc3, 9, 32, 26]), at: dice.below(lines[row].count + 1))
    case 8: lines[row] += [13]
    case 9: for index in lines.indices { lines[index] += [13] }
    case 10: lines.remove(at: row)
    case 11: lines.insert(lines[row], at: dice.below(lines.count))
    case 12: lines.insert(Array(HostileValues.text(&dice).utf8), at: row)
    case 13: lines[row] += [UInt8](repeating: delimiter, count: 1 + dice.skewed(20_000))
    case 14:
      lines[row] += [UInt8](repeating: dice.pick([32, 0, 65, 34, 57]), count: 1 + dice.skewed(200_000))
    case 15: lines.swapAt(row, dice.below(lines.count))
    case 16: lines = Array(lines.prefix(dice.below(lines.count) + 1))
    default: lines[row] = Array(lines[row].prefix(dice.below(lines[row].count + 1)))
    }
    if lines.isEmpty { lines = [[]] }
  }

  private func setCell(_ line: inout [UInt8], _ text: String, _ dice: inout Dice) {
    var cells = line.split(separator: delimiter, omittingEmptySubsequences: false).map(Array.init)
    guard !cells.isEmpty else { return line = Array(text.utf8) }
    cells[dice.below(cells.count)] = Array(text.utf8)
    line = Array(cells.joined(separator: [delimiter]))
  }

  /// The whole file in another encoding or with other line ends.
  private func encoded(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    switch dice.below(7) {
    case 0: [0xef, 0xbb, 0xbf] + bytes
    case 1: [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf] + bytes
    case 2: [0xff, 0xfe] + bytes.flatMap { [$0, 0] }
    case 3: [0xfe, 0xff] + bytes.flatMap { [0, $0] }
    case 4: bytes.flatMap { $0 == 10 ? [13, 10] : [$0] }
    case 5: bytes.map { $0 == 10 ? 13 : $0 }
    default: bytes.map { $0 == delimiter ? dice.pick([9, 59, 124, 32]) : $0 }
    }
  }
}
