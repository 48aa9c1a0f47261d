import Testing

@testable import HRNumerics

@Suite struct PhiloxTests {
  /// Known answers published with Random123 (philox4x32, 10 rounds).
  @Test func knownAnswers() {
    let zero = RandomStream.rounds(0, 0, 0, 0, 0)
    #expect(zero == (0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8))
    let word: UInt64 = 0xffff_ffff
    let ones = RandomStream.rounds(word, word, word, word, .max)
    #expect(ones == (0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd))
    let pi = RandomStream.rounds(
      0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344, 0x299f_31d0_a409_3822)
    #expect(pi == (0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1))
  }
}
