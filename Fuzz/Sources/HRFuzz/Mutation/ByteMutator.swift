/// Damage to bytes without knowledge of their meaning, except for the positions of important fields.
struct ByteMutator {
  /// Positions that are more important than others, such as the starts of structures; may be empty.
  let landmarks: [Int]

  /// - Parameter signatures: texts with which structures of the format start.
  init(for bytes: [UInt8], signatures: [String] = []) {
    let first = signatures.map { Array($0.utf8) }.filter { !$0.isEmpty }
    landmarks = bytes.indices.filter { index in first.contains { bytes[index...].starts(with: $0) } }
  }

  init(landmarks: [Int]) {
    self.landmarks = landmarks
  }

  /// Signatures of HDF5's structures: superblock, B-trees, heaps, symbol tables, object headers.
  static let hdf5Signatures = [
    "\u{89}HDF", "HDF\r", "TREE", "HEAP", "SNOD", "GCOL", "OHDR", "OCHK", "FRHP", "BTHD", "BTLF", "FHDB",
  ]

  /// - Parameter other: another file of the kind, to splice with.
  func mutate(_ bytes: [UInt8], with other: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var result = bytes
    for _ in 0..<(1 + dice.skewed(4)) { step(&result, with: other, &dice) }
    return result
  }

  private func step(_ bytes: inout [UInt8], with other: [UInt8], _ dice: inout Dice) {
    guard !bytes.isEmpty else { return bytes.append(dice.byte()) }
    switch dice.below(16) {
    case 0, 1, 2:
      for _ in 0..<(1 + dice.skewed(16)) { bytes[place(in: bytes, &dice)] ^= 1 << UInt8(dice.below(8)) }
    case 3: bytes[place(in: bytes, &dice)] = dice.byte()
    case 4, 5, 6, 7, 8: field(&bytes, &dice)
    case 9: bytes.removeLast(dice.chance(oneIn: 3) ? dice.below(bytes.count) : dice.skewed(bytes.count - 1))
    case 10:
      guard !other.isEmpty else { return }
      let cut = dice.below(bytes.count)
      bytes = Array(bytes[..<cut] + other[min(cut, other.count)...])
    case 11: fill(&bytes, with: dice.pick([0, 0xff]), &dice)
    case 12: copy(&bytes, &dice)
    case 13:
      bytes.insert(
        contentsOf: (0..<(1 + dice.skewed(64))).map { _ in dice.byte() }, at: place(in: bytes, &dice))
    case 14:
      let start = place(in: bytes, &dice)
      bytes.removeSubrange(start..<min(bytes.count, start + 1 + dice.skewed(64)))
    default: bytes += [UInt8](repeating: 0, count: 1 + dice.skewed(100_000))
    }
  }

  /// Draws a random position, often near a landmark.
  private func place(in bytes: [UInt8], _ dice: inout Dice) -> Int {
    guard !landmarks.isEmpty, !dice.chance(oneIn: 4) else { return dice.below(bytes.count) }
    return min(bytes.count - 1, dice.pick(landmarks) + dice.skewed(512))
  }

  /// Writes a significant number over a field that is aligned to its size, in either byte order.
  private func field(_ bytes: inout [UInt8], _ dice: inout Dice) {
    let size = dice.pick([1, 2, 4, 8, 8])
    let start = place(in: bytes, &dice) & ~(size - 1)
    guard start + size <= bytes.count else { return }
    var value = dice.pick(HostileValues.words)
    let now = (0..<size).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[start + $1]) }
    switch dice.below(6) {
    case 0: value = now &+ 1
    case 1: value = now &- 1
    case 2: value = now &* 2
    default: break
    }
    let isSwapped = dice.chance(oneIn: 8)
    for offset in 0..<size {
      let shift = UInt64(8 * (isSwapped ? size - 1 - offset : offset))
      bytes[start + offset] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  private func fill(_ bytes: inout [UInt8], with value: UInt8, _ dice: inout Dice) {
    let start = place(in: bytes, &dice)
    for index in start..<min(bytes.count, start + 1 + dice.skewed(4096)) { bytes[index] = value }
  }

  private func copy(_ bytes: inout [UInt8], _ dice: inout Dice) {
    let source = place(in: bytes, &dice)
    let block = Array(bytes[source..<min(bytes.count, source + 1 + dice.skewed(1024))])
    let target = place(in: bytes, &dice)
    for (offset, byte) in block.enumerated() where target + offset < bytes.count {
      bytes[target + offset] = byte
    }
  }
}
