import Testing

/// Ways to mislead the program, each with a run of the whole program up to its verdict:
///
/// 1. silence at the gate: ``FoolingTests/SilenceAtTheGate``;
/// 2. the third detector: ``FoolingTests/ThirdDetector``;
/// 3. chance on own windows: ``FoolingTests/ChanceOnOwnWindows``;
/// 4. a changed offset: ``FoolingTests/ChangedOffset``;
/// 5. the winner run again: ``FoolingTests/WinnerRunAgain``;
/// 6. other windows, seeds and margins until one fits: ``FoolingTests/ForkingPaths``;
/// 7. recordings left out: ``FoolingTests/LeftOut``;
/// 8. answers that ignore the damage: ``FoolingTests/IgnoredDamage``;
/// 9. a program that reads the truth: ``FoolingTests/TruthFromDisk``.
@Suite enum FoolingTests {}

extension FoolingTests {
  @Suite(.serialized) struct SilenceAtTheGate {}
  @Suite(.serialized) struct ThirdDetector {}
  @Suite(.serialized) struct ChanceOnOwnWindows {}
  @Suite(.serialized) struct ChangedOffset {}
  @Suite(.serialized) struct WinnerRunAgain {}
  @Suite(.serialized) struct ForkingPaths {}
  @Suite(.serialized) struct LeftOut {}
  @Suite(.serialized) struct IgnoredDamage {}
  @Suite(.serialized) struct TruthFromDisk {}
}
