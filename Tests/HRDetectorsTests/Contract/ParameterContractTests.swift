import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Every value that a parameter's range allows is one the detector can live with, or refuses in words.
@Suite struct ParameterContractTests {
  @Test(arguments: Contract.names) func takesItsDefaults(_ name: String) throws {
    let entry = try Contract.entry(name)
    for parameter in entry.parameters {
      #expect(parameter.domain.contains(parameter.defaultValue), "\(parameter.name)")
      #expect(!parameter.summary.isEmpty)
    }
    _ = try entry.make(ParameterValues(entry.parameters.map { .init($0.name, $0.defaultValue) }))
  }

  @Test(arguments: Contract.names) func livesWithTheEndsOfItsRanges(_ name: String) throws {
    let entry = try Contract.entry(name)
    let range = TimeRange(start: 1, end: 11)
    let recordings = (entry.inputs.contains(.ecg) ? [250.0] : [20, 125]).map { sampleRate in
      ContractChannels(
        rate: ContractChannels.middleRate(of: entry), sampleRate: sampleRate, seconds: 12, noise: 0.02
      ).channels(of: entry)
    }
    for values in entry.parameterCorners {
      let words = values.entries.map { "\($0.name) \($0.value.text)" }.joined(separator: ", ")
      do {
        for recording in recordings {
          let found = try entry.estimate(in: range, of: recording, parameters: values)
          let faults = try Contract.faults(found, of: entry, in: range, parameters: values)
          #expect(faults.isEmpty, "\(name), \(words): \(found), \(faults)")
        }
      } catch let error as ParameterError {
        guard case .conflict(let text) = error, !text.isEmpty else {
          Issue.record("\(name), \(words): \(error)")
          continue
        }
      }
    }
  }
}

extension DetectorEntry {
  /// Each parameter at each end by itself, all at their first end, and all at their last.
  var parameterCorners: [ParameterValues] {
    let single = parameters.flatMap { parameter in
      parameter.ends.map { ParameterValues([.init(parameter.name, $0)]) }
    }
    let all = [
      ParameterValues(parameters.compactMap { one in one.ends.first.map { .init(one.name, $0) } }),
      ParameterValues(parameters.compactMap { one in one.ends.last.map { .init(one.name, $0) } }),
    ]
    return parameters.isEmpty ? [] : single + (parameters.count > 1 ? all : [])
  }
}

extension ParameterDescription {
  /// The ends of a parameter's range, or all its choices.
  fileprivate var ends: [ParameterValue] {
    switch domain {
    case .number(let range): [.number(range.lowerBound), .number(range.upperBound)]
    case .integer(let range): [.integer(range.lowerBound), .integer(range.upperBound)]
    case .choice(let names): names.map { .choice($0) }
    }
  }
}
