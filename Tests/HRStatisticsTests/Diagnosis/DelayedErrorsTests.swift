import HRTestSupport
import Testing

@testable import HRStatistics

@Suite struct DelayedErrorsTests {
  /// Windows of these middles, 20 s long.
  private func series(_ middles: [Double], _ reference: [Double?], _ estimate: [Double?]) -> WindowSeries {
    WindowSeries(
      cluster: 0, startSeconds: middles.map { $0 - 10 }, endSeconds: middles.map { $0 + 10 },
      referenceBPM: reference.map { $0 ?? .nan }, estimateBPM: estimate.map { $0 ?? .nan },
      confidence: middles.map { _ in .nan })
  }

  private static let middles = (0..<40).map { 10 + 3 * Double($0) }

  /// A reference that rises and falls on straight lines between the middles of every fifth window.
  private static func rate(_ time: Double) -> Double {
    let turns = (time - 10) / 30
    return 70 + 24 * abs(turns - turns.rounded())
  }

  /// A detector that reads the rate of 14 s ago at the end of a window is 4 s behind the middle of its 20 s.
  @Test func aKnownDelayIsTakenOff() throws {
    let one = series(
      Self.middles, Self.middles.map(Self.rate), Self.middles.map { Self.rate($0 + 10 - 14) + 0.5 })
    let errors = try #require(DelayedErrors([one], delaySeconds: 14))
    // The first two windows would need a reference before the first one's middle.
    #expect(errors.count == 38)
    expectClose(errors.shiftSeconds, 4, 1e-12)
    expectClose(errors.delayedMAEBPM, 0.5, 1e-9)
    expectClose(errors.delayedBiasBPM, 0.5, 1e-9)
    #expect(errors.plainMAEBPM > 2)
    // The plain figures are those of the same windows, without any shift.
    let own = Self.middles.dropFirst(2).map { Self.rate($0 - 4) + 0.5 - Self.rate($0) }
    expectClose(errors.plainMAEBPM, own.reduce(0) { $0 + abs($1) } / 38, 1e-9)
    expectClose(errors.plainBiasBPM, own.reduce(0, +) / 38, 1e-9)
  }

  @Test func halfAWindowIsNoShift() throws {
    let one = series(Self.middles, Self.middles.map(Self.rate), Self.middles.map { Self.rate($0) + 1 })
    let errors = try #require(DelayedErrors([one], delaySeconds: 10))
    #expect(errors.count == 40 && errors.shiftSeconds == 0)
    #expect(errors.delayedMAEBPM == errors.plainMAEBPM && errors.delayedBiasBPM == errors.plainBiasBPM)
  }

  /// A detector that is read sooner than in the middle of the window is compared with a later reference.
  @Test func aShortDelayIsALaterReference() throws {
    let one = series(
      Self.middles, Self.middles.map(Self.rate), Self.middles.map { Self.rate($0 + 10 - 2) })
    let errors = try #require(DelayedErrors([one], delaySeconds: 2))
    #expect(errors.count == 37)
    expectClose(errors.shiftSeconds, -8, 1e-12)
    expectClose(errors.delayedMAEBPM, 0, 1e-9)
  }

  @Test func windowsWithoutEitherReferenceDoNotCount() throws {
    let middles = (0..<5).map { 10 + 4 * Double($0) }
    // At 12 s before the end: half way between the window before and its own.
    let one = series(middles, [60, 62, nil, 66, 68], [60, 61, 62, 65, nil])
    let errors = try #require(DelayedErrors([one], delaySeconds: 12))
    #expect(errors.count == 1)
    #expect(errors.plainMAEBPM == 1 && errors.delayedMAEBPM == 0 && errors.delayedBiasBPM == 0)
    #expect(DelayedErrors([one], delaySeconds: 100) == nil)
    #expect(DelayedErrors([one], delaySeconds: .nan) == nil)
    #expect(DelayedErrors([WindowSeries](), delaySeconds: 12) == nil)
  }

  /// Between windows further apart than 10 s nobody knows how the rate went; at a window's own middle one does.
  @Test func windowsTooFarApartDoNotCount() throws {
    let apart = series([10, 21, 32], [60, 62, 64], [60, 60, 60])
    #expect(DelayedErrors([apart], delaySeconds: 14) == nil)
    #expect(DelayedErrors([apart], delaySeconds: 21)?.count == 2)
    let near = series([10, 20, 30], [60, 62, 64], [60, 60, 60])
    #expect(DelayedErrors([near], delaySeconds: 14)?.count == 2)
  }
}
