import Testing

/// Five ways to mislead the program, each with a run of the whole program up to its verdict:
///
/// 1. silence at the gate: ``FoolingTests/SilenceAtTheGate``;
/// 2. the third detector: ``FoolingTests/ThirdDetector``;
/// 3. chance on own windows: ``FoolingTests/ChanceOnOwnWindows``;
/// 4. a changed offset: ``FoolingTests/ChangedOffset``;
/// 5. the winner run again: ``FoolingTests/WinnerRunAgain``.
@Suite enum FoolingTests {}

extension FoolingTests {
  @Suite(.serialized) struct SilenceAtTheGate {}
  @Suite(.serialized) struct ThirdDetector {}
  @Suite(.serialized) struct ChanceOnOwnWindows {}
  @Suite(.serialized) struct ChangedOffset {}
  @Suite(.serialized) struct WinnerRunAgain {}
}
