/// Damage to the store of a run: a magic line, two texts with their lengths, then entries of length, checksum and
/// bytes.
///
/// Checksums are usually corrected, since otherwise damage would never be read.
enum StoreMutator {
  private struct Parts {
    var magic: [UInt8]
    var fingerprint: [UInt8]
    var plan: [UInt8]
    var entries: [[UInt8]]

    init?(_ bytes: [UInt8]) {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      magic = Array(bytes[...end])
      var position = end + 1
      func block(skipping skipped: Int) -> [UInt8]? {
        guard position + 8 <= bytes.count else { return nil }
        let length = (0..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[position + $1]) }
        let start = position + 8 + skipped
        guard length >= 0, start <= bytes.count, length <= bytes.count - start else { return nil }
        position = start + length
        return Array(bytes[start..<position])
      }
      guard let fingerprint = block(skipping: 0), let plan = block(skipping: 0) else { return nil }
      self.fingerprint = fingerprint
      self.plan = plan
      entries = []
      while let entry = block(skipping: 8) { entries.append(entry) }
    }

    /// - Parameter fits: true if checksums are correct.
    func bytes(fits: Bool) -> [UInt8] {
      var result = magic + little(fingerprint.count) + fingerprint + little(plan.count) + plan
      for entry in entries {
        result += little(entry.count) + (fits ? checksum(entry) : [0, 1, 2, 3, 4, 5, 6, 7]) + entry
      }
      return result
    }

    private func little(_ number: Int) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Computes FNV-1a over words of eight bytes, as in the store.
    private func checksum(_ bytes: [UInt8]) -> [UInt8] {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      var index = 0
      while index + 8 <= bytes.count {
        let word = (0..<8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[index + $1]) }
        hash = (hash ^ word) &* 0x100_0000_01b3
        index += 8
      }
      for byte in bytes[index...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return (0..<8).map { UInt8(truncatingIfNeeded: hash >> UInt64(8 * $0)) }
    }
  }

  static func mutate(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    guard var parts = Parts(bytes), !parts.entries.isEmpty, !dice.chance(oneIn: 6) else {
      return ByteMutator(for: []).mutate(bytes, with: bytes.reversed(), &dice)
    }
    for _ in 0..<(1 + dice.skewed(3)) { step(&parts, &dice) }
    return parts.bytes(fits: !dice.chance(oneIn: 30))
  }

  private static func step(_ parts: inout Parts, _ dice: inout Dice) {
    let index = dice.below(parts.entries.count)
    switch dice.below(12) {
    case 0, 1, 2: parts.plan = json(parts.plan, &dice)
    case 3: parts.fingerprint = json(parts.fingerprint, &dice)
    case 4, 5, 6, 7, 8:
      guard !parts.entries.isEmpty else { return }
      parts.entries[index] = ByteMutator(for: []).mutate(parts.entries[index], with: parts.plan, &dice)
    case 9 where !parts.entries.isEmpty: parts.entries.remove(at: index)
    case 10 where !parts.entries.isEmpty: parts.entries.append(parts.entries[index])
    default:
      guard !parts.entries.isEmpty else { return }
      parts.entries.swapAt(index, dice.below(parts.entries.count))
    }
  }

  private static func json(_ text: [UInt8], _ dice: inout Dice) -> [UInt8] {
    guard let tree = try? JSONReader.tree(text) else { return text }
    return JSONMutator.mutate(tree, &dice)
  }
}
