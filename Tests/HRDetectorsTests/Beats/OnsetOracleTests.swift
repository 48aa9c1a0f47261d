import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// The detectors against ppg-beats, sample by sample. `Oracles/ppgbeats_onsets.py` describes how its beats were made.
@Suite struct OnsetOracleTests {
  static let rows = OnsetOracle.rows("ppgbeats_onsets")

  @Test func everyDetectorHasRows() {
    #expect(Self.rows.count == 38)
    #expect(Set(Self.rows.map(\.detector)).count == 6)
    #expect(OnsetOracle.rows("aboy_reading").count == 14)
    #expect(OnsetOracle.rows("pwd_walk").count == 5)
  }

  @Test(arguments: rows.filter { ["qppg", "ims", "coppg"].contains($0.detector) })
  func findsTheSameBeats(_ row: OnsetOracle) throws {
    #expect(try found(row) == row.beats)
  }

  @Test(arguments: rows.filter { $0.detector == "qppg" })
  func qppgfastFindsTheBeatsOfQppg(_ row: OnsetOracle) throws {
    #expect(try found(row, by: QPPGFastDetector(parameters: .init())) == row.beats)
  }

  /// ppg-beats marks the first sample that falls; the top is the one before.
  @Test(arguments: rows.filter { $0.detector == "pda" })
  func pdaMarksTheTopItself(_ row: OnsetOracle) throws {
    #expect(try found(row) == row.beats.map { $0 - 1 })
  }

  /// The filters differ in their start at the ends, so beats next to those are left out. They differ also in their
  /// form, which shows on flat (clipped) tops and at the higher rate, at which theirs is less exact.
  @Test(arguments: rows.filter { $0.detector.hasPrefix("atm") })
  func fallingLineMeetsTheSameBeats(_ row: OnsetOracle) throws {
    let wave = try #require(OnsetWave.named[row.wave])
    let inside = 125.0..<(wave.sampleRate * wave.seconds - 125)
    let mine = try found(row).filter(inside.contains)
    let theirs = row.beats.filter(inside.contains)
    #expect(mine.count == theirs.count)
    let tolerance = ["clipped", "fast"].contains(row.wave) ? 7.0 : 1
    for (one, other) in zip(mine, theirs) { #expect(abs(one - other) <= tolerance) }
  }

  /// Comparison with a second implementation with SciPy's filters and peak finder.
  @Test(arguments: OnsetOracle.rows("aboy_reading"))
  func bandsThatFollowTheRateFindTheSameBeats(_ row: OnsetOracle) throws {
    #expect(try found(row) == row.beats)
  }

  /// Comparison with the original's walk, on a wave with a proper low-pass.
  @Test(arguments: OnsetOracle.rows("pwd_walk")) func pwdWalksAsItsOriginal(_ row: OnsetOracle) throws {
    #expect(try found(row) == row.beats)
  }

  private func found(_ row: OnsetOracle, by other: (any BeatDetector)? = nil) throws -> [Double] {
    let wave = try #require(OnsetWave.named[row.wave]).signal
    #expect(wave.samples.reduce(0, +) == row.sum, "the wave is not the one the oracle saw")
    let detector = try #require(other ?? Self.detector(row.detector))
    return detector.beats(in: wave).map { ($0 * wave.sampleRate).rounded() }
  }

  private static func detector(_ name: String) -> (any BeatDetector)? {
    switch name {
    case "qppg": QPPGDetector(parameters: .init())
    case "ims": IMSDetector(parameters: .init())
    case "pda": PDADetector(parameters: .init())
    case "coppg": COPPGDetector(parameters: .init())
    case "atmax": ATMaxDetector(parameters: .init())
    case "abd": ABDDetector(parameters: .init())
    case "aboyPlusPlus": AboyPlusPlusDetector(parameters: .init())
    case "pwd": PWDDetector(parameters: .init())
    case "atmin": ATMinDetector(parameters: .init())
    default: nil
    }
  }
}
