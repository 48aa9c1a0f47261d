/// Damage to NPY files: to the text of the header, whose length is then corrected, or to any bytes.
struct NPYMutator {
  /// - Parameter other: another file of the kind, to splice with.
  func mutate(_ file: [UInt8], with other: [UInt8], _ dice: inout Dice) -> [UInt8] {
    let bytes = ByteMutator(landmarks: [0, 6])
    guard dice.chance(oneIn: 2), file.count > 12 else { return bytes.mutate(file, with: other, &dice) }
    let version = file[6]
    let start = version == 1 ? 10 : 12
    let length = file[8..<start].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard start + length <= file.count else { return bytes.mutate(file, with: other, &dice) }
    var header = Array(file[start..<(start + length)])
    for _ in 0..<(1 + dice.skewed(3)) {
      let digits = header.indices.filter { (0x30...0x39).contains(header[$0]) }
      switch dice.below(3) {
      case 0 where !digits.isEmpty:
        let from = dice.pick(digits)
        let to = header[from...].firstIndex { !(0x30...0x39).contains($0) } ?? header.count
        header.replaceSubrange(from..<to, with: Array(HostileValues.number(&dice).utf8.prefix(40)))
      case 1: header = TextMutator(delimiter: UInt8(ascii: ",")).mutate(header, with: other, &dice)
      default: header = bytes.mutate(header, with: header, &dice)
      }
    }
    return NPYSeeds.file(
      header: Array(header.prefix(60_000)), Array(file[(start + length)...]), version: version)
  }
}
