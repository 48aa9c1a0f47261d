/// Damage to MAT files; in packed files mostly before they are packed, so that it is read again.
struct MATMutator {
  let isPacked: Bool

  /// - Parameters:
  ///   - file: not packed yet.
  ///   - other: another file of the kind, to splice with.
  func mutate(_ file: [UInt8], with other: [UInt8], _ dice: inout Dice) -> [UInt8] {
    let bytes = ByteMutator(landmarks: MATSeeds.landmarks(file))
    let damaged = bytes.mutate(file, with: other, &dice)
    guard isPacked else { return damaged }
    guard dice.chance(oneIn: 4) else { return MATSeeds.packed(damaged) }
    let packed = MATSeeds.packed(file)
    return ByteMutator(landmarks: [0, 124, 128]).mutate(packed, with: MATSeeds.packed(other), &dice)
  }
}
