/// Damage to JSON that mostly leaves it valid JSON.
enum JSONMutator {
  /// - Returns: bytes, since some results are no text.
  static func mutate(_ tree: JSONTree, _ dice: inout Dice) -> [UInt8] {
    var tree = tree
    for _ in 0..<(1 + dice.skewed(4)) { step(&tree, &dice) }
    var bytes = Array(tree.written(raw: dice.chance(oneIn: 10)).utf8)
    if dice.chance(oneIn: 12) { bytes = ByteMutator(for: []).mutate(bytes, with: bytes.reversed(), &dice) }
    return bytes
  }

  private static func step(_ tree: inout JSONTree, _ dice: inout Dice) {
    let count = tree.count
    let donor = tree.value(at: dice.below(count))
    var choices = dice
    tree.change(at: dice.below(count)) { value in
      switch value {
      case .raw, .text: value = scalar(instead: value, donor: donor, &choices)
      case .list(var elements):
        list(&elements, donor: donor, &choices)
        value = choices.chance(oneIn: 12) ? scalar(instead: value, donor: donor, &choices) : .list(elements)
      case .object(var members):
        object(&members, donor: donor, &choices)
        value = choices.chance(oneIn: 12) ? scalar(instead: value, donor: donor, &choices) : .object(members)
      }
    }
    dice = choices
    _ = dice.next()
  }

  private static func scalar(instead value: JSONTree, donor: JSONTree, _ dice: inout Dice) -> JSONTree {
    switch dice.below(14) {
    case 0, 1, 2, 3, 4: return .raw(HostileValues.number(&dice))
    case 5, 6, 7, 8: return .text(HostileValues.text(&dice))
    case 9:
      return .raw(
        dice.pick(["null", "true", "false", "[]", "{}", "", "undefined", "[[]]", "\"\\ud800\"", "'a'"]))
    case 10: return donor
    case 11: return .list([value, donor])
    case 12: return nested(value, &dice)
    default:
      guard case .text(let text) = value else { return .text("1") }
      return .text(text + HostileValues.text(&dice))
    }
  }

  private static func nested(_ value: JSONTree, _ dice: inout Dice) -> JSONTree {
    let depth = dice.pick([2, 10, 100, 600, 10_000, 200_000])
    let isList = dice.chance(oneIn: 2)
    // As text, since a tree of this depth could not be traversed here either.
    return .raw(
      String(repeating: isList ? "[" : "{\"a\":", count: depth) + "1"
        + String(repeating: isList ? "]" : "}", count: depth))
  }

  private static func list(_ elements: inout [JSONTree], donor: JSONTree, _ dice: inout Dice) {
    switch dice.below(6) {
    case 0: elements = []
    case 1: elements.insert(donor, at: dice.below(elements.count + 1))
    case 2 where !elements.isEmpty: elements.remove(at: dice.below(elements.count))
    case 3 where !elements.isEmpty:
      elements += Array(repeating: elements[dice.below(elements.count)], count: 1 + dice.skewed(3000))
    case 4 where !elements.isEmpty: elements.swapAt(dice.below(elements.count), dice.below(elements.count))
    default: elements.append(.raw(HostileValues.number(&dice)))
    }
  }

  private static func object(_ members: inout [JSONTree.Member], donor: JSONTree, _ dice: inout Dice) {
    guard !members.isEmpty else { return members = [.init(key: HostileValues.text(&dice), value: donor)] }
    let index = dice.below(members.count)
    switch dice.below(7) {
    case 0, 1: members.remove(at: index)
    case 2: members.append(members[index])
    case 3: members[index].key = HostileValues.text(&dice)
    case 4: members.swapAt(index, dice.below(members.count))
    case 5: members.append(.init(key: HostileValues.text(&dice), value: donor))
    default: members[index].value = donor
    }
  }
}
