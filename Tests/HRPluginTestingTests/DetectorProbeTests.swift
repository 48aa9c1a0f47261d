import HRPluginTesting
import HRPlugins
import Testing

@testable import HRDetectors

/// Resolution and range, as measured.
@Suite struct DetectorProbeTests {
  private func probe(_ name: String) throws -> DetectorProbe {
    let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
    return DetectorProbe(entry, extractors: Catalog<ExtractorEntry>.builtIn)
  }

  @Test func interpolatedSpectraTellATenthApart() throws {
    let fft = try probe("fft")
    #expect(fft.resolutionBPM == 0.1)
    let range = try #require(fft.rangeBPM)
    #expect(range.lowerBound <= 50 && range.upperBound >= 200)
  }

  /// The bins of 30 s at 125 Hz, padded to 4096 points: 1.83 bpm.
  @Test func aBareBinIsAsWideAsItIs() throws {
    let resolution = try #require(try probe("fft.rppgToolbox").resolutionBPM)
    #expect(abs(resolution - 60 * 125 / 4096) < 1e-6)
  }

  @Test func aConstantTellsNothingApart() throws {
    let constant = try probe("constant")
    #expect(constant.resolutionBPM == nil)
    #expect(constant.rangeBPM == 70...70)
  }

  @Test func breathingIsProbedAtBreathingRates() throws {
    let range = try #require(try probe("breathing.fft").rangeBPM)
    #expect(range.lowerBound <= 8 && range.upperBound >= 24 && range.upperBound <= 40)
  }
}
