import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Built-in beat detectors against independent implementations, beat by beat.
@Suite struct BeatOracleTests {
  @Test func oraclesAreThere() { #expect(BeatOracle.waves.count == 6) }

  @Test(arguments: BeatOracle.waves) func ermaAgreesWithSciPy(_ wave: BeatOracle.Wave) {
    #expect(wave.indices(ERMADetector(parameters: .init())) == wave.erma)
  }

  @Test(arguments: BeatOracle.waves) func ermaAgreesWithNeuroKit(_ wave: BeatOracle.Wave) {
    #expect(wave.indices(ERMANeuroKitDetector(parameters: .init())) == wave.neurokit)
  }

  @Test(arguments: BeatOracle.waves) func multiscaleMaximaAgreeWithTheWholeTable(_ wave: BeatOracle.Wave) {
    #expect(wave.indices(MSPTDDetector(parameters: .init())) == wave.msptd)
    #expect(wave.indices(AMPDDetector(parameters: .init())) == wave.ampd)
    #expect(wave.indices(MSPTDFastDetector(parameters: .init())) == wave.msptdfast)
    #expect(wave.indices(MSPTDFast2Detector(parameters: .init())) == wave.msptdfast2)
  }

  /// NeuroKit searches for the largest sample within 0.15 s counted at the thinned rate (3 or 4 samples of the full
  /// wave where ppg-beats has 0.05 s of it); on clean waves both come to the same beats but for that.
  @Test(arguments: BeatOracle.waves.filter { ["clean", "camera", "spike"].contains($0.name) })
  func msptdfast2IsCloseToNeuroKit(_ wave: BeatOracle.Wave) {
    let beats = wave.indices(MSPTDFast2Detector(parameters: .init()))
    #expect(beats.count == wave.neurokitCharlton.count)
    for (ours, theirs) in zip(beats, wave.neurokitCharlton) {
      #expect(abs(ours - theirs) <= Int(0.1 * wave.sampleRate))
    }
  }

  /// BioSPPy names the sample before each minimum.
  @Test(arguments: BeatOracle.waves) func onsetsAgreeWithBioSPPy(_ wave: BeatOracle.Wave) {
    #expect(wave.indices(BioSPPyDetector(parameters: .init())) == wave.biosppy.map { $0 + 1 })
  }

  @Test(arguments: BeatOracle.waves) func adaptiveSegmentsAgreeWithBioSPPy(_ wave: BeatOracle.Wave) {
    #expect(wave.indices(KavsaogluDetector(parameters: .init())) == wave.kavsaoglu)
  }

  @Test(arguments: BeatOracle.waves) func heartPyAgreesWithItself(_ wave: BeatOracle.Wave) throws {
    try expectAgreement(wave, HeartPyDetector.Parameters(), wave.heartpy)
  }

  /// Without its band-pass, on raw waves: many small regions.
  @Test(arguments: BeatOracle.waves) func heartPyAgreesWithItselfUnfiltered(_ wave: BeatOracle.Wave) throws {
    var parameters = HeartPyDetector.Parameters()
    parameters.filterOrder = 0
    let lowest = try #require(wave.samples.min())
    try expectAgreement(wave, parameters, wave.heartpyUnfiltered, offset: -lowest)
  }

  private func expectAgreement(
    _ wave: BeatOracle.Wave, _ parameters: HeartPyDetector.Parameters, _ expected: BeatOracle.Wave.HeartPy?,
    offset: Double = 0
  ) throws {
    var signal = wave.signal
    for index in signal.samples.indices { signal.samples[index] += offset }
    let expected = try #require(expected)
    let intervals = try parameters.intervals(of: signal)
    #expect(wave.indices(intervals.beats) == expected.peaks)
    #expect(intervals.isKept == expected.kept)
    let estimate = HeartPyDetector(parameters: parameters).estimate(in: Window(of: signal))
    let bpm = try #require(estimate.bpm)
    #expect(abs(bpm - expected.bpm) < 1e-9)
    let kept = zip(expected.peaks, expected.kept).filter(\.1).map(\.0)
    #expect(wave.indices(estimate.beats) == kept)
  }
}

extension Window {
  /// A pulse wave as a window of its own.
  init(of wave: Signal) {
    self.init(
      TimeRange(start: wave.startTime, end: wave.endTime), of: Channels([.ppg: .uniform(wave)]))
  }
}
