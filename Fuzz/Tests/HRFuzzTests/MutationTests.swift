import Testing

@testable import HRFuzz

@Suite struct MutationTests {
  private func dice(_ number: Int) -> Dice { Dice(seed: 1, stream: "test", number: number) }

  @Test func theSameSeedMakesTheSameCases() {
    let bytes = [UInt8](repeating: 7, count: 200)
    for number in 0..<100 {
      var first = dice(number)
      var second = dice(number)
      #expect(
        ByteMutator(for: bytes).mutate(bytes, with: [], &first)
          == ByteMutator(for: bytes).mutate(bytes, with: [], &second))
    }
    #expect(
      Set(
        (0..<50).map { number in
          var dice = dice(number); return dice.next()
        }
      ).count == 50)
  }

  @Test func numbersStayInTheirRange() {
    var dice = dice(1)
    for most in [0, 1, 2, 7, 1000] {
      let drawn = (0..<500).map { _ in dice.skewed(most) }
      #expect(drawn.allSatisfy { (0...most).contains($0) })
    }
  }

  @Test func nothingIsTooSmallToBeDamaged() {
    for number in 0..<300 {
      var dice = dice(number)
      _ = ByteMutator(for: []).mutate([], with: [], &dice)
      _ = TextMutator(delimiter: 44).mutate([], with: [], &dice)
      _ = JSONMutator.mutate(.object([]), &dice)
      _ = StoreMutator.mutate([], &dice)
    }
  }

  @Test func treesReadWhatTheyWrite() throws {
    let text = #"{"a": [1, -2.5e3, "x\"\u001b\ud83e\udec0"], "a": {}, "b": null}"#
    let tree = try JSONReader.tree(Array(text.utf8))
    #expect(try JSONReader.tree(Array(tree.written().utf8)) == tree)
    #expect(tree.count == 7)
    for wrong in ["", "[1,]", "01", "NaN", "\"\u{1}\"", "{\"a\"}", "[", "1 2"] {
      #expect(throws: JSONReader.Problem.self) { try JSONReader.tree(Array(wrong.utf8)) }
    }
  }

  @Test func shrinkingKeepsWhatMatters() {
    let sound = [UInt8](repeating: 0, count: 64)
    var damaged = sound
    for index in [3, 17, 40] { damaged[index] = 9 }
    #expect(Shrinker(seconds: 5).shrunk(damaged, from: sound) { $0[17] == 9 }.filter { $0 == 9 }.count == 1)
    #expect(Shrinker(seconds: 5).shrunk(Array("some long text!".utf8), from: []) { $0.contains(33) } == [33])
  }
}
