import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Every detector says which rates it can give, and gives no other.
@Suite struct RangeContractTests {
  private static let declares = ContractRule(except: [
    "heartpy": "published: thresholds are refused by the number of their peaks, rates are not",
    "heartpy.fast": "published: thresholds are refused by the number of their peaks, rates are not",
    "peak.rppgToolbox": "published: every local maximum counts, so the sample rate is the only bound",
  ])

  /// With its defaults, and with its parameters wherever they may go.
  @Test(arguments: Contract.names) func declaresARange(_ name: String) throws {
    let entry = try Contract.entry(name)
    var violations: [String] = []
    for values in [ParameterValues()] + entry.parameterCorners {
      guard let made = try? entry.make(values) else { continue }
      let range = try #require(made.rangeBPM, "\(name) declares no range")
      #expect(range.lowerBound >= 0 && range.upperBound > 0, "\(name), \(range)")
      if !range.upperBound.isFinite { violations.append("no upper bound with \(values.entries)") }
    }
    Self.declares.check(name, violations)
  }

  /// Pulses at both ends of the range and beyond: where a peak between two bins falls outside.
  private func rates(about range: ClosedRange<Double>) -> [Double] {
    let high = min(range.upperBound, 300)
    return [0.97, 0.995, 1].map { max(2, range.lowerBound) * $0 } + [0.997, 1.004, 1.03].map { high * $0 }
  }

  private func faults(_ entry: DetectorEntry, _ values: ParameterValues, _ rates: [Double]) throws -> [String]
  {
    let declared = try entry.make(values).rangeBPM
    // Breaths are few, and their bins wide.
    let seconds = ContractChannels.measuresBreath(entry) ? 45.0 : 16
    let ranges = [TimeRange(start: 1, end: 5), TimeRange(start: 0, end: seconds)]
    var faults: [String] = []
    for (number, rate) in rates.enumerated() {
      let recording = ContractChannels(
        rate: rate, sampleRate: ContractChannels.middleSampleRate(of: entry), seconds: seconds,
        noise: number % 2 == 0 ? 0 : 0.3
      ).channels(of: entry)
      faults += try entry.estimates(in: ranges, of: recording, parameters: values)
        .compactMap { Contract.rangeFault($0, declared) }.map { "\($0) for \(rate), \(values.entries)" }
    }
    return faults
  }

  private static let keeps = ContractRule()

  @Test(arguments: Contract.names) func keepsToItsRange(_ name: String) throws {
    let entry = try Contract.entry(name)
    let range = try #require(try entry.make().rangeBPM)
    Self.keeps.check(name, try faults(entry, ParameterValues(), rates(about: range) + [25, 480]))
  }

  @Test(arguments: Contract.names) func keepsToItsRangeAtItsLimits(_ name: String) throws {
    let entry = try Contract.entry(name)
    var violations: [String] = []
    for values in entry.parameterCorners {
      guard let range = try? entry.make(values).rangeBPM else { continue }
      let rates = rates(about: range)
      violations += try faults(entry, values, [rates[1], rates[4]])
    }
    Self.keeps.check(name, violations)
  }
}
